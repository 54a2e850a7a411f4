import { lex } from './lexer.ts';
import { isOp } from './state.ts';

/** The text of a user's query, gone on with ours. */
export const continued = (text: string, operators: string): string => `${openEnded(text)}\n| ${operators}`;

/** Without the semicolons that end it, wherever comments stand around them; all else keeps its place, for what is told of it. */
export const openEnded = (text: string): string => {
  const { tokens } = lex(text);
  const last = tokens.findLastIndex((token) => token.kind !== 'end' && !isOp(token, ';'));
  const pieces: string[] = [];
  let at = 0;
  for (const token of tokens.slice(last + 1)) {
    if (!isOp(token, ';')) continue;
    pieces.push(text.slice(at, token.span.start));
    at = token.span.end;
  }
  return [...pieces, text.slice(at)].join(' ');
};
