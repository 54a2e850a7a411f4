import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { ApiError, type ErrorCode } from '../errors.ts';
import type { Tx } from '../store/transaction.ts';
import type { Actor } from './permission.ts';
import { inSetup } from './project/setup.ts';
import { Int64, isUuid } from './types.ts';

/** One action on many things: the same body, judgement and answer for every noun that has a bulk operation. */

const idsMax = 1_000;
const idLengthMax = 100;

/** An id as text. One that is malformed names nothing, like one that is unknown: it fails alone, not the whole call. */
export const BulkId = z.string().max(idLengthMax);

/** Body of a bulk operation. `timed`: the actions that `duration_minutes` goes with. */
export function bulkBody<const A extends string, I extends string | number>(shape: {
  readonly name: string;
  readonly actions: readonly [A, ...A[]];
  readonly id: z.ZodType<I, I>;
  readonly timed?: readonly A[];
}) {
  const timed: readonly string[] = shape.timed ?? [];
  return z
    .strictObject({
      action: z.enum(shape.actions),
      ids: z
        .array(shape.id)
        .min(1)
        .max(idsMax)
        .describe('Each is judged on its own; one that is repeated counts once.'),
      duration_minutes: Int64.min(1)
        .optional()
        .describe(
          timed.length === 0
            ? 'Goes with no action here.'
            : `Only with ${timed.join(', ')}: for how long; without an end when left out.`,
        ),
    })
    .refine((body) => body.duration_minutes === undefined || timed.includes(body.action), {
      path: ['duration_minutes'],
      error: timed.length === 0 ? 'goes with no action here' : `goes with ${timed.join(', ')} only`,
    })
    .meta({ id: shape.name });
}

/** Answer of a bulk operation. */
export function bulkResult<I extends string | number>(shape: { readonly name: string; readonly id: z.ZodType<I, I> }) {
  return z
    .object({
      succeeded: z.array(shape.id),
      failed: z.array(
        z.object({
          id: shape.id,
          error: z.string().describe('One sentence a person can act on.'),
          code: z.string().describe('Its code, as in Error.'),
        }),
      ),
    })
    .meta({ id: shape.name });
}

export interface BulkResult<I extends string | number> {
  succeeded: I[];
  failed: { id: I; error: string; code: ErrorCode }[];
}

/**
 * Runs `act` for each id that may be one, in one transaction. An ApiError fails its id alone, so `act` must judge before it
 * writes; anything else ends the whole call. `hold` locks what others hold while they wait for what `act` has locked.
 */
export async function runBulk<I extends string | number>(
  deps: Pick<Deps, 'sql'>,
  actor: Actor,
  ids: readonly I[],
  act: (tx: Tx, id: I) => Promise<void>,
  hold?: (tx: Tx, ids: readonly I[]) => Promise<void>,
): Promise<BulkResult<I>> {
  // A UUID is the same in either case.
  const names = ids.map((id) => String(id).toLowerCase());
  const distinct = ids.filter((_, at) => names.indexOf(names[at] ?? '') === at);
  return inSetup(deps, actor, async (tx) => {
    await hold?.(tx, distinct.filter(mayName));
    const result: BulkResult<I> = { succeeded: [], failed: [] };
    for (const id of distinct) {
      try {
        if (!mayName(id)) throw new ApiError('not_found');
        await act(tx, id);
        result.succeeded.push(id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        result.failed.push({ id, error: error.message, code: error.code });
      }
    }
    return result;
  });
}

/** What no store can hold names nothing, and is not asked for. */
function mayName(id: string | number): boolean {
  return typeof id === 'number' ? Number.isSafeInteger(id) : isUuid(id);
}
