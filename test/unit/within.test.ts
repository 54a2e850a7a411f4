import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { orAborted, within } from '../../src/lib/within.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const hanging = new Promise<string>(() => {});
const never = new AbortController().signal;

t.test('work ends when its time is over, also when all is collected meanwhile that nobody holds', async (t) => {
  const ended = within(300, never, (inTime) => orAborted(inTime, hanging)).catch((error: unknown) => error);
  for (let n = 0; n < 3; n++) {
    await sleep(50);
    collect();
  }
  t.match(await Promise.race([ended, sleep(3_000, 'goes on')]), { message: 'it did not end within 300 ms' });
});

t.test('work ends with the signal that it was given, before or after it began, and by itself', async (t) => {
  const own = new AbortController();
  const left = new Error('left');
  const waiting = within(60_000, own.signal, (inTime) => orAborted(inTime, hanging));
  own.abort(left);
  await t.rejects(waiting, left);
  await t.rejects(
    within(60_000, own.signal, (inTime) => orAborted(inTime, hanging)),
    left,
  );
  t.equal(await within(60_000, never, (inTime) => orAborted(inTime, sleep(10, 'done'))), 'done');
  await t.rejects(orAborted(never, Promise.reject(left)), left);
});
