import type { Deps } from '../../deps.ts';
import { putLast } from '../../lib/put-last.ts';
import { catalogueOf, type Catalogue } from '../../query/catalogue/catalogue.ts';
import type { AttributeFact } from '../../query/catalogue/table.ts';
import { selectCatalog, type CatalogRow } from './queries.ts';

/** How long a new attribute key may stay unknown to completion. */
const keptMsMax = 15_000;
const keysMax = 5_000;
const projectsMax = 500;

export interface ProjectCatalogue {
  readonly rows: readonly CatalogRow[];
  readonly catalogue: Catalogue;
}

/** What each project really sends, for the compiler and for /schema; kept for a moment, since every query needs it. */
export interface Catalogues {
  /** As it was a moment ago; as it is, where it has to have been read after a time. */
  of(projectId: string, readAfterMs?: number): Promise<ProjectCatalogue>;
}

export function catalogues(deps: Pick<Deps, 'reader' | 'now'>): Catalogues {
  const kept = new Map<string, { readMs: number; found: Promise<ProjectCatalogue> }>();
  return {
    of(projectId, readAfterMs) {
      const now = deps.now().getTime();
      const known = kept.get(projectId);
      // One of a time to come was read before the clock was put back.
      const isPast = known !== undefined && known.readMs <= now;
      if (isPast && known.readMs > (readAfterMs ?? now - keptMsMax)) return known.found;
      // Shared by whoever asks in the meantime, so it stops with none of them: its own limits end it.
      const found = selectCatalog(deps.reader, projectId, keysMax, new AbortController().signal).then((rows) => ({
        rows,
        catalogue: catalogueOf({ attributes: rows.map(factOf) }),
      }));
      putLast(kept, projectId, { readMs: now, found }, projectsMax);
      found.catch(() => {
        if (kept.get(projectId)?.found === found) kept.delete(projectId);
      });
      return found;
    },
  };
}

function factOf({ source, key, types, samples }: CatalogRow): AttributeFact {
  return { scope: source, key, types: [...new Set(types.flatMap((sent) => sentType(sent).fact))], samples };
}

type FactTypes = AttributeFact['types'];

/** What attributes are sent as: what that is to the compiler, and to readers. Everything else is text. */
const sentTypes: ReadonlyMap<string, { readonly fact: FactTypes; readonly shown: string }> = new Map([
  ['int', { fact: ['number'], shown: 'long' }],
  ['double', { fact: ['number'], shown: 'real' }],
  ['bool', { fact: ['bool'], shown: 'bool' }],
  ['array', { fact: ['array'], shown: 'dynamic' }],
  ['map', { fact: ['object'], shown: 'dynamic' }],
  ['empty', { fact: [], shown: 'string' }],
]);
const text = { fact: ['string'], shown: 'string' } as const;

export function sentType(sent: string): { readonly fact: FactTypes; readonly shown: string } {
  return sentTypes.get(sent) ?? text;
}
