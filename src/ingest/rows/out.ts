/** Where a sealed block is written to. */
export class Out {
  bytes: Uint8Array;
  length = 0;

  constructor(room: Uint8Array) {
    this.bytes = room;
  }

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  varint(value: number): void {
    this.reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.length++] = rest;
  }

  u64(value: number): void {
    this.reserve(8);
    new DataView(this.bytes.buffer).setUint32(this.length, value >>> 0, true);
    new DataView(this.bytes.buffer).setUint32(this.length + 4, Math.floor(value / 2 ** 32), true);
    this.length += 8;
  }

  raw(source: Uint8Array): void {
    this.reserve(source.length);
    this.bytes.set(source, this.length);
    this.length += source.length;
  }

  text(value: string): void {
    const encoded = Buffer.from(value, 'utf8');
    this.varint(encoded.length);
    this.raw(encoded);
  }
}
