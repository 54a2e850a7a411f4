import type { Stage } from '../semantic/rq.ts';
import type { Input, Level } from './level.ts';
import type { Planner } from './planner.ts';

export function joinInput(_planner: Planner, _level: Level, stage: Extract<Stage, { kind: 'join' }>): Input {
  throw new Error(`${stage.kind} has no plan`);
}
