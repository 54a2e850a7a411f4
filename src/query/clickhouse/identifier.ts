import { quoted } from './quote.ts';

const plain = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Words that the parser takes for something else when they stand alone. */
const reserved = new Set(
  'all and any array as asc asof between by case cast cross date desc distinct div else end exists extract false final from full global group having if ilike in inf inner intersect interval into is join left like limit mod nan natural not null offset on or order over prewhere qualify right sample select semi settings similar then top trim true tuple union using view when where window with'.split(
    ' ',
  ),
);

/** A name as ClickHouse reads it back: bare when it can be, else in backticks. */
export function quoteIdentifier(name: string): string {
  if (plain.test(name) && !reserved.has(name.toLowerCase())) return name;
  return quoted(name, '`');
}

/** Names we make up: a user's cannot be one, they are given as aliases only when they do not look like it. */
export function isInternal(name: string): boolean {
  return name.startsWith('__');
}
