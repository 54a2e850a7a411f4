// From the text of a query to a statement: pure work, measured in CPU time of this process.

import { compileInput } from '../../src/domains/query/run.ts';
import { compile } from '../../src/query/compile.ts';
import { cpuMs } from '../../test/support/turns.ts';
import type { Stand } from './stand.ts';

const queries: readonly (readonly [string, string])[] = [
  ['a filter', 'service == "geo" and body has "request"'],
  [
    'a chart',
    'attributes.http.response.status_code >= 500 | summarize count(), p95(duration) by bin(timestamp, 5m), service',
  ],
  [
    'ten stages',
    'kind == "server" | where duration > 10ms | extend slow = duration > 1s | where attributes.tenant in ("t1", "t2") | extend host2 = tolower(host) ' +
      '| where not(errors) | summarize n = count(), p = p95(duration) by service, slow | extend share = n * 2 | sort by p desc | take 10',
  ],
];
const rounds = 200;

export async function compileTimes({ deps, projects }: Stand): Promise<{ name: string; ms: number }[]> {
  const now = BigInt(deps.now().getTime()) * 1_000_000n;
  const input = await compileInput(deps, projects[0] ?? '', {
    source: 'events',
    range: { from: now - 86_400_000_000_000n, to: now },
  });
  return queries.map(([name, text]) => {
    const result = compile(text, input);
    if (!result.ok) throw new Error(`${text}: ${JSON.stringify(result.diagnostics)}`);
    for (let i = 0; i < rounds; i++) compile(text, input);
    const before = process.cpuUsage();
    for (let i = 0; i < rounds; i++) compile(text, input);
    return { name, ms: cpuMs(before) / rounds };
  });
}
