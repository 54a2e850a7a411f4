// Opens an object around a list of records where it lies, of whatever size, if it has one of the forms that are known.

import type { Form, Forms } from './forms.ts';
import { jsonBytes, JsonReader, readMembers } from '../encoding/json-reader.ts';
import { isObject, type JsonObject, parseItem } from './text.ts';

/** What stands beside the list becomes a part of each of its records. */
const besideBytesMax = 16 * 1024;

export interface Envelope {
  readonly form: Form;
  readonly beside: JsonObject;
  readonly list: Buffer;
  /** What the records become longer by, all together. */
  readonly copiedBytes: number;
}

/** Whether to look closer: cheap enough to be asked of every record. */
export function isPerhapsEnvelope(item: JsonObject, { names }: Forms): boolean {
  for (const name in item) if (Array.isArray(item[name]) && names.has(name)) return true;
  return false;
}

/** Of the text of an object; undefined for an ordinary record. */
export function openEnvelope(text: Buffer, forms: Forms): Envelope | undefined {
  const found = listIn(text, forms);
  if (found === undefined) return undefined;
  const { name, start, end } = found;
  const besideBytes = text.length - (end - start);
  if (besideBytes > besideBytesMax) return undefined;
  const whole = parseItem(Buffer.concat([text.subarray(0, start), Buffer.from('[]'), text.subarray(end)]));
  if (!isObject(whole)) return undefined;
  const beside = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
  const list = text.subarray(start, end);
  const { first, count, opensWith } = elementsOf(list);
  const form = forms.all.find(
    (one) => one.lists.includes(name) && (count === 0 || opensWith === one.opensWith) && one.is(beside, first),
  );
  return form === undefined ? undefined : { form, beside, list, copiedBytes: count * besideBytes };
}

export function* elementsIn(list: Buffer): Generator<Buffer, void, undefined> {
  const reader = new JsonReader(list);
  reader.expect(jsonBytes.openList);
  for (let more = !reader.takes(jsonBytes.closeList); more; more = reader.hasMore(jsonBytes.closeList)) {
    reader.peek();
    const start = reader.at;
    reader.skip();
    yield list.subarray(start, reader.at);
  }
  reader.finish();
}

/** The one list that has such a name. */
function listIn(text: Buffer, forms: Forms): { name: string; start: number; end: number } | undefined {
  const found: { name: string; start: number; end: number }[] = [];
  const reader = new JsonReader(text);
  readMembers(reader, () => {
    const name = forms.listNamed(reader);
    const isList = reader.peek() === jsonBytes.openList;
    const start = reader.at;
    reader.skip();
    if (isList && name !== undefined && found.length < 2) found.push({ name, start, end: reader.at });
  });
  return found.length === 1 ? found[0] : undefined;
}

/** `opensWith` is 0 where they are not all alike. */
function elementsOf(list: Buffer): { first: Buffer | undefined; count: number; opensWith: number } {
  let first: Buffer | undefined;
  let count = 0;
  let opensWith = 0;
  for (const element of elementsIn(list)) {
    if (count++ === 0) {
      first = element;
      opensWith = element[0] ?? 0;
    } else if (element[0] !== opensWith) opensWith = 0;
  }
  return { first, count, opensWith };
}
