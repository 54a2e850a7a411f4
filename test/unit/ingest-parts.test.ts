import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import * as zlib from 'node:zlib';
import protobuf from 'protobufjs';
import { pino } from 'pino';
import t from 'tap';
import { encodings, readBody } from '../../src/ingest/receiving/body.ts';
import {
  bodyBytesMax,
  budgetLimits,
  ByteBudget,
  largeBytesMin,
  Reservation,
} from '../../src/ingest/receiving/budget.ts';
import { Catalog } from '../../src/ingest/catalog.ts';
import { facetsOf } from '../../src/ingest/events/facets.ts';
import { YoungGarbage } from '../../src/ingest/receiving/garbage.ts';
import { Journal, type JournalEntry } from '../../src/ingest/durable/journal.ts';
import { grpcCodes, statusBody, successBody } from '../../src/ingest/otlp/answer.ts';
import { Outcome } from '../../src/ingest/outcome.ts';
import { receiptWindowMs } from '../../src/ingest/durable/queries.ts';
import { ReceiptSet } from '../../src/ingest/durable/receipt-set.ts';
import { arrivalOf, Receipts } from '../../src/ingest/durable/receipts.ts';
import { EventRows, kinds } from '../../src/ingest/rows/events.ts';
import { valueTypes } from '../../src/ingest/rows/types.ts';
import { hashTexts, toBigInt } from '../../src/lib/hash64.ts';
import { seededRandom } from '../../src/lib/random.ts';
import { until } from '../support/service.ts';

const mebibyte = 1024 * 1024;
const plenty = { totalBytesMax: 1024 * mebibyte, aloneBytesMax: 1024 * mebibyte, shareBytesMin: 1 };
const reservation = (limits = plenty) => new Reservation(new ByteBudget(limits), 'p');
const pieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size)),
    { objectMode: false },
  );

t.test('a body arrives whole in every encoding, however it is cut', async (t) => {
  const body = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i) % 251));
  const cases: [name: string | undefined, bytes: Buffer][] = [
    [undefined, body],
    ['identity', body],
    ['', body],
    ['gzip', zlib.gzipSync(body)],
    [' GZIP ', zlib.gzipSync(body)],
    ['deflate', zlib.deflateSync(body)],
    ['deflate', zlib.deflateRawSync(body)],
    ['gzip', Buffer.concat([zlib.gzipSync(body.subarray(0, 1000)), zlib.gzipSync(body.subarray(1000))])],
  ];
  for (const [name, bytes] of cases)
    for (const size of [1_000, 65_536, bytes.length])
      t.ok((await readBody(pieces(bytes, size), name, reservation())).equals(body), `${name} in pieces of ${size}`);
  t.equal((await readBody(Readable.from([]), 'gzip', reservation())).length, 0, 'nothing at all is an empty body');
  t.equal(encodings.includes('zstd'), 'createZstdDecompress' in zlib, 'zstd where Node has it');
});

