import { inTurns } from './in-turns.ts';

/** A long text as the pieces that it was made in, and is sent in, with turns for all others between; it is never put together. */
export type Pieces = readonly string[];

/** Some milliseconds' work, of short texts also. */
const pieceCharsMin = 500_000;

/** Texts one behind the other, of those that are made one by one each as it is made. */
export async function inPieces(...texts: (string | Iterable<string>)[]): Promise<Pieces> {
  const pieces: string[] = [];
  for await (const piece of inTurns(joined(texts), 1)) pieces.push(piece);
  return pieces;
}

export function charsOf(pieces: Pieces): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function* joined(texts: readonly (string | Iterable<string>)[]): Generator<string> {
  let parts: string[] = [];
  let chars = 0;
  for (const some of texts)
    for (const text of typeof some === 'string' ? [some] : some) {
      parts.push(text);
      chars += text.length;
      if (chars < pieceCharsMin) continue;
      yield parts.join('');
      parts = [];
      chars = 0;
    }
  yield parts.join('');
}
