// Answers that nobody takes: what they may hold, and how long.

import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import t from 'tap';
import { holdAnswer, requireRoom } from '../../src/http/held.ts';
import { startApi, type TestProject } from '../support/api.ts';
import { fillEvents } from '../support/events.ts';
import { until } from '../support/service.ts';
import { unread, type Unread } from '../support/unread.ts';

const api = await startApi(t);
/** Thirty megabytes. */
const path = '/events?since=1h&fields=id,body&limit=120';

async function filled(): Promise<TestProject> {
  const project = await api.project();
  await fillEvents(api, project, 120, { body: "repeat('x', 250000)" });
  return project;
}

t.test('who does not read what was asked for has no more of it made, and is alone with that', async (t) => {
  const [greedy, modest] = [await filled(), await filled()];
  const asked: Unread[] = [];
  const begin = async (project: TestProject) => {
    const one = unread(t, api, project, path);
    asked.push(one);
    return one.status;
  };
  // All at once: what nobody takes is held for so long only.
  const statuses = await Promise.all(Array.from({ length: 6 }, () => begin(greedy)));
  t.same(statuses.toSorted(), ['200', '200', '200', '429', '429', '429']);
  t.equal((await greedy.get('/events?since=1h&fields=id')).status, 200, 'what is small comes always');
  t.equal(await begin(modest), '200');
  for (const { socket } of asked) socket.destroy();
  await until('who left holds nothing', 10_000, async () => (await begin(greedy)) === '200');
});

class Response extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

t.test('an answer that is not taken in time ends, and then there is room again', async (t) => {
  const [chars, msMax] = [60_000_000, 50];
  const hold = (response: Response) => {
    requireRoom('a project', chars);
    holdAnswer(response as unknown as ServerResponse, 'a project', chars, msMax);
  };
  const [first, second] = [new Response(), new Response()];
  hold(first);
  t.throws(() => hold(second), { code: 'rate_limited' });
  await until('the first is ended', 5_000, () => first.destroyed);
  hold(second);
  second.emit('close');
  hold(first);
  t.notOk(second.destroyed, 'what was taken is left alone');
  hold(second);
  second.emit('close');
});
