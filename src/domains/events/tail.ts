import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { isFresh, nsOf } from '../../lib/time.ts';
import type { Compiled } from '../../query/compile.ts';
import { continued } from '../../query/syntax/continued.ts';
import { isKeyGood } from '../keys/service.ts';
import type { Actor } from '../permission.ts';
import { compileQuery, runQuery } from '../query/run.ts';
import type { TailQuery } from './list/schema.ts';
import { lateNs } from './list/paging.ts';
import { placeReader } from './list/place.ts';
import { listRequest, requireFields, type ListRequest } from './list/request.ts';
import { withSummary } from './list/summary.ts';

type Needs = Pick<Deps, 'sql' | 'reader' | 'catalogues' | 'now' | 'log'>;

const pollMs = 1_000;
/** A second is told of when it is over and its inserts had time to be committed. */
const settleMs = 2_000;
/** Looked at again each time, for what was committed late. */
const overlapMs = 10_000;
const resumeMsMax = 600_000;
const heartbeatMs = 15_000;
/** A key that is taken away ends what it began: within five seconds, as everywhere. */
const keyAskedMs = 2_000;
const lifetimeMs = 1_800_000;
const rowsPerPollMax = 500;
/** All that can be told while a row is looked at again. */
const seenMax = rowsPerPollMax * Math.ceil((settleMs + overlapMs) / pollMs + 2);
const tailsPerProjectMax = 10;
const aheadNs = 600_000_000_000n;

const running = new Map<string, number>();

/** What arrives, in the order in which it was stored: the time of an event says little about when it comes. */
export async function tailEvents(
  deps: Needs,
  actor: Actor,
  input: TailQuery,
  signal: AbortSignal,
  lastEventId: string | undefined,
): Promise<Readable> {
  const request = listRequest(input, deps.now());
  const compileFrom = (sinceMs: number, rows: number) => {
    const since = new Date(sinceMs).toISOString();
    return compileQuery(deps, actor.projectId, {
      text: continued(request.text, `where ingested_at >= datetime(${since})`),
      source: request.source,
      range: rangeAt(deps.now()),
      options: { columns: [...request.visible, ...request.hidden], defaultLimit: rows },
    });
  };
  const started = deps.now().getTime();
  await requireFilter(deps, actor, request);
  requireFields(request, await compileFrom(started, rowsPerPollMax));
  signal.throwIfAborted();
  const leave = enter(actor.projectId);
  // A stream that nobody began to read never ends by itself.
  signal.addEventListener('abort', leave, { once: true });
  return Readable.from(follow(), { objectMode: false });

  async function* follow(): AsyncGenerator<string> {
    try {
      const seen = new Set<string>();
      let fromMs = resumeAt(lastEventId, started);
      let lastWordMs = started;
      let keyGoodMs = started;
      yield 'retry: 2000\n\n';
      for (let nowMs = started; !signal.aborted && nowMs - started < lifetimeMs; nowMs = deps.now().getTime()) {
        if (!isFresh(keyGoodMs, nowMs, keyAskedMs)) {
          if (!(await isKeyGood(deps, actor))) return;
          keyGoodMs = nowMs;
        }
        // What was told already takes no room from what is new.
        const compiled = await compileFrom(fromMs, seen.size + rowsPerPollMax + 1);
        const fresh = await arrivals(compiled, seen, nowMs);
        for (const message of fresh) yield message;
        if (fresh.length > 0) lastWordMs = nowMs;
        else if (nowMs - lastWordMs >= heartbeatMs) {
          lastWordMs = nowMs;
          yield ': still here\n\n';
        }
        fromMs = Math.max(fromMs, nowMs - settleMs - overlapMs);
        await pause(pollMs, undefined, { signal }).catch(() => undefined);
      }
    } catch (error) {
      if (!signal.aborted) {
        deps.log.warn({ err: error }, 'a tail ended');
        yield `event: error\ndata: {"message":"The tail was broken off; connect again."}\n\n`;
      }
    } finally {
      leave();
    }
  }

  async function arrivals(compiled: Compiled, seen: Set<string>, nowMs: number): Promise<string[]> {
    const columns = compiled.columns.map(({ name }) => name);
    const read = placeReader(columns, compiled.made);
    const rows = await runQuery(deps, actor.projectId, compiled, { operation: 'tail_events', signal });
    const { columns: shown, cells: shownCells } = withSummary(columns.slice(0, request.visible.length));
    const keys = shown.map((name) => JSON.stringify(name));
    const idOf = (cells: readonly string[]) => read?.(cells).id ?? '';
    const fresh = rows.filter((cells) => !seen.has(idOf(cells)));
    const messages: string[] = [];
    if (fresh.length > rowsPerPollMax)
      messages.push(
        `event: dropped\ndata: {"message":"More than ${rowsPerPollMax} events a second match: the newest come first, and older ones may be left out."}\n\n`,
      );
    for (const cells of fresh.slice(0, rowsPerPollMax).toReversed()) {
      seen.add(idOf(cells));
      const values = shownCells(cells.slice(0, shown.length));
      const fields = keys.map((key, index) => `${key}:${values[index] ?? 'null'}`);
      messages.push(`id: ${nowMs}\ndata: {${fields.join(',')}}\n\n`);
    }
    for (const oldest of seen) {
      if (seen.size <= seenMax) break;
      seen.delete(oldest);
    }
    return messages;
  }
}

/** One more tail of a project; what it returns counts it no longer, once. */
function enter(projectId: string): () => void {
  const tails = running.get(projectId) ?? 0;
  if (tails >= tailsPerProjectMax) {
    throw new ApiError('rate_limited', {
      message: `This project follows ${tailsPerProjectMax} tails already; close one.`,
      retryAfterS: 30,
    });
  }
  running.set(projectId, tails + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (running.get(projectId) ?? 1) - 1;
    if (left === 0) running.delete(projectId);
    else running.set(projectId, left);
  };
}

/** Ids are the moment a message was looked for: who comes back is told of all since, and of what may have been committed late then. */
function resumeAt(lastEventId: string | undefined, nowMs: number): number {
  const last = lastEventId !== undefined && /^\d{13}$/.test(lastEventId) ? Number(lastEventId) : nowMs;
  const fromMs = Math.min(nowMs, Math.max(last, nowMs - resumeMsMax)) - settleMs;
  return lastEventId === undefined ? fromMs : fromMs - overlapMs;
}

/** When what arrives now may have happened. */
function rangeAt(now: Date): TimeRange {
  return { from: nsOf(now) - lateNs, to: nsOf(now) + aheadNs };
}

async function requireFilter(deps: Needs, actor: Actor, { text, source }: ListRequest): Promise<void> {
  const range = rangeAt(deps.now());
  const { filter, plan } = await compileQuery(deps, actor.projectId, { text, source, range });
  // Also where the text names another table than the source: of what is no event nobody knows when it came.
  if (filter === null || plan.table?.rowId === undefined) {
    throw new ApiError('invalid_query', {
      parameter: 'query',
      message: 'A tail takes a filter of events only: no summarize, project, sort or take.',
    });
  }
}
