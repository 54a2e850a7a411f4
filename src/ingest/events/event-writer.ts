// What logs and spans have in common: their time, id, origin, and the columns derived from attributes.

import { msPerDay } from '../../lib/time.ts';
import type { Hash64 } from '../../lib/hash64.ts';
import { hashTexts } from '../../lib/hash64.ts';
import type { AttributeReader } from './attributes.ts';
import type { Endpoints } from './endpoints.ts';
import { writeEventId } from './event-id.ts';
import type { JsonOut } from '../encoding/json-out.ts';
import { levelNames, levelOf } from './levels.ts';
import { futureMsMax } from '../limits.ts';
import { appendLength } from '../encoding/text.ts';
import { type Lanes, lanesOf, nanosToMs, uint64, uint64Text } from '../encoding/numbers.ts';
import type { Resource, Resources, Scope } from '../origin.ts';
import { noScope } from '../origin.ts';
import { Outcome } from '../outcome.ts';
import type { IngestContext } from '../outcome.ts';
import type { EventRows } from '../rows/events.ts';
import { kinds } from '../rows/events.ts';
import { repeatRow } from '../rows/nested.ts';
import { addResource, BoundResource, type ResourceWords } from '../rows/resource-words.ts';
import type { RowSink } from '../rows/sink.ts';
import type { Seen } from '../seen.ts';

const nsPerMs = 1_000_000;
const exactMax = Number.MAX_SAFE_INTEGER;
const futureNsMax = futureMsMax * nsPerMs;
/** What rows have in common is written for so many at once: what they take is seen before there are more. */
const sharedRowsMax = 1024;

interface MetaEntry {
  readonly key: number;
  readonly text: Buffer;
}

let bindings = 0;

/** The clock of a request: every timestamp is judged against its arrival. */
export class RequestClock {
  readonly nowHi: number;
  readonly nowLo: number;
  readonly nowMs: number;
  readonly oldestMs: number;
  private readonly nowRestNs: number;
  /** The last resolved time, and whether it replaced one too far ahead. */
  hi = 0;
  lo = 0;
  ms = 0;
  wasClamped = false;
  private sentHi = 0;
  private sentLo = 0;

  constructor(context: IngestContext) {
    const now = lanesOf(context.receivedAtNs);
    this.nowHi = now.hi;
    this.nowLo = now.lo;
    this.nowMs = nanosToMs(now.hi, now.lo);
    this.nowRestNs = Number(context.receivedAtNs % BigInt(nsPerMs));
    this.oldestMs = this.nowMs - context.retentionDays * msPerDay;
  }

  /** Sent, else observed, else received; received too when it is too far ahead. False when it is too old to keep. */
  resolve(hi: number, lo: number, observedHi: number, observedLo: number): boolean {
    this.wasClamped = false;
    let h = hi;
    let l = lo;
    if ((h | l) === 0) {
      h = observedHi;
      l = observedLo;
    }
    if ((h | l) === 0) {
      h = this.nowHi;
      l = this.nowLo;
    }
    let ahead = ((h >>> 0) - (this.nowHi >>> 0)) * 0x1_0000_0000 + ((l >>> 0) - (this.nowLo >>> 0));
    if (ahead > futureNsMax) {
      this.wasClamped = true;
      this.sentHi = h;
      this.sentLo = l;
      h = this.nowHi;
      l = this.nowLo;
      ahead = 0;
    }
    this.hi = h;
    this.lo = l;
    this.ms = ahead > -exactMax ? this.nowMs + Math.floor((ahead + this.nowRestNs) / nsPerMs) : nanosToMs(h, l);
    return this.ms >= this.oldestMs;
  }

  /** A time of the clock that the last one was replaced for, moved as far as that one; as it is where it cannot be its. */
  moved(hi: number, lo: number): Lanes {
    const time = uint64(hi, lo);
    const moved = time - uint64(this.sentHi, this.sentLo) + uint64(this.nowHi, this.nowLo);
    return lanesOf(moved < 0n ? time : moved);
  }

  get day(): number {
    return Math.floor(this.ms / msPerDay);
  }
}

