import t from 'tap';
import { demoMinute } from '../../src/bin/commands/demo-data.ts';

t.test('the ids of one minute are in no other, nor in one that is sent again later', async (t) => {
  const idsOf = (startMs: number) =>
    [...JSON.stringify(demoMinute(startMs, 20).traces).matchAll(/"(?:traceId|spanId)":"(\w+)"/g)].map(([, id]) => id);
  const [one, ...others] = [0, 60_000, 86_400_000, 86_400_001].map(
    (laterMs) => new Set(idsOf(1_795_000_000_000 + laterMs)),
  );
  t.ok(one !== undefined && one.size > 60);
  for (const other of others) t.notOk([...other].some((id) => one?.has(id)));
});
