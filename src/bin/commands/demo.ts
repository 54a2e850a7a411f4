import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { ApiError } from '../../errors.ts';
import { readCredentials, type Credentials } from '../first-start.ts';
import type { Context, Run } from './command.ts';
import { demoMinute } from './demo-data.ts';

const minutes = 60;
const requestsPerMinute = 60;
const minuteMs = 60_000;

export function addDemo(program: Command, run: Run): void {
  program
    .command('demo')
    .description('send an hour of telemetry of a small shop to the running service')
    .option('--follow', 'go on sending as time passes, until interrupted')
    .action((options: { follow?: boolean }) =>
      run(async (context) => {
        const credentials = await readCredentials(context.config.dataDir);
        if (credentials === undefined) {
          throw new ApiError('unavailable', {
            message: `There is no credentials.json in ${context.config.dataDir}: ${whyNone(context)}.`,
          });
        }
        const nowMs = Date.now();
        const sent = { spans: 0, logs: 0, points: 0 };
        for (let minute = 0; minute < minutes; minute++) {
          context.progress(`minute ${minute + 1} of ${minutes}`);
          const batch = await sendMinute(credentials, nowMs - (minutes - minute) * minuteMs);
          sent.spans += batch.spans;
          sent.logs += batch.records;
          sent.points += batch.points;
        }
        context.answer(sent, [
          `sent ${sent.spans} spans, ${sent.logs} log records and ${sent.points} metric points`,
          '',
          ...lines(context),
        ]);
        while (options.follow === true) {
          await pause(minuteMs);
          await sendMinute(credentials, Date.now() - minuteMs);
        }
      }),
    );
}

function whyNone({ config }: Context): string {
  if (config.databaseUrl === undefined) return 'run npm start first, and leave it running';
  return 'a service on a Postgres server writes none; write one, with base_url, otlp_http_url, otlp_grpc_url, project_id and api_key';
}

async function sendMinute(credentials: Credentials, startMs: number) {
  const batch = demoMinute(startMs, requestsPerMinute);
  await Promise.all(
    (['traces', 'logs', 'metrics'] as const).map(async (signal) => {
      const response = await fetch(`${credentials.otlp_http_url}/v1/${signal}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credentials.api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify(batch[signal]),
      }).catch((error: unknown) => {
        throw new ApiError('unavailable', {
          message: `The service does not answer at ${credentials.otlp_http_url}: run npm start first, and leave it running.`,
          cause: error,
        });
      });
      if (!response.ok)
        throw new ApiError('unavailable', {
          message: `The service answered ${response.status} to ${signal}: ${await response.text()}`,
        });
    }),
  );
  return batch;
}

/** Lines to paste: they read the address and the key where the service keeps them. */
function lines({ config }: Context): string[] {
  const file = `'${config.dataDir.replaceAll("'", String.raw`'\''`)}/credentials.json'`;
  const read = (name: string) => `$(node -p 'require(process.argv[1]).${name}' ${file})`;
  const get = (path: string, query?: string) =>
    `curl -sG "$BASE/api/v1/${path}" -H "Authorization: Bearer $KEY" -H "X-Project-Id: $PROJECT"` +
    (query === undefined ? '' : ` --data-urlencode '${query}'`);
  return [
    'Paste these:',
    `export BASE=${read('base_url')} KEY=${read('api_key')} PROJECT=${read('project_id')}`,
    `${get('events', 'query=level == "ERROR"')} -d limit=5`,
    get('metrics', 'query=summarize count(), p95(duration) by bin(timestamp, 5m), service'),
    get(
      'metrics',
      'query=metrics | where metric_name == "http.server.request.duration" | summarize percentile(value, 95) by service',
    ),
    get('facets', 'field=service'),
    get('schema'),
  ];
}
