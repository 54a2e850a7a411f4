// Runs in a process of its own, under a bare node: the main thread becomes the ClickHouse engine and does not
// come back until it shuts down. Plain JavaScript, so that no loader lives in the engine's process.
//
//   node clickhouse-child.mjs <libchdb.so> <config.xml> <data directory> <http port> <start.sql>
//
// Standard input is the life line: the service holds its other end and never writes. When it is closed, or the
// service dies in any way, the worker thread sees the end of it and lets the engine finish.
import { closeSync, readSync } from 'node:fs';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { DataType, load, open } from 'ffi-rs';

const SHUTDOWN_MS_MAX = 8_000;

if (isMainThread) {
  const [library, configFile, directory, httpPort, startFile] = process.argv.slice(2);
  open({ library: 'engine', path: library });
  const [readEnd, writeEnd] = pipe();
  const lifeLine = new Worker(new URL(import.meta.url), { workerData: writeEnd });
  lifeLine.on('error', () => process.kill(process.pid, 'SIGKILL'));
  const argv = [
    'clickhouse',
    `--config-file=${configFile}`,
    `--path=${directory}`,
    '--listen_host=127.0.0.1',
    `--http_port=${httpPort}`,
    // The second file is read to its end before the session is over, and a pipe ends when its writer closes it.
    '--queries-file',
    startFile,
    `/dev/fd/${readEnd}`,
  ];
  const result = call('chdb_query_cmdline', DataType.U64, [
    [DataType.I32, argv.length],
    [DataType.StringArray, argv],
  ]);
  // Asked as a number first: without a fault it is a null pointer, which cannot be read as text.
  if (result !== 0 && call('chdb_result_error', DataType.U64, [[DataType.U64, result]]) !== 0) {
    const fault = call('chdb_result_error', DataType.String, [[DataType.U64, result]]);
    if (typeof fault === 'string') process.stderr.write(fault);
  }
  // Everything is on disk by now; the library's static destructors are not worth a crash on the way out.
  process.kill(process.pid, 'SIGKILL');
} else {
  const byte = Buffer.alloc(1);
  try {
    while (readSync(0, byte, 0, 1, null) > 0);
  } catch {
    // A broken standard input means the same as a closed one.
  }
  closeSync(workerData);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), SHUTDOWN_MS_MAX);
}

function call(funcName, retType, parameters, library = 'engine') {
  return load({
    library,
    funcName,
    retType,
    paramsType: parameters.map(([type]) => type),
    paramsValue: parameters.map(([, value]) => value),
  });
}

/** pipe(2): both ends in one process, which node itself does not offer. */
function pipe() {
  open({ library: 'libc', path: '' });
  const ends = Buffer.alloc(8);
  if (call('pipe', DataType.I32, [[DataType.U8Array, ends]], 'libc') !== 0) throw new Error('pipe(2) failed');
  return [ends.readInt32LE(0), ends.readInt32LE(4)];
}
