const roomBytesMin = 1 << 20;
const roomBytesMax = 16 << 20;
const keptRoomsMax = 3;

/** Room of blocks that are stored, to be used again: where it comes and goes by the batch, garbage is collected by the batch. */
export class Rooms {
  private kept: Uint8Array[] = [];

  take(bytes: number): Uint8Array {
    const found = this.kept.findIndex((room) => bytes >= roomBytesMin && room.length >= bytes);
    const [room] = found === -1 ? [] : this.kept.splice(found, 1);
    // In steps, so that the next one fits though it is a little larger.
    return room ?? new Uint8Array(bytes < roomBytesMin ? bytes : Math.ceil(bytes / roomBytesMin) * roomBytesMin);
  }

  /** Nobody else may hold it any more. */
  give(block: Uint8Array): void {
    const room = new Uint8Array(block.buffer);
    if (room.length < roomBytesMin || room.length > roomBytesMax) return;
    this.kept.unshift(room);
    this.kept.length = Math.min(this.kept.length, keptRoomsMax);
  }
}

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
