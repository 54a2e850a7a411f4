import type { Stage } from '../semantic/rq.ts';
import type { Level } from './level.ts';
import type { Planner } from './planner.ts';

export function expandStage(_planner: Planner, _level: Level, stage: Extract<Stage, { kind: 'expand' }>): Level {
  throw new Error(`${stage.kind} has no plan`);
}