/** One request's logs or spans on their way into a sink. */
export class EventWriter {
  readonly outcome = new Outcome();
  /** For what is copied a second time: its cuts were counted the first time. */
  readonly quiet = new Outcome();
  readonly looksAhead: boolean;
  readonly clock: RequestClock;
  readonly attributes: AttributeReader;
  readonly json: JsonOut;
  resource: Resource;
  private readonly resources: Resources;
  private readonly context: IngestContext;
  readonly sink: RowSink;
  readonly endpoints: Endpoints;
  private readonly kind: number;
  readonly projectHash: Hash64;
  /** Names the resource, scope and block at hand: what was learned of words under one means nothing under another. */
  binding = 0;
  private readonly metResources = new Set<Resource>();
  private readonly metScopes = new Set<Scope>();
  private scope: Scope = noScope;
  private schemaUrl = '';
  private resourceSchemaUrl = '';
  private rows: EventRows | undefined;
  private epoch = -1;
  /** The rows that were added since their origin changed. */
  private runRows: EventRows | undefined;
  private runStart = 0;
  private record = 0;
  // The origin as the block at hand has it.
  private projectWord = 0;
  private serviceWord = 0;
  private envWord = 0;
  private hostWord = 0;
  private podWord = 0;
  private scopeNameWord = 0;
  private scopeVersionWord = 0;
  private readonly boundResource = new BoundResource();
  private resourceWords: ResourceWords | undefined;
  private originMeta: MetaEntry[] = [];
  private readonly levelWords = new Int32Array(levelNames.length);

  constructor(sink: RowSink, context: IngestContext, kind: number) {
    this.sink = sink;
    this.context = context;
    this.kind = kind;
    this.looksAhead = sink.lateOrigins.has(context.projectId);
    this.clock = new RequestClock(context);
    this.projectHash = hashTexts(0, [context.projectId]);
    this.attributes = sink.attributes;
    this.resources = sink.resources;
    this.endpoints = sink.endpoints;
    this.json = sink.json;
    this.resource = this.resources.read(new Uint8Array(0), 0, 0, this.outcome);
  }

  get projectId(): string {
    return this.context.projectId;
  }

  /** Whether the store should be told of this thing of the project now. */
  isNews(seen: Seen, hi: number, lo: number): boolean {
    const { projectHash } = this;
    return seen.isNews(hi ^ projectHash.hi, lo ^ projectHash.lo, this.clock.nowMs);
  }

  startResource(bytes: Uint8Array, start: number, end: number, schemaUrl: string): void {
    const resource = this.resources.read(bytes, start, end, this.outcome);
    if (resource === this.resource && schemaUrl === this.resourceSchemaUrl) return;
    this.resource = resource;
    this.resourceSchemaUrl = schemaUrl;
    this.metResources.add(resource);
    this.rows = undefined;
  }

  startScope(scope: Scope, schemaUrl: string): void {
    const { scope: last } = this;
    const isPlain = scope.entries.length + last.entries.length + scope.droppedAttributes + last.droppedAttributes === 0;
    if (isPlain && scope.name === last.name && scope.version === last.version && schemaUrl === this.schemaUrl) return;
    this.scope = scope;
    this.schemaUrl = schemaUrl;
    if (scope.entries.length > 0) this.metScopes.add(scope);
    this.rows = undefined;
  }

  /** Counts a record that is not kept; the ids of those after it stay what they are. */
  skipRecord(): void {
    this.record++;
  }

  /** The block for the time that the clock resolved last. */
  block(): EventRows {
    const day = this.clock.day;
    const known = this.rows;
    if (known !== undefined && known.day === day && known.epoch === this.epoch) {
      if (known.rows - this.runStart >= sharedRowsMax) this.fillShared();
      return known;
    }
    const rows = this.sink.events(day, this.context.retentionDays);
    this.fillShared();
    this.rows = rows;
    this.epoch = rows.epoch;
    this.runRows = rows;
    this.runStart = rows.rows;
    this.bind(rows);
    return rows;
  }

  /** What of a row is neither the record's own nor the same for all rows of its origin. */
  fillOrigin(rows: EventRows, row: number, size: number): void {
    const { clock, context } = this;
    const two = row * 2;
    rows.ts.data[two] = clock.lo;
    rows.ts.data[two + 1] = clock.hi;
    writeEventId(rows.id.data, row * 4, clock.ms, context.receipt, this.record++);
    rows.size.data[row] = size;
    const { originMeta } = this;
    for (let i = 0; i < originMeta.length; i++) {
      const { key, text } = originMeta[i] as MetaEntry;
      addMeta(rows, key, text);
    }
  }

