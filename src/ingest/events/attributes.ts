// Attributes of logs and spans, from the wire into the three maps of their row. This is where most of the time goes:
// a known key costs a comparison, a text one copy, and nothing is made for either.

import { base64 } from '../encoding/base64.ts';
import { type JsonOut, toLastValue } from '../encoding/json-out.ts';
import { attributeBytesMax, attributesPerRecordMax, keyBytesMax } from '../limits.ts';
import { toDouble } from '../encoding/numbers.ts';
import type { Outcome } from '../outcome.ts';
import { Key, KeyTable } from '../rows/keys.ts';
import type { EventRows } from '../rows/events.ts';
import { valueTypes } from '../rows/types.ts';
import { role, roleOfKey, rolesMax } from './roles.ts';
import { templateAttributes } from './shape.ts';
import { appendAsciiOf, appendDouble, appendInteger, appendShort, appendText, fitted } from '../encoding/text.ts';
import { takeKeyValue, type Wire } from '../encoding/wire.ts';

/** The longest text of a number. */
const numberBytesMax = 32;
/** What a value may take beyond its limit: its length, and a mark where the limit is shorter than that. */
const cutBytesMax = 64;

export class AttributeReader {
  readonly keys = new KeyTable(roleOfKey);
  /** One bit for each role that the record has; where its value is (of an integer: its lanes), and its number. */
  roles = 0;
  readonly roleStart = new Int32Array(rolesMax);
  readonly roleEnd = new Int32Array(rolesMax);
  readonly roleType = new Uint8Array(rolesMax);
  readonly roleNumber = new Float64Array(rolesMax);
  /** How often the request had each key with each type, by `key.id * 8 + type`; and which it had at all. */
  readonly uses = new Uint32Array((1 << 16) * 8 + 8);
  readonly used: number[] = [];
  /** For each of `used` its first text: in whose rows, and where its length stands. */
  readonly usedIn: EventRows[] = [];
  readonly usedAt: number[] = [];
  private readonly json: JsonOut;
  private templateRank = 0;
  private stamp = 0;
  /** Where the text of the value at hand starts. */
  private textAt = 0;
  /** Room that the rest of the record may need. */
  private recordBytesMax = 0;
  private readonly first = new Key(0, new Uint8Array(0), 0, 0);
  private last = this.first;

  constructor(json: JsonOut) {
    this.json = json;
  }

  /** All KeyValues in the fields of this tag between `from` and `end`. Gives the number that were too many. */
  readAll(wire: Wire, from: number, end: number, tag: number, rows: EventRows, row: number, outcome: Outcome): number {
    this.start(rows, end - from);
    const outer = wire.end;
    wire.end = end;
    wire.at = from;
    const most = rows.attrs.count + attributesPerRecordMax;
    let over = 0;
    while (wire.at < end) {
      const found = wire.tag();
      if (found !== tag) {
        wire.skip(found);
        continue;
      }
      const length = wire.length();
      if (rows.attrs.count < most) this.read(wire, wire.at + length, rows, outcome);
      else {
        over++;
        wire.at += length;
      }
    }
    wire.end = outer;
    outcome.droppedAttributes += over;
    rows.attrs.endRow(row);
    rows.attrsTypes.endRow(row);
    return over;
  }

  /** Those to come get the numbers of those that were: none of these may be met any more. */
  forgetKeys(): void {
    this.keys.clear();
    this.first.next = undefined;
  }

  forgetUses(): void {
    for (const slot of this.used) this.uses[slot] = 0;
    this.used.length = 0;
    this.usedIn.length = 0;
    this.usedAt.length = 0;
  }

  private start(rows: EventRows, size: number): void {
    this.roles = 0;
    this.templateRank = templateAttributes.length;
    this.stamp = (this.stamp + 1) | 0;
    this.last = this.first;
    const most = Math.min(size >>> 1, attributesPerRecordMax) + 1;
    // A byte that is no UTF-8 becomes three; a number of ten bytes may take 25. Long values are cut.
    this.recordBytesMax = Math.min(size * 4 + numberBytesMax, most * (attributeBytesMax + cutBytesMax));
    rows.attrs.values.reserve(this.recordBytesMax);
    rows.attrs.reserve(most);
    rows.attrsTypes.reserve(most);
  }

