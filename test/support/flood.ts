// Bodies that are small on the wire and huge when inflated, and their sender.

import { request } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { gzipSync } from 'node:zlib';
import type { Credentials } from '../../src/bin/first-start.ts';
import { grpcMethods } from './grpc.ts';
import { encodeOtlp, varint } from './otlp-proto.ts';
import { credentialsOf } from './service.ts';

const mebibyte = 1024 * 1024;

export interface FloodBody {
  readonly name: string;
  readonly door: 'otlp' | 'json' | 'grpc';
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Bodies that inflate to nearly 64 MiB and are valid, and one that inflates beyond. */
export function floodBodies(mebibytes: number): FloodBody[] {
  const protobuf = 'application/x-protobuf';
  const record = (i: number) => ({
    timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
    severityNumber: 9,
    body: { stringValue: `request ${i % 1000} took a while and nothing else happened that anybody would have noticed` },
    attributes: ['http.route', 'user.id', 'k8s.pod.name', 'thread.name'].map((key, n) => ({
      key,
      value: { stringValue: `value-${n}-${i % 100}` },
    })),
  });
  const resourceLogs = Buffer.from(
    encodeOtlp('LogsData', {
      resourceLogs: [{ scopeLogs: [{ logRecords: Array.from({ length: 5_000 }, (_, i) => record(i)) }] }],
    }),
  );
  const times = Math.floor((mebibytes * mebibyte) / resourceLogs.length);
  const jsonRecord = JSON.stringify(
    Array.from({ length: 2_000 }, (_, i) => ({
      message: `request ${i} took a while`,
      level: 'info',
      order: i,
      ok: true,
    })),
  ).slice(1, -1);
  const jsonTimes = Math.floor((mebibytes * mebibyte) / (jsonRecord.length + 1));
  const logs = gzipSync(Buffer.concat(Array.from({ length: times }, () => resourceLogs)));
  return [
    { name: 'logs', door: 'otlp', contentType: protobuf, bytes: logs },
    { name: 'logs over gRPC', door: 'grpc', contentType: 'application/grpc', bytes: logs },
    // Nothing but empty records: two bytes each.
    { name: 'empty records', door: 'otlp', contentType: protobuf, bytes: gzipSync(emptyRecords(mebibytes * mebibyte)) },
    {
      name: 'json records',
      door: 'json',
      contentType: 'application/json',
      bytes: gzipSync(`[${Array.from({ length: jsonTimes }, () => jsonRecord).join(',')}]`),
    },
    {
      name: 'otlp json',
      door: 'otlp',
      contentType: 'application/json',
      bytes: gzipSync(otlpJson(mebibytes * mebibyte)),
    },
    { name: 'beyond', door: 'otlp', contentType: protobuf, bytes: gzipSync(Buffer.alloc((mebibytes + 8) * mebibyte)) },
  ];
}

/** Bodies of nearly this size that are to be taken, one for each door: few enough records for one request. */
export function largeBodies(mebibytes: number): FloodBody[] {
  const text = 'a stack trace that goes on and on and on\n'.repeat(50);
  const times = Math.floor((mebibytes * mebibyte) / (text.length * 1.1));
  const each = <T>(make: (i: number) => T): T[] => Array.from({ length: times }, (_, i) => make(i));
  const time = `${Date.now()}000000`;
  const logs = (i: number) => ({ timeUnixNano: time, body: { stringValue: `${i} ${text}` } });
  const request = { resourceLogs: [{ scopeLogs: [{ logRecords: each(logs) }] }] };
  const protobuf = gzipSync(encodeOtlp('LogsData', request));
  return [
    { name: 'protobuf', door: 'otlp', contentType: 'application/x-protobuf', bytes: protobuf },
    // Another body than the one over HTTP, or it would be a repeat.
    {
      name: 'gRPC',
      door: 'grpc',
      contentType: 'application/grpc',
      bytes: gzipSync(encodeOtlp('LogsData', { resourceLogs: [...request.resourceLogs, { schemaUrl: 'x' }] })),
    },
    { name: 'OTLP in JSON', door: 'otlp', contentType: 'application/json', bytes: gzipSync(JSON.stringify(request)) },
    {
      name: 'JSON records',
      door: 'json',
      contentType: 'application/json',
      bytes: gzipSync(JSON.stringify(each((i) => ({ message: `${i} ${text}`, time })))),
    },
  ];
}

function otlpJson(size: number): string {
  const record = (i: number) => ({
    timeUnixNano: `${Date.now()}000000`,
    severityNumber: 9,
    body: { stringValue: `request ${i} took a while and nothing else happened that anybody would have noticed` },
    attributes: Array.from({ length: 6 }, (_, n) => ({
      key: `key.${n}`,
      value: { stringValue: `value ${i} of ${n}` },
    })),
  });
  const records = JSON.stringify(Array.from({ length: 1_000 }, (_, i) => record(i))).slice(1, -1);
  const all = Array.from({ length: Math.floor((size - 100) / (records.length + 1)) }, () => records).join(',');
  return `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${all}]}]}]}`;
}

/** ExportLogsServiceRequest { resource_logs { scope_logs { log_records {} … } } } */
function emptyRecords(size: number): Buffer {
  const records = Buffer.alloc(size - 64);
  for (let i = 0; i < records.length; i += 2) records[i] = 0x12;
  const wrap = (content: Buffer, tag: number) => Buffer.concat([Buffer.from([tag]), varint(content.length), content]);
  return wrap(wrap(records, 0x12), 0x0a);
}

export function sendFlood(directory: string, body: FloodBody, timeoutMs: number): Promise<string> {
  const credentials = credentialsOf(directory);
  if (body.door === 'grpc') return sendGrpcFlood(credentials, body.bytes, timeoutMs);
  const url =
    body.door === 'json' ? `${credentials.base_url}/api/v1/ingest/json` : `${credentials.otlp_http_url}/v1/logs`;
  return new Promise((resolve) => {
    const call = request(
      url,
      {
        method: 'POST',
        agent: false,
        timeout: timeoutMs,
        headers: {
          authorization: `Bearer ${credentials.api_key}`,
          'content-type': body.contentType,
          'content-encoding': 'gzip',
          'content-length': body.bytes.length,
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
      },
    );
    call.on('timeout', () => call.destroy(new Error('timeout')));
    call.on('error', (error: NodeJS.ErrnoException) => resolve(`no answer: ${error.code ?? error.message}`));
    call.end(body.bytes);
  });
}

/** The status over HTTP that means the same. */
const statusOfGrpc = new Map([
  ['0', '200'],
  ['3', '413'],
  ['8', '429'],
  ['14', '503'],
]);

function sendGrpcFlood(credentials: Credentials, message: Buffer, timeoutMs: number): Promise<string> {
  const frame = Buffer.alloc(5);
  frame[0] = 1;
  frame.writeUInt32BE(message.length, 1);
  return new Promise((resolve) => {
    const session = connect(credentials.otlp_grpc_url);
    const end = (status: string) => {
      resolve(status);
      session.destroy();
    };
    session.on('error', (error) => end(`no answer: ${error.message}`));
    const stream = session.request({
      ':method': 'POST',
      ':path': grpcMethods.logs,
      'content-type': 'application/grpc',
      'grpc-encoding': 'gzip',
      authorization: `Bearer ${credentials.api_key}`,
    });
    const answered = (headers: IncomingHttpHeaders) => {
      const status = headers['grpc-status'];
      if (typeof status === 'string') end(statusOfGrpc.get(status) ?? `grpc ${status}`);
    };
    stream.on('response', answered);
    stream.on('trailers', answered);
    stream.on('error', (error) => end(`no answer: ${error.message}`));
    stream.setTimeout(timeoutMs, () => end('no answer: timeout'));
    stream.resume();
    stream.write(frame);
    stream.end(message);
  });
}
