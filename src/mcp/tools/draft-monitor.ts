import { z } from 'zod';
import { MonitorPreview, MonitorPreviewInput } from '../../domains/monitors/history-schema.ts';
import { previewMonitor } from '../../domains/monitors/preview.ts';
import { whyNothing } from '../../domains/query/nothing-found.ts';
import { compileQuery } from '../../domains/query/run.ts';
import { nsOf } from '../../lib/time.ts';
import { readingTool } from '../tool.ts';

const windowNs = 3_600_000_000_000n;

/** What a check found where it found no value. */
const missing: Readonly<Record<string, string>> = { no_data: 'no data', error: 'not checked' };

export const draftMonitor = readingTool({
  name: 'draft_monitor',
  description:
    'Try out a monitor without saving it: checks the query and the thresholds, shows the SQL, and tells how often it would have alerted over past data (at most 120 checks). When it looks right, create_monitor takes the same fields but the time range, and needs title, emails, team_chat_channels and teams too.',
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
    const statuses = preview.slots.map(({ slot, status, result, value, group, told }) => {
      const cells = [
        slot,
        status,
        missing[result] ?? value,
        group === undefined ? undefined : `of ${group}`,
        told.length === 0 ? undefined : `(${told.join(', ')})`,
      ];
      return cells.filter((cell) => cell !== undefined).join(' ');
    });
    // One for many checks, mostly.
    const faults = new Set(preview.slots.flatMap(({ error }) => error ?? []));
    const warnings = compiled.warnings.map(({ message }) => `Warning: ${message}.\n`).join('');
    const isEmpty = preview.slots.every(({ result, value = 0 }) => result !== 'error' && value === 0);
    const why = isEmpty && warnings === '' ? await whyNothing(deps, actor.projectId, compiled, signal) : undefined;
    if (why !== undefined) faults.add(why);
    return {
      value: { preview, sql: compiled.readable },
      text: `From ${preview.from} to ${preview.to} it would have told of ${preview.alerts} alerts and ${preview.warnings} warnings.\n${warnings}${[...faults].map((fault) => `${fault}\n`).join('')}${statuses.join('\n')}\n\n${compiled.readable}`,
    };
  },
});