  /** What the rows have in common that were added since, and since the last change of their origin. */
  private fillShared(): void {
    const { runRows: rows, runStart: from, context, resourceWords } = this;
    if (rows === undefined || resourceWords === undefined || rows.rows === from) return;
    const to = rows.rows;
    this.runStart = to;
    rows.projectId.data.fill(this.projectWord, from, to);
    rows.kind.data.fill(this.kind, from, to);
    rows.retention.data.fill(context.retentionDays, from, to);
    rows.service.data.fill(this.serviceWord, from, to);
    rows.env.data.fill(this.envWord, from, to);
    rows.host.data.fill(this.hostWord, from, to);
    rows.k8sPod.data.fill(this.podWord, from, to);
    rows.scopeName.data.fill(this.scopeNameWord, from, to);
    rows.scopeVersion.data.fill(this.scopeVersionWord, from, to);
    const { res, resTypes } = rows;
    addResource(res, resTypes, resourceWords);
    repeatRow(res, from, to - from, resourceWords.keys.length);
    repeatRow(resTypes, from, to - from, resourceWords.types.length);
  }

  fillLevel(rows: EventRows, row: number, severity: number): void {
    const level = levelOf(severity);
    rows.severity.data[row] = severity;
    if (level === 0) return;
    let word = this.levelWords[level] as number;
    if (word === 0) this.levelWords[level] = word = rows.level.words.ofText(levelNames[level] ?? '');
    rows.level.data[row] = word;
  }

  /** A rare fact about the row being written. */
  meta(rows: EventRows, key: string, text: string): void {
    addMeta(rows, rows.meta.keys.ofText(key), Buffer.from(text, 'utf8'));
  }

  /** The time as sent, where another was put in its place. */
  noteClamped(rows: EventRows, hi: number, lo: number, observedHi: number, observedLo: number): void {
    this.outcome.clampedTimestamps++;
    const wasSent = (hi | lo) !== 0;
    this.meta(rows, 'original_time_unix_nano', wasSent ? uint64Text(hi, lo) : uint64Text(observedHi, observedLo));
  }

  /** How many attributes the row lacks because there were too many. */
  noteOver(rows: EventRows, over: number): void {
    this.meta(rows, 'attributes_over_limit', String(over));
  }

  /** After the last record. */
  finish(): Outcome {
    this.fillShared();
    const { catalog, attributes } = this.sink;
    const nowMs = this.clock.nowMs;
    const project = catalog.project(
      this.projectId,
      this.kind === kinds.log ? 'log' : 'span',
      this.context.retentionDays,
    );
    catalog.learnUses(project, attributes, nowMs);
    for (const resource of this.metResources) catalog.learnEntries(project, 'resource', resource.entries, nowMs);
    for (const scope of this.metScopes) catalog.learnEntries(project, 'scope', scope.entries, nowMs);
    return this.outcome;
  }

  private bind(rows: EventRows): void {
    this.binding = ++bindings;
    this.levelWords.fill(0);
    const { resource, scope } = this;
    this.projectWord = rows.projectId.words.ofText(this.context.projectId);
    this.serviceWord = rows.service.words.ofText(resource.service);
    this.envWord = rows.env.words.ofText(resource.env);
    this.hostWord = rows.host.words.ofText(resource.host);
    this.podWord = rows.k8sPod.words.ofText(resource.k8sPod);
    this.scopeNameWord = rows.scopeName.words.ofText(scope.name);
    this.scopeVersionWord = rows.scopeVersion.words.ofText(scope.version);
    this.resourceWords = this.boundResource.wordsIn(rows, resource.entries);
    const meta: [string, string][] = [];
    if (resource.droppedAttributes > 0)
      meta.push(['resource.dropped_attributes_count', String(resource.droppedAttributes)]);
    if (this.resourceSchemaUrl !== '') meta.push(['resource.schema_url', this.resourceSchemaUrl]);
    if (this.schemaUrl !== '') meta.push(['schema_url', this.schemaUrl]);
    if (scope.attributesJson !== '') meta.push(['scope.attributes', scope.attributesJson]);
    if (scope.droppedAttributes > 0) meta.push(['scope.dropped_attributes_count', String(scope.droppedAttributes)]);
    this.originMeta = meta.map(([key, text]) => ({ key: rows.meta.keys.ofText(key), text: Buffer.from(text, 'utf8') }));
  }
}

function addMeta(rows: EventRows, key: number, text: Buffer): void {
  const meta = rows.meta;
  meta.reserve(1);
  meta.keyData[meta.count] = key;
  const values = meta.values;
  values.start(meta.count++, text.length);
  appendLength(values, text.length);
  values.bytes.set(text, values.length);
  values.length += text.length;
}