t.test('a body that cannot be read is told from one that is too large, or comes at a bad time', async (t) => {
  const bomb = zlib.gzipSync(Buffer.alloc(bodyBytesMax + 1));
  const small = { totalBytesMax: mebibyte, aloneBytesMax: mebibyte, shareBytesMin: 1 };
  const cases: [what: string, name: string, bytes: Buffer, limits: typeof plenty, code: string][] = [
    ['an encoding nobody knows', 'br', Buffer.from('x'), plenty, 'unsupported_media_type'],
    ['two encodings', 'gzip, gzip', Buffer.from('x'), plenty, 'unsupported_media_type'],
    ['not gzip', 'gzip', Buffer.from('this is not gzip'), plenty, 'invalid_body'],
    ['cut off gzip', 'gzip', zlib.gzipSync(Buffer.from('hello world')).subarray(0, 15), plenty, 'invalid_body'],
    ['cut off deflate', 'deflate', zlib.deflateSync(Buffer.alloc(10_000)).subarray(0, 10), plenty, 'invalid_body'],
    ['a bomb', 'gzip', bomb, plenty, 'too_large'],
    ['one byte too much, plain', 'identity', Buffer.alloc(bodyBytesMax + 1), plenty, 'too_large'],
    ['a bomb when little is left', 'gzip', bomb, small, 'unavailable'],
    [
      'more than the share',
      'identity',
      Buffer.alloc(2 * mebibyte),
      { ...plenty, aloneBytesMax: mebibyte },
      'rate_limited',
    ],
  ];
  for (const [what, name, bytes, limits, code] of cases)
    await t.rejects(readBody(pieces(bytes, 65_536), name, reservation(limits)), { code }, what);
  const exact = await readBody(pieces(zlib.gzipSync(Buffer.alloc(bodyBytesMax)), 65_536), 'gzip', reservation());
  t.equal(exact.length, bodyBytesMax, 'exactly as much as may be');
  const gone = new PassThrough();
  const waiting = readBody(gone, 'gzip', reservation());
  gone.write(zlib.gzipSync(Buffer.alloc(100)).subarray(0, 8));
  setImmediate(() => gone.destroy());
  await t.rejects(waiting, { code: 'invalid_body' }, 'a sender that goes away');
  for (const name of ['identity', 'gzip'])
    for (const error of [undefined, Object.assign(new Error('aborted'), { code: 'ECONNRESET' })]) {
      const cut = new PassThrough();
      const reading = readBody(cut, name, reservation());
      cut.write(zlib.gzipSync(Buffer.alloc(100)).subarray(0, 8));
      setImmediate(() => cut.destroy(error));
      await t.rejects(
        reading,
        { code: 'invalid_body' },
        `a sender of ${name} whose connection ends: ${error?.message}`,
      );
    }
});

t.test('a bomb holds no more than a step beyond what is allowed', async (t) => {
  const budget = new ByteBudget({ ...plenty, totalBytesMax: 4 * mebibyte });
  const held = new Reservation(budget, 'p');
  await t.rejects(readBody(pieces(zlib.gzipSync(Buffer.alloc(60 * mebibyte)), 65_536), 'gzip', held));
  t.ok(budget.usedBytes <= 4 * mebibyte);
  held.release();
  held.release();
  t.equal(budget.usedBytes, 0, 'and gives it back, once');
});

t.test('two thousand small bodies of a project may be under way at once', async (t) => {
  const budget = new ByteBudget(budgetLimits);
  const small = Buffer.alloc(20_000);
  for (let i = 0; i < 2_000; i++) {
    const source = pieces(i % 2 === 0 ? small : zlib.gzipSync(small), 1_500);
    await readBody(source, i % 2 === 0 ? undefined : 'gzip', new Reservation(budget, 'p'));
  }
  t.ok(budget.usedBytes >= 2_000 * small.length);
});

t.test('the budget is shared between projects', async (t) => {
  const budget = new ByteBudget({ totalBytesMax: 100, aloneBytesMax: 80, shareBytesMin: 10 });
  t.equal(budget.take('a', 80), undefined);
  t.equal(budget.take('a', 1), 'share', 'alone, but not all of it');
  t.equal(budget.take('b', 20), undefined, 'there is something left for another');
  t.equal(budget.take('c', 1), 'full');
  budget.give('a', 60);
  t.equal(budget.take('a', 40), 'share', 'two projects: half for each');
  t.equal(budget.take('b', 30), undefined);
  t.equal(budget.take('b', 1), 'share');
  budget.give('b', 50);
  t.equal(budget.heldBy('b'), 0);
  t.equal(budget.usedBytes, 20);
  t.equal(budget.take('a', 20), undefined);
  t.equal(budget.take('c', 51), 'share', 'one that comes is counted with the others');

  const bounded = new ByteBudget({ totalBytesMax: 100, aloneBytesMax: 40, shareBytesMin: 20 });
  for (const project of ['a', 'b']) bounded.take(project, 1);
  t.equal(bounded.take('b', 39), undefined);
  t.equal(bounded.take('b', 1), 'share', 'half would be more than one has alone');
  for (const project of ['c', 'd', 'e', 'f']) bounded.take(project, 1);
  t.equal(bounded.take('f', 19), undefined, 'a sixth would be too little');
  t.equal(bounded.take('f', 1), 'share');
});

