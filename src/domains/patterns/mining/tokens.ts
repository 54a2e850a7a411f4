import { textToScan } from '../../../lib/json-message.ts';
import { scanLine } from '../../../lib/log-tokens.ts';

/** No constant token is empty, so the empty text can stand for "any value". */
export const anyValue = '';

export interface TokenList {
  /** Constant tokens as written, `anyValue` for variables. */
  tokens: string[];
  /** What stood before each token, and after the last: one more than tokens. For display only. */
  separators: string[];
}

const decoder = new TextDecoder();

/** The tokens that the shape of this text was made of. */
export function tokensOf(text: string | Uint8Array): TokenList {
  const line = scanLine(textToScan(text));
  const tokens: string[] = [];
  const separators: string[] = [];
  let last = 0;
  for (let i = 0; i < line.count; i++) {
    const start = line.starts[i] ?? 0;
    const end = line.ends[i] ?? 0;
    separators.push(decoder.decode(line.bytes.subarray(last, start)));
    tokens.push(line.variable[i] === 1 ? anyValue : decoder.decode(line.bytes.subarray(start, end)));
    last = end;
  }
  separators.push(decoder.decode(line.bytes.subarray(last, line.end)));
  return { tokens, separators };
}
