import { shapeOf, shapeVersion } from '../../src/ingest/events/shape.ts';
import { toBigInt } from '../../src/lib/hash64.ts';
import type { TestApi, TestProject } from './api.ts';
import { decimalSeconds, recentNs, seedEvents } from './events.ts';
import { severities } from './otlp-send.ts';

export interface SeedLine {
  readonly body: string;
  readonly service?: string;
  readonly level?: keyof typeof severities;
  /** Before the present minute. */
  readonly agoS?: number;
}

/** Log lines with what ingest writes beside them: their shapes, and an example of each. */
export async function seedLines(api: TestApi, project: TestProject, lines: readonly SeedLine[]): Promise<void> {
  const rows = lines.map(({ body, service = 'shop', level = 'INFO', agoS = 60 }) => ({
    body,
    service,
    level,
    severity: severities[level],
    shape: String(toBigInt(shapeOf(body))),
    shape_v: shapeVersion,
    ts: recentNs - BigInt(agoS) * 1_000_000_000n,
  }));
  await seedEvents(api, project, rows);
  const samples = new Map(rows.map((row) => [`${row.service} ${row.shape}`, row]));
  await api.deps.clickhouse.insert({
    table: 'log_shape_samples',
    format: 'JSONEachRow',
    values: [...samples.values()].map(({ service, level, shape, shape_v, body, ts }) => ({
      project_id: project.id,
      shape,
      shape_v,
      service,
      level,
      sample: body,
      ts: decimalSeconds(ts),
      retention_days: 30,
    })),
  });
}
