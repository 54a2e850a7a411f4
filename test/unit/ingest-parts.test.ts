import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import protobuf from 'protobufjs';
import t from 'tap';
import { encodings, readBody } from '../../src/ingest/body.ts';
import { bodyBytesMax, ByteBudget, Reservation } from '../../src/ingest/budget.ts';
import { facetsOf } from '../../src/ingest/facets.ts';
import { Journal, type JournalEntry } from '../../src/ingest/journal.ts';
import { grpcCodes, statusBody, successBody } from '../../src/ingest/otlp-answer.ts';
import { Outcome } from '../../src/ingest/outcome.ts';
import { receiptWindowMs } from '../../src/ingest/queries.ts';
import { Receipts } from '../../src/ingest/receipts.ts';
import { EventRows, kinds } from '../../src/ingest/rows/events.ts';

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
});

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
  t.same(await again.entries(), [entry('1'), entry('3')]);
  t.same((await readdir(directory)).toSorted(), ['1.batch', '3.batch']);
});

t.test('receipts are remembered for a quarter of an hour, and what is not remembered is asked for', async (t) => {
  let now = 1_000_000_000;
  const receipts = new Receipts({ alone: true, nowMs: () => now });
  const outcome = new Outcome();
  outcome.accepted = 3;
  const partly = new Outcome();
  partly.reject('too_old', 'too old');
  let answer: (outcome: Outcome) => void = () => {};
  receipts.begin('a', new Promise((resolve) => (answer = resolve)));
  t.ok(receipts.find('a'), 'while it is under way');
  answer(outcome);
  receipts.begin('b', Promise.resolve(partly));
  receipts.begin('c', Promise.reject(new Error('lost')));
  await new Promise(setImmediate);
  t.equal((await receipts.find('a'))?.accepted, 3);
  t.equal((await receipts.find('b'))?.rejected, 1, 'with what was rejected');
  t.equal(receipts.find('c'), undefined, 'a failure is no answer');
  t.equal(receipts.mustAsk, true, 'the process is young: others may have stored before it');
  now += receiptWindowMs + 1;
  t.equal(receipts.mustAsk, false);
  t.equal(receipts.find('a'), undefined);
  receipts.doubt();
  t.equal(receipts.mustAsk, true, 'a batch was lost');
  t.equal(new Receipts({ alone: false, nowMs: () => now }).mustAsk, true);
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
