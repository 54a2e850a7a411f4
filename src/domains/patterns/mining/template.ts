// What a pattern looks like to people: the tokens that all its lines share, `<*>` for what varies.

import { anyValue } from './tokens.ts';
import type { TokenList } from './tokens.ts';

const shownVariable = '<*>';
const templateCharsMax = 2048;

export function templateText({ tokens, separators }: TokenList): string {
  let text = '';
  for (const [i, token] of tokens.entries())
    text += (separators[i] ?? '') + (token === anyValue ? shownVariable : token);
  text += separators[tokens.length] ?? '';
  return text.trim().slice(0, templateCharsMax);
}

/** The longest common run of constants in order, and a variable wherever one of the two has more. */
export function mergeTemplates(a: TokenList, b: TokenList): TokenList {
  if (covers(a, b)) return a;
  const common = commonTokens(a.tokens, b.tokens);
  const merged: TokenList = { tokens: [], separators: [] };
  let [i, j] = [0, 0];
  for (const [nextA, nextB] of [...common, [a.tokens.length, b.tokens.length] as const]) {
    if (i < nextA || j < nextB) {
      merged.tokens.push(anyValue);
      merged.separators.push((i < nextA ? a.separators[i] : b.separators[j]) ?? '');
    }
    const separator = (i < nextA || j === nextB ? a.separators[nextA] : b.separators[nextB]) ?? '';
    merged.separators.push(separator);
    if (nextA < a.tokens.length) merged.tokens.push(a.tokens[nextA] ?? anyValue);
    [i, j] = [nextA + 1, nextB + 1];
  }
  return merged;
}

/** True when every token of `b` is what `a` says at that place. */
function covers(a: TokenList, b: TokenList): boolean {
  return (
    a.tokens.length === b.tokens.length && a.tokens.every((token, i) => token === anyValue || token === b.tokens[i])
  );
}

/** Pairs of positions of a longest common subsequence; variables equal nothing. */
function commonTokens(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const width = b.length + 1;
  const best = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      best[at] = isSame(a[i], b[j])
        ? (best[at + width + 1] ?? 0) + 1
        : Math.max(best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const at = i * width + j;
    if (isSame(a[i], b[j])) {
      pairs.push([i, j]);
      i++;
      j++;
    } else if ((best[at + width] ?? 0) >= (best[at + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a === b && a !== anyValue;
}
