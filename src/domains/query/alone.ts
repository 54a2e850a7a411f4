import { catalogueOf } from '../../query/catalogue/catalogue.ts';
import { compile, type CompileResult } from '../../query/compile.ts';
import type { Variables } from '../../query/syntax/variables.ts';

export const anyRange = { from: 0n, to: 3_600_000_000_000n };
const noCatalogue = catalogueOf();

/** What a query is, whatever a project has sent: any name may be an attribute's. */
export function compileAlone(projectId: string, text: string, variables: Variables = new Map()): CompileResult {
  return compile(text, {
    projectId,
    source: 'events',
    range: anyRange,
    now: anyRange.to,
    catalogue: noCatalogue,
    variables,
    options: { unknownFields: 'attribute' },
  });
}