t.test(
  'however many projects send, a body of each may be as large as any, and the others have room beside it',
  async (t) => {
    const budget = new ByteBudget(budgetLimits);
    for (let i = 0; i < 30; i++) t.equal(new Reservation(budget, `other ${i}`).grow(32 * 1024), undefined);
    const one = new Reservation(budget, 'p');
    const body = await readBody(pieces(Buffer.alloc(63 * mebibyte), 65_536), undefined, one);
    t.equal(body.length, 63 * mebibyte);
    const next = new Reservation(budget, 'p');
    await t.rejects(readBody(pieces(Buffer.alloc(mebibyte), 65_536), undefined, next), { code: 'rate_limited' });
    const large = () => readBody(pieces(Buffer.alloc(15 * mebibyte), 65_536), undefined, new Reservation(budget, 'q'));
    await large();
    await t.rejects(large(), { code: 'rate_limited' }, 'one, and not all that is left');
    t.ok(budget.usedBytes <= budgetLimits.aloneBytesMax);
    t.equal(new Reservation(budget, 'r').grow(budgetLimits.shareBytesMin), undefined);
    one.release();
    t.equal((await readBody(pieces(Buffer.alloc(mebibyte), 65_536), undefined, next)).length, mebibyte);
  },
);

t.test('the journal gives back what was added, and nothing that was half written', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'colonnade-journal-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const journal = await Journal.open(directory);
  const entry = (id: string): JournalEntry => ({
    id,
    primary: [{ table: 'events', token: `${id}-events`, day: 20_000, retentionDays: 30, rows: 5 }],
    side: ['x', '', 'yz'].map((text, i) => ({
      table: 'facets_15m',
      token: `${id}-${i}`,
      day: 20_000,
      retentionDays: 30,
      bytes: Buffer.from(text),
    })),
  });
  for (const id of ['2', '1', '3']) await journal.add(entry(id));
  await journal.remove('2');
  await journal.remove('unknown');
  await writeFile(join(directory, '4.batch.new'), 'half');
  const again = await Journal.open(directory);
  t.same(await again.entries(pino({ level: 'silent' })), [entry('1'), entry('3')]);
  t.same((await readdir(directory)).toSorted(), ['1.batch', '3.batch']);
});

t.test('a set of receipts has all of its window, little else, and never more memory', (t) => {
  const falseShareMax = 1 / 1_000;
  const generationMs = 1_000;
  const each = 1_000_000;
  let now = 5;
  const set = new ReceiptSet({ generationMs, nowMs: () => now });
  const random = seededRandom(20_261_120);
  const words = () => Uint32Array.from({ length: 2 * each }, () => Math.floor(random() * 2 ** 32));
  const shareOf = (receipts: Uint32Array) => {
    let found = 0;
    for (let at = 0; at < receipts.length; at += 2) if (set.has(receipts[at] ?? 0, receipts[at + 1] ?? 0)) found++;
    return found / each;
  };
  const [first, second, never] = [words(), words(), words()];
  const add = (receipts: Uint32Array) => {
    for (let at = 0; at < receipts.length; at += 2) set.add(receipts[at] ?? 0, receipts[at + 1] ?? 0);
  };
  now += generationMs - 1;
  add(first);
  t.equal(shareOf(first), 1);
  t.ok(shareOf(never) < falseShareMax, `${shareOf(never)} of what was never added, with a million`);
  now += generationMs;
  t.equal(shareOf(first), 1, 'until the window is over');
  add(second);
  t.equal(shareOf(second), 1);
  t.ok(shareOf(never) < 2 * falseShareMax, `${shareOf(never)} with a million in each generation`);
  now += generationMs;
  t.equal(shareOf(second), 1, 'also when others go');
  t.ok(shareOf(first) < falseShareMax, 'what is old goes');
  add(second);
  now += 2 * generationMs;
  t.equal(shareOf(second), 0, 'after a long silence there is nothing');
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 4; i++) {
    add(first);
    now += generationMs;
  }
  t.ok(process.memoryUsage().arrayBuffers - before < mebibyte, 'it does not grow');
  t.end();
});

