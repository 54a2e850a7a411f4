import { z } from 'zod';
import { MonitorPreview, MonitorPreviewInput } from '../../domains/monitors/history-schema.ts';
import { previewMonitor } from '../../domains/monitors/preview.ts';
import { compileQuery } from '../../domains/query/run.ts';
import { nsOf } from '../../lib/time.ts';
import { tool } from '../tool.ts';

const windowNs = 3_600_000_000_000n;

export const draftMonitor = tool({
  name: 'draft_monitor',
  description:
    'Try out a monitor without saving it: checks the query and the thresholds, shows the SQL, and tells how often it would have alerted over past data (at most 120 checks). When it looks right, create_monitor takes the same fields but the time range, and needs title, emails, team_chat_channels and teams too.',
  permission: 'view',
  effect: 'read',
  idempotent: true,
  telemetry: false,
  // Its fields without its name: the root of an input schema is spelled out, for clients that follow no references.
  input: z.strictObject(MonitorPreviewInput.shape),
  output: z.object({ preview: MonitorPreview, sql: z.string() }),
  run: async ({ deps, actor, input, signal }) => {
    const now = nsOf(deps.now());
    const compiled = await compileQuery(deps, actor.projectId, {
      text: input.query,
      source: 'events',
      range: { from: now - windowNs, to: now },
    });
    const preview = await previewMonitor(deps, actor, input, signal);
    const statuses = preview.slots.map(
      ({ slot, status, value }) => `${slot} ${status}${value === undefined ? '' : ` ${value}`}`,
    );
    const warnings = compiled.warnings.map(({ message }) => `Warning: ${message}.\n`).join('');
    return {
      value: { preview, sql: compiled.readable },
      text: `From ${preview.from} to ${preview.to} it would have told of ${preview.alerts} alerts and ${preview.warnings} warnings.\n${warnings}${statuses.join('\n')}\n\n${compiled.readable}`,
    };
  },
});
