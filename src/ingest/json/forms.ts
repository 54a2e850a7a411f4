// Records that come as a list inside of one object, form by form. An ordinary record may have a list of the same name:
// what anything else could look like is left whole.

import { JsonFields } from './fields.ts';
import { loggersNames, names } from './names.ts';
import { timeOf } from './meanings.ts';
import { bytesOfBase64 } from '../encoding/base64.ts';
import { isNamed, jsonBytes, JsonReader, readMembers } from '../encoding/json-reader.ts';
import { besideRecord, isObject, type Json, type JsonObject, parseItem, sizeFault } from './text.ts';
import { Outcome } from '../outcome.ts';

interface Shape {
  /** Names of the list. */
  readonly lists: readonly string[];
  /** What each of its elements begins with. */
  readonly opensWith: number;
  /** Whether what stands beside the list, and its first element if there is one, are those of this form. */
  readonly is: (beside: JsonObject, first: Buffer | undefined) => boolean;
}

/** What an element is; undefined where it is none of this form. */
export type Form = Shape &
  (
    | {
        readonly of: 'records' | 'lines';
        readonly recordOf: (element: Json, beside: JsonObject) => JsonObject | undefined;
      }
    /** What somebody wrote: objects or a text, perhaps compressed. */
    | { readonly of: 'data'; readonly bytesOf: (element: Json) => Buffer | undefined }
    | { readonly of: 'objects'; readonly each: Forms }
    /** What is not for this door. */
    | { readonly of: 'another door'; readonly path: string }
  );

/** Forms that are looked for together. */
export class Forms {
  readonly all: readonly Form[];
  readonly names: ReadonlySet<string>;
  private readonly namesAsBytes: readonly Buffer[];

  constructor(all: readonly Form[]) {
    this.all = all;
    this.names = new Set(all.flatMap(({ lists }) => lists));
    this.namesAsBytes = Array.from(this.names, (name) => Buffer.from(name));
  }

  /** Which of their lists the reader's last text names. */
  listNamed(reader: JsonReader): string | undefined {
    return this.namesAsBytes.find((bytes) => isNamed(reader, bytes))?.toString();
  }
}

const { openList, openObject, quote } = jsonBytes;

/** What a record says of itself, and an envelope does not. */
const ownNames = [names.time, names.perhapsTime, names.message, ...loggersNames];

/** A subscription of CloudWatch has them beside their group and stream, CloudTrail and Azure's diagnostics have nothing else. */
const records: Form = {
  lists: ['logEvents', 'records', 'Records', 'logs', 'events'],
  opensWith: openObject,
  is: (beside, first) => first !== undefined && isRecord(first) && !isOwn(beside),
  of: 'records',
  recordOf: (element, beside) => (isObject(element) ? besideRecord(beside, element) : undefined),
};

/** As Amazon Data Firehose delivers to an endpoint: what its senders put in. */
const firehose: Form = {
  lists: ['records'],
  opensWith: openObject,
  is: (beside, first) =>
    first !== undefined &&
    Object.keys(beside).length === 2 &&
    typeof beside['requestId'] === 'string' &&
    typeof beside['timestamp'] === 'number' &&
    hasMembers(first, { data: quote }),
  of: 'data',
  bytesOf: (element) => {
    const data = isObject(element) ? element['data'] : undefined;
    return typeof data === 'string' ? bytesOfBase64(data) : undefined;
  },
};

/** Of a stream: `["<nanoseconds>", "<line>", {<metadata>}]`, beside its labels. */
const lokiStream: Form = {
  lists: ['values'],
  opensWith: openList,
  is: (beside) => isObject(beside['stream']),
  of: 'lines',
  recordOf: (element, { stream }) => {
    const [time, line, metadata] = Array.isArray(element) ? element : [];
    if (time === undefined || typeof line !== 'string') return undefined;
    return { ...objectOf(stream), ...objectOf(metadata), timeUnixNano: time, message: line };
  },
};

const loki: Form = {
  lists: ['streams'],
  opensWith: openObject,
  is: (beside, first) =>
    first !== undefined &&
    Object.keys(beside).length === 0 &&
    hasMembers(first, { stream: openObject, values: openList }),
  of: 'objects',
  each: new Forms([lokiStream]),
};

const otlp = (path: string, ...lists: string[]): Form => ({
  lists,
  opensWith: openObject,
  is: (beside) => Object.keys(beside).length === 0,
  of: 'another door',
  path,
});

const written = [
  records,
  loki,
  otlp('/v1/logs', 'resourceLogs', 'resource_logs'),
  otlp('/v1/traces', 'resourceSpans', 'resource_spans'),
  otlp('/v1/metrics', 'resourceMetrics', 'resource_metrics'),
];
/** Of a body. */
export const bodyForms = new Forms([firehose, ...written]);
/** Of what Firehose carries: not itself again. */
export const dataForms = new Forms(written);

/** These members and no others, with what they begin with. */
function hasMembers(text: Buffer, members: Readonly<Record<string, number>>): boolean {
  const found: string[] = [];
  const reader = new JsonReader(text);
  readMembers(reader, () => {
    const name = reader.written();
    if (found.length < 3) found.push(members[name] === reader.peek() ? name : '');
    reader.skip();
  });
  return found.length === Object.keys(members).length && Object.keys(members).every((name) => found.includes(name));
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function isOwn(beside: JsonObject): boolean {
  const fields = new JsonFields(beside, new Outcome());
  return (
    ownNames.some((list) => fields.hasOneOf(list)) || Object.values(beside).some((value) => typeof value === 'number')
  );
}

/** Whether it has a time or a message. */
function isRecord(text: Buffer): boolean {
  const item = sizeFault(text) === undefined ? parseItem(text) : undefined;
  if (!isObject(item)) return false;
  const fields = new JsonFields(item, new Outcome());
  return fields.has('message') || fields.has('msg') || fields.peek(names.time, timeOf) !== undefined;
}
