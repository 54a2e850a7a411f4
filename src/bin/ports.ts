import type { Config } from '../config.ts';
import { listenFault } from '../store/embedded/ports.ts';

/** The ports that others know, each with the variable it comes from. */
export const listeners = [
  { field: 'port', variable: 'COLONNADE_PORT', what: 'the API' },
  { field: 'otlpHttpPort', variable: 'COLONNADE_OTLP_HTTP_PORT', what: 'OTLP over HTTP' },
  { field: 'otlpGrpcPort', variable: 'COLONNADE_OTLP_GRPC_PORT', what: 'OTLP over gRPC' },
] as const;

type Listener = (typeof listeners)[number];

export interface PortFault {
  readonly listener: Listener;
  /** As the system calls it. */
  readonly code: string;
  readonly said: string;
  readonly advice: string;
}

/** Where this process could not listen now. A worker does not; 0 is any port that is free. */
export async function portFaults(config: Config): Promise<PortFault[]> {
  const wanted = config.role === 'worker' ? [] : listeners.filter(({ field }) => config[field] !== 0);
  const faults = wanted.map(async (listener) => {
    const code = await listenFault(config[listener.field], config.host);
    return code === undefined ? [] : [portFault(config, listener, code)];
  });
  return (await Promise.all(faults)).flat();
}

export function portFault(config: Config, listener: Listener, code: string): PortFault {
  const { host } = config;
  const { field, variable, what } = listener;
  const port = `port ${config[field]} on ${host}, for ${what},`;
  const otherwise = `set ${variable} to another port (0 for any)`;
  switch (code) {
    case 'EADDRINUSE':
      return { listener, code, said: `${port} is taken by another program`, advice: `stop that one, or ${otherwise}` };
    case 'EADDRNOTAVAIL': {
      const advice = 'set COLONNADE_HOST to one that is, or to 0.0.0.0 for all';
      return { listener, code, said: `${host} is not an address of this machine`, advice };
    }
    case 'EACCES':
      return { listener, code, said: `${port} is not for this user to open`, advice: otherwise };
    default:
      return { listener, code, said: `${port} cannot be opened (${code})`, advice: otherwise };
  }
}
