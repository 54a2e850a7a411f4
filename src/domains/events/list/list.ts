import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../permission.ts';
import type { Pieces } from '../../../lib/pieces.ts';
import { whyNothing } from '../../query/nothing-found.ts';
import { cutOffNote, orStopped } from '../../query/run.ts';
import { addDescendants } from './children.ts';
import type { EventsInput } from './schema.ts';
import { pageText } from './page-text.ts';
import { compileList, cutPage, newestPage, type Caller } from './paging.ts';
import { placeReader } from './place.ts';
import { listRequest, requireFields } from './request.ts';

/** A page of events, or the rows of whatever the query makes of them. */
export interface Listed {
  /** JSON text of a LogResult. */
  readonly text: Pieces;
  /** As it is in the text, unless that is a hint. */
  readonly error: string | undefined;
}

export async function listEvents(
  deps: Pick<Deps, 'reader' | 'catalogues' | 'now'>,
  actor: Actor,
  input: EventsInput,
  signal: AbortSignal,
): Promise<Listed> {
  const request = listRequest(input, deps.now());
  const caller: Caller = { deps, projectId: actor.projectId, signal };
  const first = await compileList(caller, request, request.range, {});
  requireFields(request, first);
  const columns = first.columns.map(({ name }) => name);
  const isPlaced = placeReader(columns, first.made) !== undefined;
  // Rows that do not say where they stand cannot be gone on from, but in how many they were.
  const isNewest = first.pageable && (isPlaced ? request.cursor?.kind !== 'skip' : request.cursor === null);
  const done = await orStopped(async () => {
    const page = isNewest ? await newestPage(caller, request, first) : await cutPage(caller, request);
    const note = page.isCut === true ? cutOffNote : undefined;
    if (!request.withChildren) return { page, descendants: [], note };
    const whole = await addDescendants(caller, request, page);
    return { ...whole, note: whole.note ?? note };
  });
  if (done.ok) {
    const { page, note } = done.value;
    const isEmpty = request.cursor === null && page.rows.length === 0;
    const hint = isEmpty ? await whyNothing(deps, actor.projectId, first, signal) : undefined;
    return { text: await pageText(input, request, first, { ...done.value, note: note ?? hint }), error: note };
  }
  const empty = { columns, rows: [], places: isPlaced ? [] : null, count: 0, next: null, recent: null };
  const text = await pageText(input, request, first, { page: empty, descendants: [], note: done.error });
  return { text, error: done.error };
}
