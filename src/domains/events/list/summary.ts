import { beginning } from '../../../lib/beginning.ts';
import { summaryLengths } from '../../../query/clickhouse/derived.ts';

/*
 * What a list says of a row: tokens of `field;style⇒value`, the telling ones of what the row has. The engine gives the parts,
 * as one cell, and the tokens are made here: as an expression of the statement they cost as much as the page itself.
 */

/** The column with the parts: what the list's `summary` is read from. */
export const partsColumn = 'summary_parts';

/** As `summary_parts` is built in `query/clickhouse/derived.ts`. */
export type SummaryParts = readonly [
  kind: string,
  level: string,
  spanKind: string,
  httpStatus: number,
  method: string,
  route: string,
  urlPath: string,
  dbSystem: string,
  peer: string,
  peerKind: string,
  name: string,
  status: string,
  exceptionType: string,
  exceptionMessage: string,
  statusMessage: string,
  body: string,
  durationNs: string,
];

const directions: Readonly<Record<string, string>> = {
  server: 'incoming',
  consumer: 'incoming',
  client: 'outgoing',
  producer: 'outgoing',
};
const namedPeers: ReadonlySet<string> = new Set(['service', 'messaging', 'rpc']);

/** The tokens of a row. */
export function summaryTokens(parts: SummaryParts): readonly string[] {
  const [
    kind,
    level,
    spanKind,
    httpStatus,
    method,
    route,
    urlPath,
    dbSystem,
    peer,
    peerKind,
    name,
    status,
    exceptionType,
    exceptionMessage,
    statusMessage,
    body,
    durationNs,
  ] = parts;
  const isSpan = kind === 'span';
  const tokens: readonly (readonly [string, string])[] = [
    [`level;badge-${level.toLowerCase()}`, isSpan ? '' : level],
    ['request_type;neutral', isSpan ? (directions[spanKind] ?? '') : ''],
    [`status_code;badge-${Math.floor(httpStatus / 100)}xx`, httpStatus === 0 ? '' : String(httpStatus)],
    [`method;badge-${method.toLowerCase()}`, method],
    ['url_path;neutral', route === '' ? urlPath.replace(/[?#].*$/su, '') : route],
    ['db.system;badge-neutral', dbSystem],
    ['peer;neutral', namedPeers.has(peerKind) ? peer : ''],
    ['kind;neutral', isSpan && (spanKind === 'internal' || spanKind === 'unset') ? 'internal' : ''],
    ['span_name;neutral', name],
    [`status;badge-${status === 'error' ? 'error' : 'neutral'}`, status === 'unset' ? '' : status.toUpperCase()],
    [
      'exception;badge-error',
      [exceptionType, beginning(exceptionMessage, summaryLengths.exception)].filter((text) => text !== '').join(': '),
    ],
    ['status_message;text-error', beginning(statusMessage, summaryLengths.status)],
    ['body;text', beginning(body, summaryLengths.body)],
    ['duration;right-neutral', isSpan ? durationNs : ''],
  ];
  return tokens.filter(([, value]) => value !== '').map(([label, value]) => `${label}⇒${value}`);
}

/** Columns of a list whose query made a `summary` itself: that stands in the place of ours, as what it makes of any other column does. */
export function withOwnSummary(columns: readonly string[], known: readonly string[]): readonly string[] {
  if (!known.includes('summary')) return columns;
  return [...new Set(columns.map((name) => (name === partsColumn ? 'summary' : name)))];
}

/** The columns as they are shown, and what makes a row's cells of what was read. */
export function withSummary(columns: readonly string[]): {
  readonly columns: readonly string[];
  readonly cells: (read: readonly string[]) => readonly string[];
} {
  const at = columns.indexOf(partsColumn);
  if (at === -1) return { columns, cells: (read) => read };
  return {
    columns: columns.with(at, 'summary'),
    cells: (read) => read.with(at, JSON.stringify(summaryTokens(JSON.parse(read[at] ?? '') as SummaryParts))),
  };
}