  /** One KeyValue, from `wire.at` to `end`. */
  private read(wire: Wire, end: number, rows: EventRows, outcome: Outcome): void {
    const bytes = wire.bytes;
    const at = wire.at;
    // As every sender writes it: key, then value, each with a short length.
    if (at + 4 <= end && bytes[at] === 0x0a) {
      const keyStart = at + 2;
      const keyEnd = keyStart + (bytes[at + 1] as number);
      if (keyEnd + 2 <= end && keyEnd - keyStart < 0x80 && bytes[keyEnd] === 0x12) {
        let valueStart = keyEnd + 2;
        let length = bytes[keyEnd + 1] as number;
        if (length >= 0x80 && valueStart < end) length = (length & 0x7f) | ((bytes[valueStart++] as number) << 7);
        if (valueStart + length === end) {
          wire.at = end;
          this.value(wire, this.keyOf(wire, keyStart, keyEnd, outcome), valueStart, end, rows, outcome);
          return;
        }
      }
    }
    this.readAnyOrder(wire, end, rows, outcome);
  }

  private readAnyOrder(wire: Wire, end: number, rows: EventRows, outcome: Outcome): void {
    const outer = wire.end;
    wire.end = end;
    const { key, value } = takeKeyValue(wire);
    const known = this.keyOf(wire, key.start, key.end, outcome);
    this.value(wire, known, value.start, value.end, rows, outcome);
    wire.at = end;
    wire.end = outer;
  }

  private keyOf(wire: Wire, start: number, end: number, outcome: Outcome): Key {
    const next = this.last.next;
    if (next !== undefined && next.matchesIn(wire, start, end)) {
      this.last = next;
      return next;
    }
    const key = this.findKey(wire.bytes, start, end, outcome);
    this.last.next = key;
    this.last = key;
    return key;
  }

  private findKey(bytes: Uint8Array, start: number, end: number, outcome: Outcome): Key {
    const known = this.keys.lookUp(bytes, start, end);
    if (known !== undefined) return known;
    const fitting = fitted(bytes, start, end, keyBytesMax, outcome);
    return this.keys.find(fitting, 0, fitting.length);
  }

  /** An AnyValue that reaches from `start` to `end`. */
  private value(wire: Wire, key: Key, start: number, end: number, rows: EventRows, outcome: Outcome): void {
    if (key.stamp === this.stamp && key.id !== 0) {
      outcome.droppedAttributes++;
      return;
    }
    key.stamp = this.stamp;
    const bytes = wire.bytes;
    const attrs = rows.attrs;
    const entry = attrs.count;
    // Known to be an integer, it is stored without a way through a double.
    const index = rows.attrKeys.ofKey(key) | 0;
    attrs.keyData[entry] = index;
    attrs.count = entry + 1;
    attrs.values.count = entry + 1;
    this.textAt = attrs.values.length;
    if (bytes[start] === 0x0a && start + 1 < end) {
      let textStart = start + 2;
      let length = bytes[start + 1] as number;
      if (length >= 0x80 && textStart < end) length = (length & 0x7f) | ((bytes[textStart++] as number) << 7);
      if (textStart + length === end) {
        if (length > attributeBytesMax || !appendAsciiOf(attrs.values, wire.view, textStart, length))
          appendText(attrs.values, bytes, textStart, end, attributeBytesMax, outcome);
        this.use(key, valueTypes.string, rows);
        if (key.role !== 0) this.note(key, valueTypes.string, textStart, end, 0);
        return;
      }
    }
    const outerEnd = wire.end;
    const outerAt = wire.at;
    wire.at = start;
    wire.end = end;
    this.otherValue(wire, key, index, rows, outcome);
    wire.at = outerAt;
    wire.end = outerEnd;
  }

