import { recordsPerRequestMax } from './limits.ts';

/** Different resources and scopes: each is read, named and told of by itself. A large cluster sends some ten thousand at once. */
export const originsPerRequestMax = 1 << 16;
const messagesMax = 5;

/** What a decoder knows about a request besides its bytes. Nothing in it comes from the body but the receipt. */
export interface IngestContext {
  readonly projectId: string;
  readonly retentionDays: number;
  /** The wall clock at arrival, in nanoseconds since 1970. */
  readonly receivedAtNs: bigint;
  /** A 64-bit hash of (project, door, body) in two unsigned lanes: event ids derive from it, and every row keeps it. */
  readonly receipt: { readonly hi: number; readonly lo: number };
}

const rejections = ['too_old', 'invalid_id', 'invalid_record', 'invalid_name', 'unsupported'] as const;
export type Rejection = (typeof rejections)[number];

/** The answer to one request: what was taken, what was not and why, and what was changed on the way. */
export class Outcome {
  /** Log records, spans, data points, lines or replay events. */
  accepted = 0;
  rejected = 0;
  readonly reasons = new Map<Rejection, number>();
  readonly messages: string[] = [];
  /** Values cut at a limit, with a mark in their place. */
  cutValues = 0;
  /** Attributes left out: beyond the number allowed, or a key given twice. */
  droppedAttributes = 0;
  /** Timestamps too far ahead, replaced by the time of arrival; what was sent is in the row's `meta`. */
  clampedTimestamps = 0;
  /** Texts that were not UTF-8 and were made so. */
  repairedTexts = 0;
  /** Trace or span ids of a wrong length, taken as absent where the protocol says so. */
  ignoredIds = 0;
  private readonly held = { resource: 0, scope: 0, metric: 0 };
  private readonly origins = new Set<number>();

  /** What holds records, with or without any in it. */
  hold(kind: keyof typeof this.held): void {
    if (++this.held[kind] > recordsPerRequestMax) throw new TooManyRecords(recordsPerRequestMax);
  }

  /** A resource or scope whose bytes have this hash. */
  comeFrom(hash: number): void {
    this.origins.add(hash);
    if (this.origins.size > originsPerRequestMax)
      throw new TooManyRecords(originsPerRequestMax, 'resources and scopes');
  }

  reject(reason: Rejection, message: string, count = 1): void {
    this.count(reason, count);
    this.say(message);
    if (this.rejected > recordsPerRequestMax) throw new TooManyRecords(recordsPerRequestMax);
  }

  /** What was rejected before the rest was read. */
  include({ reasons, messages }: Outcome): void {
    for (const [reason, count] of reasons) this.count(reason, count);
    for (const message of messages) this.say(message);
  }

  private count(reason: Rejection, count: number): void {
    this.rejected += count;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + count);
  }

  private say(message: string): void {
    if (this.messages.length < messagesMax && !this.messages.includes(message)) this.messages.push(message);
  }
}

/** The body as a whole cannot be read: nothing of it was taken, and sending it again cannot help (400). */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody';
}

/** The body is within its size, and has more records than one request may: nothing of it was taken (413). */
export class TooManyRecords extends Error {
  override readonly name = 'TooManyRecords';
  constructor(recordsMax: number, what = 'records of a kind') {
    super(`A request may have ${recordsMax} ${what}; send smaller batches.`);
  }
}