t.test('a body is asked for when it may be stored and its answer is not remembered', async (t) => {
  let now = 1_000_000_000;
  const nowMs = () => now;
  const start = async (stored: readonly bigint[]) => {
    const receipts = new Receipts({ alone: true, nowMs });
    const bytes = Buffer.from(BigUint64Array.from(stored).buffer);
    await receipts.learn(pieces(bytes, 5));
    return receipts;
  };
  const settled = () => new Promise(setImmediate);
  const numberOf = (seed: number) => toBigInt(hashTexts(1, [String(seed)]));
  const receiptOf = (seed: number) => String(numberOf(seed));
  const [r1, r2, r3, r4, r5] = [1, 2, 3, 4, 5].map(receiptOf) as [string, string, string, string, string];
  const outcome = new Outcome();
  outcome.accepted = 3;
  const partly = new Outcome();
  partly.reject('too_old', 'too old');

  await t.test('answers are remembered for a quarter of an hour', async (t) => {
    const receipts = await start([]);
    let answer: (outcome: Outcome) => void = () => {};
    t.equal(receipts.mayBeStored(r1), false, 'it is new');
    receipts.begin(r1, new Promise((resolve) => (answer = resolve)));
    t.ok(receipts.find(r1), 'while it is under way');
    now += receiptWindowMs * 3;
    t.ok(receipts.find(r1), 'however long');
    answer(outcome);
    receipts.begin(r2, Promise.resolve(partly));
    await settled();
    now += receiptWindowMs;
    t.equal((await receipts.find(r1))?.accepted, 3);
    t.equal((await receipts.find(r2))?.rejected, 1, 'with what was rejected');
    t.ok(receipts.mayBeStored(r1), 'as long as it is remembered it would be asked for');
    now += 1;
    t.equal(receipts.find(r1), undefined);
    now += receiptWindowMs * 2;
    t.equal(receipts.mayBeStored(r1), false, 'it is as good as new');
  });
  await t.test('a failure is no answer, and is asked for when a batch had it', async (t) => {
    const receipts = await start([]);
    receipts.begin(r3, Promise.reject(new Error('refused')));
    receipts.begin(r4, Promise.reject(new Error('lost')));
    receipts.doubt(r4);
    await settled();
    t.same([receipts.find(r3), receipts.find(r4)], [undefined, undefined]);
    t.same([receipts.mayBeStored(r3), receipts.mayBeStored(r4)], [false, true]);
    now += receiptWindowMs;
    t.ok(receipts.mayBeStored(r4));
  });
  await t.test('what is remembered is bounded, and what went is asked for', async (t) => {
    const receipts = await start([]);
    const many = 210_000;
    for (let i = 1; i <= many; i++) receipts.begin(receiptOf(i), Promise.resolve(outcome));
    await settled();
    let [remembered, unknown] = [0, 0];
    for (let i = 1; i <= many; i++) {
      const receipt = receiptOf(i);
      if (receipts.find(receipt) !== undefined) remembered++;
      else if (!receipts.mayBeStored(receipt)) unknown++;
    }
    t.same([remembered, unknown], [200_000, 0]);
  });
  await t.test('what earlier runs stored is asked for, and only that', async (t) => {
    const seeds = Array.from({ length: 100 }, (_, i) => i);
    const receipts = await start(seeds.map(numberOf));
    t.ok(seeds.every((seed) => receipts.mayBeStored(receiptOf(seed))));
    t.notOk(seeds.some((seed) => receipts.mayBeStored(receiptOf(seed + seeds.length))));
  });
  await t.test('a body arrived on a day of which it has rows, though its insert began on the next one', async (t) => {
    const [day, dayMs, minuteMs] = [20_000, 86_400_000, 60_000];
    const parts = (atMs: number, ...days: number[]) =>
      arrivalOf(days.map((one, i) => ({ day: one, storedAtMs: day * dayMs + atMs + i * minuteMs })));
    t.equal(parts(0), undefined, 'it is new');
    t.equal(parts(minuteMs, day, day - 1), day * dayMs + minuteMs);
    t.equal(parts(minuteMs, day - 1, day - 2), day * dayMs - 1, 'the night was between');
    t.equal(parts(dayMs - minuteMs, day + 1), (day + 1) * dayMs, 'the clock of the store is behind');
    t.equal(parts(dayMs / 2, day - 1, day + 1), day * dayMs + dayMs / 2, 'all of it told its times');
    const longMs = 11 * minuteMs;
    t.equal(parts(longMs, day - 1), day * dayMs + longMs, 'no insert waits for so long');
    t.equal(parts(dayMs - longMs, day + 1), (day + 1) * dayMs - longMs, 'nor does a clock differ by so much');
  });
  await t.test('everything is, while that is not known, and where others store too', async (t) => {
    const young = new Receipts({ alone: true, nowMs });
    await t.rejects(young.learn(Readable.from([Buffer.alloc(13)])), /cut off/);
    t.ok(young.mayBeStored(r5), 'it could not be learned');
    now += receiptWindowMs - 1;
    t.ok(young.mayBeStored(r5));
    now += 1;
    t.notOk(young.mayBeStored(r5), 'by now it has seen all there is');
    const oneOfMany = new Receipts({ alone: false, nowMs });
    now += receiptWindowMs * 10;
    t.ok(oneOfMany.mayBeStored(r5));
  });
});

