import { catalogueOf } from '../../query/catalogue/catalogue.ts';
import { compile, type OutputColumn } from '../../query/compile.ts';

const noCatalogue = catalogueOf();
const anyRange = { from: 0n, to: 60_000_000_000n };

/** What the watched number is a number of, where the query says it: no project's catalogue is needed for that. */
export function unitOf(projectId: string, query: string): OutputColumn['unit'] {
  const result = compile(query, {
    projectId,
    source: 'events',
    range: anyRange,
    now: anyRange.to,
    catalogue: noCatalogue,
    options: { unknownFields: 'attribute' },
  });
  return result.ok ? result.columns.find(({ role }) => role === 'value')?.unit : undefined;
}
