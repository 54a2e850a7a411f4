import type { FunctionEntry, Param } from '../functions/registry.ts';

type Known = Exclude<FunctionEntry, { kind: 'unsupported' }>;

/** `substring(text, start, [length])`, as people read it. */
export const signature = (fn: Known): string => {
  const fixed = fn.params.map(written);
  const rest = fn.rest ? fn.rest.params.map((param) => param.name).concat('…') : [];
  if (fn.rest?.last) rest.push(written({ ...fn.rest.last, optional: true }));
  return `${fn.name}(${[...fixed, ...rest].join(', ')})`;
};

const written = (param: Param): string => (param.optional === true ? `[${param.name}]` : param.name);
