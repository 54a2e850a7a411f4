// What somebody wrote as JSON, and a shipper carries as a text: log files of containers, streams of Loki, events of
// CloudWatch. A record comes out of its text, and what carried it stands beside it; of any other object the fields do.

import type { RequestClock } from '../clock.ts';
import { jsonBytes } from '../encoding/json-reader.ts';
import { JsonFields } from './fields.ts';
import { loggersNames, names } from './names.ts';
import { isKept, levelOf, ownTimeOf, timeOf } from './meanings.ts';
import { besideRecord, isObject, type JsonObject, parseItem, sizeFault, textOf } from './text.ts';
import { Outcome } from '../outcome.ts';

/** A file of Docker's that was read as text, and sent on as text, has three. */
const levelsMax = 4;
/** A line of a log file as Kubernetes' runtimes write it. */
const criLine = /^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) (stdout|stderr) ([FP]) (.*)$/s;
const quiet = new Outcome();

interface Unwrapped {
  readonly item: JsonObject;
  readonly fields: JsonFields;
  /** Of an object in its text that is no record: attributes, and nothing else. */
  readonly more: JsonFields | undefined;
}

/** `isOutput`: the text is what somebody wrote, whatever the record says of itself. */
export function unwrap(sent: JsonObject, clock: RequestClock, outcome: Outcome, isOutput: boolean): Unwrapped {
  let item = sent;
  let fields = new JsonFields(sent, outcome);
  for (let level = 0; level < levelsMax; level++) {
    const text = fields.peek(names.message, textOf);
    const inner = text === undefined ? undefined : objectIn(text);
    if (inner === undefined) break;
    const isCarrier = (isOutput && level === 0) || !loggersNames.some((list) => fields.hasOneOf(list));
    const name = Object.keys(item).find((key) => item[key] === text);
    if (!isCarrier || name === undefined) break;
    const innerFields = new JsonFields(inner, quiet);
    const time = innerFields.peek(names.time, timeOf);
    // Whose time it is would be lost with the record.
    if (time !== undefined && !isKept(time, clock)) break;
    if (!isRecord(inner, innerFields, clock)) return { item, fields, more: innerFields };
    const told = [
      innerFields.peek(names.message, textOf) === undefined ? undefined : name,
      time === undefined ? undefined : fields.find(names.time, timeOf)?.key,
    ];
    const carrier = Object.fromEntries(Object.entries(item).filter(([key]) => !told.includes(key)));
    item = besideRecord(carrier, inner);
    fields = new JsonFields(item, outcome);
  }
  return { item, fields, more: undefined };
}

function objectIn(text: string): JsonObject | undefined {
  if (text.charCodeAt(0) !== jsonBytes.openObject) {
    const [, time = '', stream = '', logtag = '', log] = criLine.exec(text) ?? [];
    return log === undefined ? undefined : { time, stream, logtag, log };
  }
  const bytes = Buffer.from(text);
  const value = sizeFault(bytes) === undefined ? parseItem(bytes) : undefined;
  return isObject(value) ? value : undefined;
}

/** What has two of a time, a level and a message, or a text under the name that none but shippers give it. */
function isRecord(item: JsonObject, fields: JsonFields, clock: RequestClock): boolean {
  if (typeof item['log'] === 'string') return true;
  const found = [
    fields.peek(names.time, timeOf) ?? fields.peek(names.perhapsTime, (value) => ownTimeOf(value, clock)),
    fields.peek(names.level, levelOf),
    fields.peek(names.message, textOf),
  ];
  return found.filter((part) => part !== undefined).length >= 2;
}
