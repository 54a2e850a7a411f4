import type { Tx } from '../../store/transaction.ts';
import type { ScanCall } from './job.ts';
import { moveMark, selectEngineSeconds, selectMark } from './queries.ts';

/** How far a project was looked at for one thing, by the clock of the engine: that is what says when a row arrived. */
export interface Mark {
  readonly nowS: number;
  /** Null before the first look. */
  readonly atS: number | null;
  /** False when another look has moved it since it was read: then what was found is that one's to write. */
  moveTo(tx: Tx, atS: number): Promise<boolean>;
}

export async function readMark({ deps, payload: { projectId }, signal }: ScanCall, name: string): Promise<Mark> {
  const at = await selectMark(deps.sql, projectId, name);
  return {
    nowS: await selectEngineSeconds(deps.clickhouse, signal),
    atS: at === null ? null : Math.floor(at.getTime() / 1000),
    moveTo: (tx, atS) => moveMark(tx, projectId, name, at, new Date(atS * 1000)),
  };
}

/** Whether it was looked at up to then. A mark of a time to come was set before the engine's clock was put back, and says nothing. */
export function isLookedAt({ atS, nowS }: Mark, untilS: number): boolean {
  return atS !== null && atS >= untilS && atS <= nowS;
}

/** Where a look begins: before the mark, for what was committed late; some way back in a project that has none. */
export function lookFrom({ atS, nowS }: Mark, back: { readonly overlapS: number; readonly firstS: number }): number {
  return atS === null ? nowS - back.firstS : atS - back.overlapS;
}
