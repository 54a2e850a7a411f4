// How many bytes of requests may be in memory between their arrival and their commit, and whose.

import { Rooms } from './rooms.ts';

export interface BudgetLimits {
  /** Inflated bytes of all requests that are not committed yet. */
  readonly totalBytesMax: number;
  /** What a project may hold while it is alone; with others it is an equal share, but never less than `shareBytesMin`. */
  readonly aloneBytesMax: number;
  readonly shareBytesMin: number;
}

const mebibyte = 1024 * 1024;
/** After decompression, of any body. */
export const bodyBytesMax = 64 * mebibyte;
/** A larger body goes into the one room for such, as it comes. */
export const largeBytesMin = 16 * mebibyte;
/** How long the room for a large body is kept when nobody needs it. */
const idleMs = 2_000;
/** A body that comes into it more slowly would not be whole in the minute that a request may take. */
const bytesPerMsMin = bodyBytesMax / 60_000;
/** So long a body may come as it likes. */
const graceMs = 5_000;
/** Of other bodies; one that came in a single piece needs none. */
const bodyRooms = { bytesMin: 64 * 1024, bytesMax: 4 * mebibyte, keptMax: 4 };
export const budgetLimits: BudgetLimits = {
  totalBytesMax: 112 * mebibyte,
  aloneBytesMax: 80 * mebibyte,
  shareBytesMin: 8 * mebibyte,
};

/** `share`: the project is over its share, others go on (429). `full`: nothing is left for anybody (503). */
export type Refusal = 'share' | 'full';

export class ByteBudget {
  private readonly limits: BudgetLimits;
  private readonly held = new Map<string, number>();
  private total = 0;
  /** Who has the room, and since when. */
  private lentTo: Reservation | undefined;
  private lentMs = 0;
  private room: Buffer | undefined;
  private readonly rooms = new Rooms(bodyRooms);
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(limits: BudgetLimits) {
    this.limits = limits;
  }

  get usedBytes(): number {
    return this.total;
  }

  heldBy(projectId: string): number {
    return this.held.get(projectId) ?? 0;
  }

  /**
   * `ofBody`: what the body at hand holds already. The only one of its project may go beyond a share, as long as others have
   * left what one project alone leaves them: where there are many, a share is less than a body may have.
   */
  take(projectId: string, bytes: number, ofBody = 0): Refusal | undefined {
    const { totalBytesMax, aloneBytesMax } = this.limits;
    const held = this.heldBy(projectId);
    if (this.total + bytes > totalBytesMax) return 'full';
    const isOnly = held === ofBody && this.total + bytes <= aloneBytesMax;
    if (!isOnly && held + bytes > this.shareOf(projectId)) return 'share';
    this.held.set(projectId, held + bytes);
    this.total += bytes;
    return undefined;
  }

  give(projectId: string, bytes: number): void {
    const left = this.heldBy(projectId) - bytes;
    if (left > 0) this.held.set(projectId, left);
    else this.held.delete(projectId);
    this.total -= bytes;
  }

  /**
   * Room for a body of so many bytes. There is one for large ones; undefined while another has it, who may come again. One
   * that comes too slowly has to leave it to whoever asks next.
   */
  lend(bytes: number, to: Reservation): Buffer | undefined {
    if (bytes <= largeBytesMin) {
      const room = this.rooms.take(bytes);
      return Buffer.from(room.buffer, room.byteOffset, room.length);
    }
    const nowMs = performance.now();
    if (this.lentTo?.isFast(nowMs - this.lentMs) === true) return undefined;
    this.lentTo?.evict();
    this.lentTo = to;
    this.lentMs = nowMs;
    clearTimeout(this.idleTimer);
    return (this.room ??= Buffer.allocUnsafeSlow(bodyBytesMax));
  }

  takeBack(room: Buffer): void {
    if (room !== this.room) return this.rooms.give(room);
    this.lentTo = undefined;
    this.idleTimer = setTimeout(() => (this.room = undefined), idleMs).unref();
  }

  private shareOf(projectId: string): number {
    const { aloneBytesMax, totalBytesMax, shareBytesMin } = this.limits;
    const projects = this.held.size + (this.held.has(projectId) ? 0 : 1);
    if (projects === 1) return aloneBytesMax;
    return Math.max(shareBytesMin, Math.min(aloneBytesMax, totalBytesMax / projects));
  }
}

/** What one request holds of the budget; it grows while its body is read, and is given back once. */
export class Reservation {
  private readonly budget: ByteBudget;
  private readonly projectId: string;
  private bytes = 0;
  private isOver = false;
  private room: Buffer | undefined;
  /** The body is not whole yet. */
  isComing = true;
  isEvicted = false;

  constructor(budget: ByteBudget, projectId: string) {
    this.budget = budget;
    this.projectId = projectId;
  }

  get heldBytes(): number {
    return this.bytes;
  }

  grow(bytes: number): Refusal | undefined {
    if (this.isOver) throw new Error('a reservation was used after it was given back');
    const refusal = this.budget.take(this.projectId, bytes, this.bytes);
    if (refusal === undefined) this.bytes += bytes;
    return refusal;
  }

  /** Room for the body, until it is read or refused. */
  borrow(bytes: number): Buffer | undefined {
    return (this.room ??= this.budget.lend(bytes, this));
  }

  /** Whether a large body is whole, or came fast enough in the time that it has had the room. */
  isFast(sinceMs: number): boolean {
    return !this.isComing || sinceMs < graceMs || this.bytes - largeBytesMin > sinceMs * bytesPerMsMin;
  }

  /** Another body comes into the room now: nothing of this one is left. */
  evict(): void {
    this.room = undefined;
    this.isEvicted = true;
  }

  /** The body was read: nothing looks at its bytes any more. */
  returnBorrowed(): void {
    if (this.room !== undefined) this.budget.takeBack(this.room);
    this.room = undefined;
  }

  release(): void {
    this.returnBorrowed();
    if (this.isOver) return;
    this.isOver = true;
    this.budget.give(this.projectId, this.bytes);
  }
}
