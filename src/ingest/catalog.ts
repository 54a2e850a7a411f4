// The catalogue of attribute keys: what each project sends, under which types, with a few examples. A new key is told
// with the batch it came in; of known ones the counts go out once a minute.

import { msPerDay } from '../lib/time.ts';
import type { AttributeReader } from './events/attributes.ts';
import type { Entry } from './origin.ts';
import { catalogKinds, CatalogRows } from './rows/side.ts';
import { valueTypeNames } from './rows/types.ts';
import { Outcome } from './outcome.ts';
import { putString } from './encoding/text.ts';

/** Of a day: where keys are made of ids, those of tomorrow are known again. */
const keysPerProjectMax = 10_000;
/** Of all projects; beyond it the catalogue starts anew, and tells again what it meets. */
const keysMax = 300_000;
const samplesMax = 5;
const sampleBytesMax = 100;
const tellAgainAfterMs = 60_000;

export type CatalogKind = keyof typeof catalogKinds;
export type CatalogSource = 'attributes' | 'resource' | 'scope';

interface Known {
  readonly source: CatalogSource;
  readonly key: string;
  readonly type: number;
  readonly samples: string[];
  count: number;
  firstMs: number;
  lastMs: number;
  toldMs: number;
}

interface Project {
  readonly projectId: string;
  readonly kind: CatalogKind;
  retentionDays: number;
  /** Attributes by `key.id * 8 + type`, for they come with every record; the rest by name. */
  readonly bySlot: Map<number, Known>;
  readonly byName: Map<string, Known>;
}

export class Catalog {
  private readonly projects = new Map<string, Project>();
  private keys = 0;
  private day: number | undefined;
  private readonly quiet = new Outcome();

  project(projectId: string, kind: CatalogKind, retentionDays: number): Project {
    const name = `${kind} ${projectId}`;
    let project = this.projects.get(name);
    if (project === undefined) {
      project = { projectId, kind, retentionDays, bySlot: new Map(), byName: new Map() };
      this.projects.set(name, project);
    }
    project.retentionDays = retentionDays;
    return project;
  }

  /** Takes over what a request used, and leaves the reader with nothing used. */
  learnUses(project: Project, attributes: AttributeReader, nowMs: number): void {
    const { used, usedIn, usedAt, uses } = attributes;
    for (let i = 0; i < used.length; i++) {
      const slot = used[i] as number;
      const count = uses[slot] as number;
      uses[slot] = 0;
      let known = project.bySlot.get(slot);
      if (known === undefined) {
        const key = attributes.keys.textOf(slot >>> 3);
        if (key === '') continue;
        known = this.byName(project, 'attributes', key, slot & 7, nowMs);
        if (known === undefined) continue;
        project.bySlot.set(slot, known);
      }
      known.count += count;
      known.lastMs = nowMs;
      if (known.samples.length < samplesMax) addSample(known, sampleAt(usedIn[i]?.attrs.values.bytes, usedAt[i] ?? 0));
    }
    attributes.forgetUses();
  }

  learnEntries(project: Project, source: CatalogSource, entries: readonly Entry[], nowMs: number): void {
    for (const { key, type, text } of entries) {
      const known = this.byName(project, source, key, type, nowMs);
      if (known === undefined) continue;
      known.count++;
      known.lastMs = nowMs;
      if (known.samples.length < samplesMax) addSample(known, text);
    }
  }

  /** Keys have new numbers: those of before mean nothing any more. */
  forgetSlots(): void {
    for (const project of this.projects.values()) project.bySlot.clear();
  }

  /** What was told may not be stored: tell it again. */
  forget(): void {
    for (const project of this.projects.values()) for (const known of project.byName.values()) known.toldMs = 0;
  }

  /** What is due, by retention class; at the end of a day all that is known, which is forgotten then. */
  rows(nowMs: number): CatalogRows[] {
    const day = Math.floor(nowMs / msPerDay);
    const isNewDay = this.day !== undefined && this.day !== day;
    this.day = day;
    const blocks = new Map<number, CatalogRows>();
    for (const project of this.projects.values())
      for (const known of project.byName.values()) {
        if (known.count === 0 || (!isNewDay && nowMs - known.toldMs < tellAgainAfterMs)) continue;
        let rows = blocks.get(project.retentionDays);
        if (rows === undefined) blocks.set(project.retentionDays, (rows = new CatalogRows(day, project.retentionDays)));
        this.addRow(rows, project, known, day);
        known.count = 0;
        known.firstMs = known.lastMs;
        known.toldMs = nowMs;
      }
    if (isNewDay) this.startAnew();
    return [...blocks.values()];
  }

  private startAnew(): void {
    this.keys = 0;
    for (const project of this.projects.values()) {
      project.byName.clear();
      project.bySlot.clear();
    }
    this.projects.clear();
  }

  private addRow(rows: CatalogRows, project: Project, known: Known, day: number): void {
    const row = rows.addRow();
    rows.projectId.data[row] = rows.projectId.words.ofText(project.projectId);
    rows.kind.data[row] = catalogKinds[project.kind];
    rows.source.data[row] = rows.source.words.ofText(known.source);
    putString(rows.key, row, known.key, sampleBytesMax * 4, this.quiet);
    rows.type.data[row] = rows.type.words.ofText(valueTypeNames[known.type] ?? '');
    rows.date.data[row] = day;
    rows.retention.data[row] = project.retentionDays;
    rows.cnt.data[row * 2] = known.count;
    rows.firstSeen.data[row] = Math.floor(known.firstMs / 1000);
    rows.lastSeen.data[row] = Math.floor(known.lastMs / 1000);
    for (const sample of known.samples) {
      rows.samples.reserve(1);
      putString(rows.samples.values, rows.samples.count++, sample, sampleBytesMax * 4, this.quiet);
    }
    rows.samples.endRow(row);
  }

  private byName(project: Project, source: CatalogSource, key: string, type: number, nowMs: number): Known | undefined {
    const name = `${source} ${type} ${key}`;
    let known = project.byName.get(name);
    if (known === undefined) {
      if (project.byName.size >= keysPerProjectMax) return undefined;
      if (++this.keys > keysMax) this.startAnew();
      known = { source, key, type, samples: [], count: 0, firstMs: nowMs, lastMs: nowMs, toldMs: 0 };
      project.byName.set(name, known);
    }
    return known;
  }
}

function addSample(known: Known, sample: string): void {
  if (sample !== '' && !known.samples.includes(sample)) known.samples.push(sample);
}

/** The text that starts with its length at `at`, if it is short. */
function sampleAt(bytes: Uint8Array | undefined, at: number): string {
  const length = bytes?.[at] ?? 0;
  if (bytes === undefined || length > sampleBytesMax) return '';
  return Buffer.from(bytes.buffer, bytes.byteOffset + at + 1, length).toString('utf8');
}
