import type { FastifyInstance } from 'fastify';
import { buildSenderApp, type Entrance } from '../app.ts';
import type { Deps } from '../deps.ts';
import { errorCodes } from '../errors.ts';
import { admitSender } from '../http/auth.ts';
import { limitConnections } from '../http/connections.ts';
import type { Door } from '../http/door.ts';
import { Ingest } from '../ingest/ingest.ts';
import { otlpDoors } from '../ingest/otlp/door.ts';
import { plainDoors } from '../ingest/plain-doors.ts';
import { type GrpcDoor, openGrpcDoor } from '../ingest/otlp/grpc.ts';

export type Senders = {
  /** For the API's own port. */
  doors: readonly Door[];
  /** Opens the ports of OTLP. */
  listen: () => Promise<void>;
  /** Takes nothing more, stores what it has. */
  close: (graceMs: number) => Promise<void>;
};

/** Everything that receives telemetry. What an earlier run left under way is settled when it resolves. */
export async function openSenders(deps: Deps, entrance: Entrance): Promise<Senders> {
  const { config, clickhouse, sql, log, now, newId } = deps;
  const ingest = await Ingest.start({
    clickhouse,
    sql,
    log,
    now,
    newId,
    dataDir: config.dataDir,
    // The embedded store belongs to one process; a server may have any number of writers.
    alone: config.clickhouseUrl === undefined,
  });
  const otlp = otlpDoors(ingest);
  let http: FastifyInstance | undefined;
  let grpc: GrpcDoor | undefined;
  return {
    doors: [...otlp, ...plainDoors(ingest, now)],
    async listen() {
      http = await buildSenderApp(deps, entrance, otlp);
      await http.listen({ host: config.host, port: config.otlpHttpPort });
      const admit = (header: (name: string) => string | undefined) => {
        const names = ['authorization', 'x-api-key', 'x-project-id'] as const;
        const headers = Object.fromEntries(names.flatMap((name) => [[name, header(name)]]));
        return admitSender(entrance.gate, { headers, id: newId() });
      };
      grpc = await openGrpcDoor(
        {
          ingest,
          admit,
          limit: limitConnections,
          log,
          // Every call is a POST, and answered with 200: what it would be over plain HTTP says how it ended.
          observe: (path, code, seconds) =>
            entrance.meter.observe('POST', path, code === undefined ? 200 : errorCodes[code].status, seconds),
        },
        config.host,
        config.otlpGrpcPort,
      );
    },
    async close(graceMs) {
      // Requests under way wait for their batch: the batch is stored while the doors close.
      await Promise.all([grpc?.close(graceMs), http?.close(), ingest.close(graceMs)]);
    },
  };
}
