import { sourceWords } from './operators.ts';
import { isOp, peek, type State } from './state.ts';
import { constantOf } from './token.ts';

/*
 * Whether parentheses hold a query or an expression. Decided by looking, not by trying: trying doubles the work with each
 * level. The tokens up to the closing bracket are walked once, inner brackets are jumped over.
 */

/**
 * `open` is the index of the '('. A lone name is a query only where a query is more likely (`toscalar(T)`). Brackets that hold
 * nothing but brackets are passed in a loop: how deep they go is limited only where they are read.
 */
export const startsTabular = (state: State, open: number, loneName = false): boolean => {
  for (let [at, isOuter] = [open, true]; ; at += 1, isOuter = false) {
    const first = state.tokens[at + 1];
    const close = state.closes[at] ?? -1;
    if (!first) return false;
    if (isOp(first, '|') || opensSource(state, at + 1)) return true;
    // Never closed: no query, and no walk to the end of the text for each bracket of many.
    if (close < 0) return false;
    if (isOp(first, '(') && state.closes[at + 1] === close - 1) continue;
    const isName = first.kind === 'path' && at + 2 === close && !constantOf(first.word);
    return (isOuter && loneName && isName) || hasPipe(state, at + 1, close);
  }
};

/** Outside of inner brackets, before a semicolon. */
export const hasPipe = (state: State, from: number, to: number): boolean => {
  for (let index = from; index < to; index += 1) {
    const token = state.tokens[index];
    if (!token || isOp(token, ';')) return false;
    if (isOp(token, '|')) return true;
    const jump = state.closes[index] ?? -1;
    if (jump > index) index = jump;
  }
  return false;
};

/** `print …`, `range x from …`, `datatable(…)`, `union …`, `materialize(…)` at this index. */
export const opensSource = (state: State, index: number): boolean => {
  const ahead = index - state.at;
  const token = peek(state, ahead);
  if (token.kind !== 'path' || !sourceWords.some((word) => word === token.word)) return false;
  const next = peek(state, ahead + 1);
  switch (token.word) {
    case 'datatable':
    case 'materialize':
      return isOp(next, '(');
    case 'range': {
      const from = peek(state, ahead + 2);
      const quoted = isOp(next, '[') && isOp(peek(state, ahead + 3), ']');
      return quoted || (next.kind === 'path' && from.kind === 'path' && from.word === 'from');
    }
    case 'union':
      return next.kind === 'path' || isOp(next, '(');
    default:
      return next.kind !== 'end' && !(next.kind === 'op' && !['(', '[', '-', '+', '!'].includes(next.op));
  }
};
