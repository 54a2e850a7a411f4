export interface RoomSizes {
  /** Smaller ones are made anew; larger ones come in steps of it, so that the next one fits though it is a little larger. */
  readonly bytesMin: number;
  readonly bytesMax: number;
  readonly keptMax: number;
}

/** Room that is used again: where it comes and goes by the batch or the body, garbage is collected by the batch or the body. */
export class Rooms {
  private readonly sizes: RoomSizes;
  private kept: Uint8Array[] = [];

  constructor(sizes: RoomSizes) {
    this.sizes = sizes;
  }

  /** So many bytes at least; what was in them before may be there still. */
  take(bytes: number): Uint8Array {
    const { bytesMin } = this.sizes;
    const found = this.kept.findIndex((room) => bytes >= bytesMin && room.length >= bytes);
    const [room] = found === -1 ? [] : this.kept.splice(found, 1);
    return room ?? new Uint8Array(bytes < bytesMin ? bytes : Math.ceil(bytes / bytesMin) * bytesMin);
  }

  /** Or a part of it. Nobody else may hold it any more. */
  give(part: Uint8Array): void {
    const { bytesMin, bytesMax, keptMax } = this.sizes;
    const room = new Uint8Array(part.buffer);
    if (room.length < bytesMin || room.length > bytesMax) return;
    this.kept.unshift(room);
    this.kept.length = Math.min(this.kept.length, keptMax);
  }
}
