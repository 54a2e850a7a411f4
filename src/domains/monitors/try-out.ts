import { utcTime } from '../../lib/time.ts';
import type { Actor } from '../permission.ts';
import { tell } from '../notifications/outbox.ts';
import { oneLine } from '../notifications/message.ts';
import { targetsOf } from '../notifications/targets.ts';
import { ruleOf } from './content.ts';
import { selectMonitor } from './queries.ts';
import { missing, type Needs } from './record.ts';
import { slotAt } from './machine/schedule.ts';
import { minuteOf, stateOf } from './state.ts';
import { messageOf } from './tell.ts';
import type { MonitorTest } from './schema.ts';

/** What an alert would look like, to everyone whom the monitor names: sent whatever its state, and changing nothing of it. */
export async function testMonitor(deps: Needs, actor: Actor, id: string): Promise<MonitorTest> {
  return deps.sql.begin(async (tx) => {
    const row = (await selectMonitor(tx, actor.projectId, id)) ?? missing();
    const targets = await targetsOf(tx, actor.projectId, row);
    const rule = ruleOf(row);
    const { episode } = stateOf(row.state);
    const at = slotAt(rule, minuteOf(deps.now()));
    const emission = {
      kind: 'ALERT',
      at,
      began: at,
      status: 'alerting',
      reason: null,
      stale: false,
      episode,
      sequence: 0,
    } as const;
    const alert = messageOf(row, emission, { rule, value: rule.alert, group: null, window: null, error: null }, []);
    const testId = deps.newId();
    const message = {
      ...alert,
      kind: 'TEST' as const,
      headline: oneLine(`[Test] ${alert.headline}`),
      facts: [
        ['Test', `Sent by hand at ${utcTime(deps.now())}; nothing is wrong.`] satisfies [string, string],
        ...alert.facts,
      ],
      // A pager is to ring, and not to wait for an end that never comes for the real thing.
      incident: { key: `${row.id}/test/${testId}`, ends: false },
    };
    const source = { kind: 'monitor', id: row.id } as const;
    const ids = await tell(tx, deps, { projectId: actor.projectId, source, key: `test ${testId}`, message }, targets);
    return {
      notifications: targets.map(({ channel, address }, index) => ({ id: ids[index] ?? '', channel, address })),
    };
  });
}
