// Each record of a body from its text, which is JSON, into a row; those in an envelope into one each.

import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import type { EventWriter } from '../events/event-writer.ts';
import { eachElement, isPerhapsEnvelope, openEnvelope } from './envelope.ts';
import { bodyForms, dataForms, type Form, type Forms } from './forms.ts';
import { startsWithObject, takeObjects } from './objects.ts';
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
import { readLogs } from '../otlp/logs.ts';
import { MalformedBody } from '../outcome.ts';
import { ProtoOut } from '../encoding/proto-out.ts';

/** By what stands beside records, and by what is compressed in it, a body becomes no longer than one may be. */
const madeBytesMax = 64 * 1024 * 1024;
const notObject = 'an element is not a JSON object';
const gzipMark = Buffer.from([0x1f, 0x8b]);

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

  take(text: Buffer): void {
    if (text.length < manyMembersBytesMin) this.takeItem(text, parseItem(text));
    else if (!this.takeEnvelope(text, this.forms)) this.parse(text, (item) => this.write(item));
  }

  /** What was parsed already. */
  takeItem(text: Buffer, item: Json | undefined): void {
    const isPerhaps = isObject(item) && isPerhapsEnvelope(item, this.forms);
    if (!isPerhaps || !this.takeEnvelope(text, this.forms)) this.write(item);
  }

  finish(): void {
    if (this.otherDoor !== undefined && this.writer.outcome.accepted === 0)
      throw new MalformedBody(`This is an OTLP request: send it to ${this.otherDoor}.`);
  }

  private takeEnvelope(text: Buffer, forms: Forms): boolean {
    const envelope = openEnvelope(text, forms);
    if (envelope === undefined) return false;
    const { form, beside, list, copiedBytes } = envelope;
    this.make(copiedBytes);
    if (form.of === 'another door') {
      this.otherDoor = form.path;
      this.writer.outcome.reject('unsupported', `an OTLP request belongs to ${form.path}`);
    } else eachElement(list, (element) => this.takeElement(element, form, beside));
    return true;
  }

  private takeElement(element: Buffer, form: Exclude<Form, { of: 'another door' }>, beside: JsonObject): void {
    if (form.of === 'objects') {
      if (!this.takeEnvelope(element, form.each)) this.reject('an element of the list is not what the others are');
      return;
    }
    this.parse(element, (item) => {
      if (form.of === 'data') this.takeData(form.bytesOf(item));
      else this.write(form.recordOf(item, beside), form.of === 'lines');
    });
  }

  /** Objects, or a text. */
  private takeData(bytes: Buffer | undefined): void {
    if (bytes === undefined) return this.reject('data of a record is not base64');
    const data = bytes.subarray(0, gzipMark.length).equals(gzipMark) ? this.inflate(bytes) : bytes;
    if (data === undefined || !isUtf8(data)) return this.reject('data of a record is neither text nor gzip of it');
    if (startsWithObject(data)) {
      const { forms } = this;
      this.forms = dataForms;
      takeObjects(data, this, this.writer.outcome);
      this.forms = forms;
    } else if (data.length > 0) this.write({ message: data.toString('utf8') });
  }

  private inflate(bytes: Buffer): Buffer | undefined {
    const maxOutputLength = Math.max(1, madeBytesMax - this.madeBytes);
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

  private make(bytes: number): void {
    this.madeBytes += bytes;
    if (this.madeBytes > madeBytesMax) throw tooLarge();
  }

  private parse(text: Buffer, use: (item: Json) => void): void {
    const fault = sizeFault(text);
    const item = fault === undefined ? parseItem(text) : undefined;
    if (item === undefined) this.reject(fault ?? notObject);
    else use(item);
  }

  private write(item: Json | undefined, isOutput = false): void {
    const { out, writer } = this;
    if (!isObject(item)) return this.reject(notObject);
    out.length = 0;
    writeRecord(out, this.withBeside(item), writer, isOutput);
    readLogs(out.asBytes(), writer);
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