t.test('answers are what the protocol says, read by another implementation', async (t) => {
  const { root } = protobuf.parse(`syntax = "proto3";
    message Response { Partial partial_success = 1; } message Partial { int64 rejected = 1; string error_message = 2; }
    message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
    message Any { string type_url = 1; bytes value = 2; }
    message RetryInfo { Duration retry_delay = 1; } message Duration { int64 seconds = 1; int32 nanos = 2; }`);
  const read = (type: string, bytes: Uint8Array) =>
    root.lookupType(type).toObject(root.lookupType(type).decode(bytes), { longs: String }) as Record<string, any>; // oxlint-disable-line no-explicit-any -- messages of any type
  const all = new Outcome();
  all.accepted = 2;
  const some = new Outcome();
  some.accepted = 1;
  some.reject('too_old', 'a record is older than 30 days', 300);
  some.reject('invalid_id', 'a trace id has 3 bytes', 5);
  const text = '300 too_old, 5 invalid_id; a record is older than 30 days; a trace id has 3 bytes';
  t.equal(successBody('logs', 'protobuf', all).length, 0);
  t.equal(successBody('logs', 'json', all).toString(), '{}');
  t.same(read('Response', successBody('traces', 'protobuf', some)), {
    partialSuccess: { rejected: '305', errorMessage: text },
  });
  for (const [signal, field] of [
    ['logs', 'rejectedLogRecords'],
    ['traces', 'rejectedSpans'],
    ['metrics', 'rejectedDataPoints'],
  ] as const)
    t.same(JSON.parse(successBody(signal, 'json', some).toString()), {
      partialSuccess: { [field]: '305', errorMessage: text },
    });
  const status = read('Status', statusBody('protobuf', grpcCodes.unavailable, 'later', 300));
  t.match(status, { code: 14, message: 'later', details: [{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo' }] });
  t.same(read('RetryInfo', status['details'][0].value), { retryDelay: { seconds: '300' } });
  t.same(read('Status', statusBody('protobuf', 3, 'bad', undefined)), { code: 3, message: 'bad' });
  t.same(JSON.parse(statusBody('json', 3, 'bad', undefined).toString()), { code: 3, message: 'bad' });
});

t.test('facets are counted by the quarter of an hour, to the nanosecond', async (t) => {
  const day = 20_000;
  const quarterNs = 900_000_000_000n;
  const events = new EventRows(day, 30);
  const add = (ns: bigint, project: string, status: number): void => {
    const row = events.addRow();
    new DataView(events.ts.data.buffer).setBigUint64(row * 8, BigInt(day) * 96n * quarterNs + ns, true);
    events.projectId.data[row] = events.projectId.words.ofText(project);
    events.kind.data[row] = kinds.span;
    events.httpStatus.data[row] = status;
  };
  // Every border of the day, a nanosecond to either side and back again, by two projects in turns.
  for (let quarter = 1n; quarter < 96n; quarter++)
    for (const [beside, status] of [
      [-1n, 0xffff],
      [0n, 200],
      [-1n, 0],
      [1n, 200],
    ] as const)
      for (const project of ['a', 'b']) add(quarter * quarterNs + beside, project, status);
  const facets = facetsOf(events);
  const got = new Map<string, number>();
  for (let row = 0, at = 0; row < facets.rows; row++) {
    const length = facets.value.bytes[at] ?? 0;
    const value = Buffer.from(facets.value.bytes.subarray(at + 1, (at += length + 1))).toString();
    const key = facets.key.words.textAt(facets.key.data[row] ?? 0);
    const project = facets.projectId.words.textAt(facets.projectId.data[row] ?? 0);
    const bucket = ((facets.bucket.data[row] ?? 0) - day * 86_400) / 900;
    if (key === 'http_status') got.set(`${project} ${bucket} ${value}`, facets.cnt.data[row * 2] ?? 0);
  }
  const expected = new Map<string, number>();
  for (const project of ['a', 'b'])
    for (let quarter = 1; quarter < 96; quarter++) {
      expected.set(`${project} ${quarter - 1} 65535`, 1);
      expected.set(`${project} ${quarter} 200`, 2);
    }
  t.same(got, expected);
  t.equal(got.size, 2 * 95 * 2);
});

t.test('of more values than find room the most frequent are counted', (t) => {
  const events = new EventRows(20_000, 30);
  const add = (name: string, rows: number): void => {
    for (let n = 0; n < rows; n++) {
      const row = events.addRow();
      events.projectId.data[row] = events.projectId.words.ofText('a');
      events.kind.data[row] = kinds.span;
      events.name.data[row] = events.name.words.ofText(name);
    }
  };
  for (let n = 0; n < 60_000; n++) add(`job ${n}`, 1);
  add('GET /x', 1_000);
  const facets = facetsOf(events);
  const counts = Array.from({ length: facets.rows }, (_, row) => [
    facets.key.words.textAt(facets.key.data[row] ?? 0),
    facets.cnt.data[row * 2],
  ]);
  t.same(
    counts.filter(([, count]) => count !== 1),
    [
      ['kind', 61_000],
      ['status_code', 61_000],
      ['name', 1_000],
    ],
  );
  t.equal(facets.rows, 50_000);
  t.end();
});

t.test('keys made of ids leave room for those of the next day', (t) => {
  const catalog = new Catalog();
  const noon = Date.parse('2026-03-04T12:00:00Z');
  const dayMs = 86_400_000;
  const learn = (keys: readonly string[], ms: number): void => {
    const project = catalog.project('p', 'log', 30);
    const entries = keys.map((key) => ({ key, type: valueTypes.string, text: 'x' }));
    catalog.learnEntries(project, 'attributes', entries, ms);
  };
  const told = (ms: number): number => catalog.rows(ms).reduce((sum, { rows }) => sum + rows, 0);
  const ids = (of: string) => Array.from({ length: 12_000 }, (_, n) => `order.${of}.${n}`);
  learn(['kept', ...ids('one')], noon);
  t.equal(told(noon), 10_000, 'no more than so many of a day');
  learn(['kept', 'late'], noon + 1_000);
  t.equal(told(noon + 1_000), 0, 'known ones are told of again after a minute');
  t.equal(told(noon + dayMs), 1, 'what was counted is not lost');
  learn(['kept', 'new'], noon + dayMs + 1_000);
  t.equal(told(noon + dayMs + 1_000), 2);
  t.end();
});

t.test('a body has its room until it is read, and the next one gets it then', async (t) => {
  const budget = new ByteBudget(budgetLimits);
  const [one, other, next] = ['a', 'b', 'c'].map((project) => new Reservation(budget, project));
  const room = one?.borrow(200_000);
  t.ok((room?.length ?? 0) >= 200_000);
  t.not(other?.borrow(200_000)?.buffer, room?.buffer, 'while somebody reads it');
  one?.returnBorrowed();
  one?.release();
  t.equal(next?.borrow(150_000)?.buffer, room?.buffer);
  const [large, second] = ['d', 'e'].map((project) => new Reservation(budget, project));
  t.ok((large?.borrow(largeBytesMin + 1)?.length ?? 0) > largeBytesMin);
  t.equal(second?.borrow(largeBytesMin + 1), undefined, 'there is one for large bodies');
  for (const reservation of [other, next, large]) reservation?.release();
  t.ok(second?.borrow(largeBytesMin + 1));
  second?.release();
});

t.test(
  'a large body that comes slowly leaves its room to one that waits, and nobody gets what another sent',
  async (t) => {
    const budget = new ByteBudget(budgetLimits);
    const size = largeBytesMin + 2 * mebibyte;
    const [slow, quick] = [new PassThrough(), Buffer.alloc(size, 'q')];
    const read = (project: string, source: Readable) => {
      const held = new Reservation(budget, project);
      return readBody(source, undefined, held).finally(() => held.release());
    };
    const coming = read('slow', slow);
    const started = performance.now();
    slow.write(Buffer.alloc(size - mebibyte, 's'));
    await sleep(50);
    await t.rejects(read('quick', pieces(quick, 65_536)), { code: 'unavailable' }, 'it may take its time');
    await until('it has to leave', 10_000, () =>
      read('quick', pieces(quick, 65_536)).then(
        (body) => body.equals(quick),
        () => false,
      ),
    );
    t.ok(performance.now() - started > 4_000);
    slow.end(Buffer.alloc(mebibyte, 's'));
    await t.rejects(coming, { code: 'unavailable' });
    const alone = await read('slow', pieces(Buffer.alloc(size, 's'), 65_536));
    t.ok(alone.equals(Buffer.alloc(size, 's')), 'and comes again');
  },
);

t.test('a large body that comes at a fair pace keeps its room, however long it takes', async (t) => {
  const budget = new ByteBudget(budgetLimits);
  const read = (project: string, source: Readable) => {
    const held = new Reservation(budget, project);
    return readBody(source, undefined, held).finally(() => held.release());
  };
  const steady = new PassThrough();
  const coming = read('steady', steady);
  let bytes = largeBytesMin + mebibyte;
  steady.write(Buffer.alloc(bytes));
  for (const started = performance.now(); performance.now() - started < 6_000; bytes += mebibyte) {
    steady.write(Buffer.alloc(mebibyte));
    await sleep(200);
    await t.rejects(read('quick', pieces(Buffer.alloc(largeBytesMin + 1), mebibyte)), { code: 'unavailable' });
  }
  steady.end();
  t.equal((await coming).length, bytes);
});

t.test('the young are looked through once for so many bytes of bodies', async (t) => {
  let asked = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind, flags } = (entry as PerformanceEntry & { detail: { kind: number; flags: number } }).detail;
      const isForced = (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0;
      if (isForced && kind === constants.NODE_PERFORMANCE_GC_MINOR) asked++;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  t.teardown(() => observer.disconnect());
  const garbage = new YoungGarbage();
  garbage.add(15 * mebibyte);
  await sleep(50);
  t.equal(asked, 0);
  for (const bytes of [mebibyte, 15 * mebibyte, 100 * mebibyte]) garbage.add(bytes);
  await until('it is done', 5_000, () => asked === 2);
  t.equal(typeof globalThis.gc, 'undefined', 'nobody else sees it');
});
