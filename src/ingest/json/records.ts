// Each record of a body from its text, which is JSON, into a row; those in an envelope into one each.

import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import type { EventWriter } from '../events/event-writer.ts';
import { type Envelope, isPerhapsEnvelope, openEnvelope } from './envelope.ts';
import { bodyForms, dataForms, type Form } from './forms.ts';
import { startsWithObject, takeElements, takeObjects } from './objects.ts';
import { writeRecord } from './record.ts';
import {
  besideRecord,
  isObject,
  type Json,
  type JsonObject,
  manyMembersBytesMin,
  parseItem,
  sizeFault,
} from './text.ts';
import { readLog } from '../otlp/logs.ts';
import { MalformedBody } from '../outcome.ts';
import { ProtoOut } from '../encoding/proto-out.ts';
import { isGzip } from '../receiving/body.ts';
import { bodyBytesMax } from '../receiving/budget.ts';
import type { Steps } from '../steps.ts';

const notObject = 'an element is not a JSON object';

/** What else is known of records, and what each of them becomes longer by. */
export interface Beside {
  readonly item: JsonObject;
  readonly bytes: number;
}

export class Records {
  /** Of those that come. */
  beside: Beside | undefined;
  private readonly out = new ProtoOut();
  private readonly writer: EventWriter;
  private forms = bodyForms;
  private madeBytes = 0;
  private otherDoor: string | undefined;

  constructor(writer: EventWriter) {
    this.writer = writer;
  }

  take(text: Buffer): Steps<void> | undefined {
    if (text.length < manyMembersBytesMin) return this.takeItem(text, parseItem(text));
    const envelope = openEnvelope(text, this.forms);
    if (envelope !== undefined) return this.takeEnvelope(envelope);
    const item = this.parse(text);
    if (item !== undefined) this.write(item);
    return undefined;
  }

  /** What was parsed already. */
  takeItem(text: Buffer, item: Json | undefined): Steps<void> | undefined {
    const isPerhaps = isObject(item) && isPerhapsEnvelope(item, this.forms);
    const envelope = isPerhaps ? openEnvelope(text, this.forms) : undefined;
    if (envelope !== undefined) return this.takeEnvelope(envelope);
    this.write(item);
    return undefined;
  }

  finish(): void {
    if (this.otherDoor !== undefined && this.writer.outcome.accepted === 0)
      throw new MalformedBody(`This is an OTLP request: send it to ${this.otherDoor}.`);
  }

  private *takeEnvelope({ form, beside, list, copiedBytes }: Envelope): Steps<void> {
    this.make(copiedBytes);
    if (form.of === 'another door') {
      this.otherDoor = form.path;
      this.writer.outcome.reject('unsupported', `an OTLP request belongs to ${form.path}`);
    } else yield* takeElements(list, (element) => this.takeElement(element, form, beside));
  }

  private takeElement(
    element: Buffer,
    form: Exclude<Form, { of: 'another door' }>,
    beside: JsonObject,
  ): Steps<void> | undefined {
    if (form.of === 'objects') {
      const envelope = openEnvelope(element, form.each);
      if (envelope !== undefined) return this.takeEnvelope(envelope);
      this.reject('an element of the list is not what the others are');
      return undefined;
    }
    const item = this.parse(element);
    if (item === undefined) return undefined;
    if (form.of === 'data') return this.takeData(form.bytesOf(item));
    this.write(form.recordOf(item, beside), form.of === 'lines');
    return undefined;
  }

  /** Objects, or a text. */
  private *takeData(bytes: Buffer | undefined): Steps<void> {
    if (bytes === undefined) return this.reject('data of a record is not base64');
    const data = isGzip(bytes) ? this.inflate(bytes) : bytes;
    if (data === undefined || !isUtf8(data)) return this.reject('data of a record is neither text nor gzip of it');
    if (startsWithObject(data)) {
      const { forms } = this;
      this.forms = dataForms;
      yield* takeObjects(data, this, this.writer.outcome);
      this.forms = forms;
    } else if (data.length > 0) this.write({ message: data.toString('utf8') });
  }

  private inflate(bytes: Buffer): Buffer | undefined {
    const maxOutputLength = Math.max(1, bodyBytesMax - this.madeBytes);
    let data: Buffer;
    try {
      data = gunzipSync(bytes, { maxOutputLength });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
      return undefined;
    }
    this.make(data.length);
    return data;
  }

  /** By what stands beside records, and by what is compressed in it, a body becomes no longer than one may be. */
  private make(bytes: number): void {
    this.madeBytes += bytes;
    if (this.madeBytes > bodyBytesMax) throw tooLarge();
  }

  /** Undefined for what is counted as none. */
  private parse(text: Buffer): Json | undefined {
    const fault = sizeFault(text);
    const item = fault === undefined ? parseItem(text) : undefined;
    if (item === undefined) this.reject(fault ?? notObject);
    return item;
  }

  private write(item: Json | undefined, isOutput = false): void {
    const { out, writer } = this;
    if (!isObject(item)) return this.reject(notObject);
    out.length = 0;
    writeRecord(out, this.withBeside(item), writer, isOutput);
    readLog(out.asBytes(), writer);
  }

  private withBeside(item: JsonObject): JsonObject {
    if (this.beside === undefined) return item;
    this.make(this.beside.bytes);
    return besideRecord(this.beside.item, item);
  }

  private reject(why: string): void {
    this.writer.outcome.reject('invalid_record', why);
  }
}

function tooLarge(): MalformedBody {
  return new MalformedBody('The body is too large once what is in it is unpacked.');
}
