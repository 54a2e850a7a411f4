// Counts by value of the low-cardinality columns, taken from the rows of a block when it is sealed.

import { msPerDay } from '../../lib/time.ts';
import type { EventRows } from '../rows/events.ts';
import { kinds } from '../rows/events.ts';
import type { WordColumn } from '../rows/columns.ts';
import { FacetRows } from '../rows/side.ts';
import { promotedBytesMax } from '../limits.ts';
import { nanosToMs } from '../encoding/numbers.ts';
import { Outcome } from '../outcome.ts';
import { putText } from '../encoding/text.ts';

const facetRowsMax = 50_000;
const tableSizeMax = 1 << 18;
const bucketsPerDay = 96;
const msPerBucket = msPerDay / bucketsPerDay;
const spanKindNames = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'];
const statusNames = ['UNSET', 'OK', 'ERROR'];
const quiet = new Outcome();

/** Facets are named as the query language names the fields. */
export function facetsOf(events: EventRows): FacetRows {
  const out = new FacetRows(events.day, events.retentionDays);
  const groups = groupRows(events);
  // What has few values by its nature comes first: it is always complete, whatever the rest brings.
  const statusesMax = largest(events.httpStatus.data, events.rows) + 1;
  count(events, out, groups, 'http_status', statusesMax, events.httpStatus.data, (value) => Buffer.from(String(value)));
  const kindOf = new Uint8Array(events.rows);
  const statusOf = new Uint8Array(events.rows);
  for (let row = 0; row < events.rows; row++) {
    const isSpan = events.kind.data[row] === kinds.span;
    kindOf[row] = isSpan ? (events.spanKind.data[row] as number) + 1 : 7;
    statusOf[row] = isSpan ? (events.status.data[row] as number) + 1 : 0;
  }
  count(events, out, groups, 'kind', 8, kindOf, (value) => Buffer.from(spanKindNames[value - 1] ?? 'log'));
  count(events, out, groups, 'status_code', 4, statusOf, (value) => Buffer.from(statusNames[value - 1] ?? ''));
  const words: readonly (readonly [key: string, column: WordColumn])[] = [
    ['level', events.level],
    ['method', events.httpMethod],
    ['environment', events.env],
    ['service', events.service],
    ['attributes.db.system.name', events.dbSystem],
    ['attributes.http.route', events.httpRoute],
    ['attributes.error.type', events.errorType],
    ['attributes.exception.type', events.excType],
    ['host', events.host],
    ['resource.k8s.pod.name', events.k8sPod],
    ['name', events.name],
  ];
  for (const [key, column] of words)
    count(events, out, groups, key, column.words.size, column.data, (value) => column.words.bytesAt(value));
  return out;
}

interface Groups {
  /** The group of each row. */
  readonly of: Uint32Array;
  /** A row of each group. */
  readonly first: number[];
}

/** Rows of one project, kind and quarter of an hour. */
function groupRows(events: EventRows): Groups {
  const of = new Uint32Array(events.rows);
  const first: number[] = [];
  const known = new Map<number, number>();
  const ts = events.ts.data;
  let lastName = -1;
  let lastGroup = 0;
  // The upper lane is four seconds, which nearly always lie in one bucket.
  let lastUpper = -1;
  let lastBucket = 0;
  let isWhole = false;
  for (let row = 0; row < events.rows; row++) {
    const upper = ts[row * 2 + 1] as number;
    if (upper !== lastUpper) {
      lastUpper = upper;
      lastBucket = bucketAt(events.day, upper, 0);
      isWhole = lastBucket === bucketAt(events.day, upper, 0xffffffff);
    }
    const bucket = isWhole ? lastBucket : bucketAt(events.day, upper, ts[row * 2] as number);
    const name =
      ((events.projectId.data[row] as number) * 4 + (events.kind.data[row] as number)) * bucketsPerDay + bucket;
    if (name !== lastName) {
      const group = known.get(name);
      lastName = name;
      lastGroup = group ?? first.length;
      if (group === undefined) {
        known.set(name, lastGroup);
        first.push(row);
      }
    }
    of[row] = lastGroup;
  }
  return { of, first };
}

/** The quarter of an hour of the UTC day that the time falls into. */
function bucketAt(day: number, hi: number, lo: number): number {
  return Math.floor((nanosToMs(hi, lo) - day * msPerDay) / msPerBucket);
}

function largest(data: Uint16Array, rows: number): number {
  let most = 0;
  for (let row = 0; row < rows; row++) most = Math.max(most, data[row] as number);
  return most;
}

/** By group * size + value, those that are there. */
function countsOf(
  rows: number,
  groups: Groups,
  size: number,
  data: Uint32Array | Uint16Array | Uint8Array,
): [at: number, count: number][] {
  if (groups.first.length * size <= tableSizeMax) {
    const table = new Uint32Array(groups.first.length * size);
    for (let row = 0; row < rows; row++) {
      const value = data[row] as number;
      if (value !== 0) {
        const at = (groups.of[row] as number) * size + value;
        table[at] = (table[at] as number) + 1;
      }
    }
    const counts: [number, number][] = [];
    for (let at = 0; at < table.length; at++) if (table[at] !== 0) counts.push([at, table[at] as number]);
    return counts;
  }
  const counts = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    const value = data[row] as number;
    const at = (groups.of[row] as number) * size + value;
    if (value !== 0) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return [...counts];
}

/** All of them; of more than there is room for the most frequent. */
function mostOf<T extends readonly [at: number, count: number]>(counts: T[], room: number): T[] {
  return counts.length <= room ? counts : counts.sort(([, a], [, b]) => b - a).slice(0, room);
}

function count(
  events: EventRows,
  out: FacetRows,
  groups: Groups,
  key: string,
  size: number,
  data: Uint32Array | Uint16Array | Uint8Array,
  bytesOf: (value: number) => Uint8Array,
): void {
  if (size === 1) return; // no row has any
  const counts = mostOf(countsOf(events.rows, groups, size, data), facetRowsMax - out.rows);
  const word = out.key.words.ofText(key);
  for (const [at, n] of counts) {
    const group = Math.floor(at / size);
    const value = bytesOf(at % size);
    const row = out.addRow();
    const from = groups.first[group] as number;
    out.projectId.data[row] = out.projectId.words.ofText(
      events.projectId.words.textAt(events.projectId.data[from] as number),
    );
    out.kind.data[row] = events.kind.data[from] as number;
    out.key.data[row] = word;
    const bucket = bucketAt(events.day, events.ts.data[from * 2 + 1] as number, events.ts.data[from * 2] as number);
    out.bucket.data[row] = (events.day * msPerDay + bucket * msPerBucket) / 1000;
    putText(out.value, row, value, 0, value.length, promotedBytesMax, quiet);
    out.retention.data[row] = events.retentionDays;
    out.cnt.data[row * 2] = n;
  }
}
