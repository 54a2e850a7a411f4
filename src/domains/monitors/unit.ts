import type { OutputColumn } from '../../query/compile.ts';
import { compileAlone } from '../query/alone.ts';

/** What the watched number is a number of, where the query says it. */
export function unitOf(projectId: string, query: string): OutputColumn['unit'] {
  const result = compileAlone(projectId, query);
  return result.ok ? result.columns.find(({ role }) => role === 'value')?.unit : undefined;
}
