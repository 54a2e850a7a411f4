// Looks a short word up straight from bytes: no string is made, the answer is exact, case is folded.

const slots = 32;
const slotOf = new Uint8Array(256);
for (let letter = 0; letter < 26; letter++) {
  slotOf[97 + letter] = letter + 1;
  slotOf[65 + letter] = letter + 1;
}
slotOf[0x25] = 27; // %
slotOf[0x2f] = 28; // /
slotOf[0x2e] = 29; // .

export interface WordTrie {
  next: Uint16Array;
  value: Uint8Array;
}

/** Values are small numbers above 0; 0 is "not a word". */
export function wordTrie(words: readonly (readonly [value: number, text: string])[]): WordTrie {
  const total = words.reduce((sum, [, text]) => sum + text.length, 1);
  const trie: WordTrie = { next: new Uint16Array(total * slots), value: new Uint8Array(total) };
  let nodes = 1;
  for (const [value, text] of words) {
    for (const word of text.split(' ')) {
      let node = 0;
      for (const char of Buffer.from(word, 'utf8')) {
        const at = node * slots + (slotOf[char] ?? 0);
        if (trie.next[at] === 0) trie.next[at] = nodes++;
        node = trie.next[at] ?? 0;
      }
      trie.value[node] = value;
    }
  }
  return trie;
}

export function lookUpWord(trie: WordTrie, bytes: Uint8Array, start: number, end: number): number {
  let node = 0;
  for (let i = start; i < end; i++) {
    const slot = slotOf[bytes[i] ?? 0] ?? 0;
    if (slot === 0) return 0;
    node = trie.next[node * slots + slot] ?? 0;
    if (node === 0) return 0;
  }
  return trie.value[node] ?? 0;
}
