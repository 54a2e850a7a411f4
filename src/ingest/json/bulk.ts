// A bulk request of Elasticsearch: what is to be done, an object alone on its line, and behind it the document.

import { endOfLine, startOf, type Taker } from './objects.ts';
import type { Records } from './records.ts';
import { isObject, type Json, type JsonObject, manyMembersBytesMin, parseItem } from './text.ts';
import { jsonBytes } from '../encoding/json-reader.ts';
import { MalformedBody } from '../outcome.ts';
import type { Steps } from '../steps.ts';

const actions: ReadonlySet<string> = new Set(['index', 'create', 'update', 'delete']);
const stored: ReadonlySet<string> = new Set(['index', 'create']);
const metadata: ReadonlySet<string> = new Set(
  (
    '_index _type _id routing _routing pipeline version _version version_type _version_type op_type require_alias ' +
    'require_data_stream list_executed_pipelines dynamic_templates if_seq_no if_primary_term retry_on_conflict'
  ).split(' '),
);

/** Whether it begins with an action, and goes on. */
export function isBulk(source: Buffer): boolean {
  const start = startOf(source);
  const end = endOfLine(source, start);
  if (end - start > manyMembersBytesMin || source[startOf(source.subarray(end)) + end] !== jsonBytes.openObject)
    return false;
  return actionOf(parseItem(source.subarray(start, end))) !== undefined;
}

export class Documents implements Taker {
  private readonly records: Records;

  constructor(records: Records) {
    this.records = records;
  }

  take(text: Buffer): Steps<void> | undefined {
    return this.records.take(text);
  }

  takeItem(text: Buffer, item: Json): Steps<void> | undefined {
    const action = actionOf(item);
    if (action === undefined) return this.records.takeItem(text, item);
    if (!stored.has(action.name))
      throw new MalformedBody('A bulk request may index and create; what is stored is neither changed nor deleted.');
    this.records.beside = { item: action.metadata, bytes: text.length };
    return undefined;
  }
}

function actionOf(item: Json | undefined): { name: string; metadata: JsonObject } | undefined {
  if (!isObject(item)) return undefined;
  const [first, ...others] = Object.entries(item);
  if (first === undefined || others.length > 0) return undefined;
  const [name, value] = first;
  const isAction = actions.has(name) && isObject(value) && Object.keys(value).every((key) => metadata.has(key));
  return isAction ? { name, metadata: value } : undefined;
}