  private otherValue(wire: Wire, key: Key, index: number, rows: EventRows, outcome: Outcome): void {
    const out = rows.attrs.values;
    const tag = toLastValue(wire);
    switch (tag) {
      case 0x18:
        wire.varint();
        this.type(rows, index, valueTypes.int);
        appendInteger(out, wire.hi, wire.lo);
        this.typed(rows, key, valueTypes.int, wire.hi, wire.lo, toDouble(wire.hi, wire.lo));
        return;
      case 0x21: {
        const value = wire.double();
        this.type(rows, index, valueTypes.double);
        appendDouble(out, value);
        this.typed(rows, key, valueTypes.double, 0, 0, value);
        return;
      }
      case 0x10:
        wire.varint();
        appendShort(out, (wire.lo | wire.hi) === 0 ? 'false' : 'true');
        this.type(rows, index, valueTypes.bool);
        this.typed(rows, key, valueTypes.bool, 0, 0, 0);
        return;
      case 0x0a: {
        const length = wire.length();
        appendText(out, wire.bytes, wire.at, wire.at + length, attributeBytesMax, outcome);
        this.typed(rows, key, valueTypes.string, wire.at, wire.at + length, 0);
        return;
      }
      case 0x3a: {
        const length = wire.length();
        this.long(rows, Buffer.from(base64(wire.bytes, wire.at, wire.at + length)), index, valueTypes.bytes, outcome);
        this.typed(rows, key, valueTypes.bytes, 0, 0, 0);
        return;
      }
      case 0x2a:
      case 0x32: {
        const type = tag === 0x2a ? valueTypes.array : valueTypes.map;
        const length = wire.length();
        const start = wire.at;
        const { json } = this;
        json.restart(outcome, attributeBytesMax);
        if (tag === 0x2a) json.list(wire, start + length, 1);
        else json.map(wire, start + length, 1);
        this.long(rows, json.asBytes(), index, type, outcome);
        this.typed(rows, key, type, start, start + length, 0);
        return;
      }
      default:
        out.bytes[out.length++] = 0;
        this.type(rows, index, valueTypes.empty);
        this.typed(rows, key, valueTypes.empty, 0, 0, 0);
    }
  }

  private type(rows: EventRows, index: number, type: number): void {
    const types = rows.attrsTypes;
    types.keyData[types.count] = index;
    types.values.data[types.count++] = type;
  }

  /** A text that may be longer than what it was on the wire. One that has to be cut is a text from then on. */
  private long(rows: EventRows, text: Uint8Array, index: number, type: number, outcome: Outcome): void {
    const out = rows.attrs.values;
    out.reserve(text.length + this.recordBytesMax);
    if (text.length <= attributeBytesMax) this.type(rows, index, type);
    appendText(out, text, 0, text.length, attributeBytesMax, outcome);
  }

  private typed(rows: EventRows, key: Key, type: number, start: number, end: number, value: number): void {
    this.use(key, type, rows);
    if (key.role !== 0) this.note(key, type, start, end, value);
  }

  private use(key: Key, type: number, rows: EventRows): void {
    const slot = key.id * 8 + type;
    const before = this.uses[slot] as number;
    this.uses[slot] = before + 1;
    if (before === 0) {
      this.used.push(slot);
      this.usedIn.push(rows);
      this.usedAt.push(this.textAt);
    }
  }

  private note(key: Key, type: number, start: number, end: number, value: number): void {
    const which = key.role;
    if (which === role.template) {
      const rank = templateAttributes.indexOf(key.text);
      if (type !== valueTypes.string || start === end || rank >= this.templateRank) return;
      this.templateRank = rank;
    }
    this.roles |= 1 << which;
    this.roleStart[which] = start;
    this.roleEnd[which] = end;
    this.roleType[which] = type;
    this.roleNumber[which] = value;
  }
}
