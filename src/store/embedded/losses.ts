import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';

/**
 * A first start ends with the credentials of its project: what it made before is there, or lost. Without its Postgres a start
 * would make another project, and every sender would be told that its key is wrong, and throw away what it has.
 */
export function expectWhole(
  { dataDir, databaseUrl, clickhouseUrl }: Pick<Config, 'dataDir' | 'databaseUrl' | 'clickhouseUrl'>,
  onLoss: (message: string) => void,
): void {
  const isThere = (path: string) => existsSync(join(dataDir, path));
  if (!isThere('credentials.json')) return;
  const lost = ['postgres/data', 'engines.json'].filter((path) => databaseUrl === undefined && !isThere(path));
  if (lost.length > 0) {
    throw new Error(
      `the data directory ${dataDir} has lost ${lost.join(' and ')}, and with it its projects and keys: ` +
        'put that back, from a backup if need be, or set COLONNADE_DATA to another directory to begin anew',
    );
  }
  if (clickhouseUrl === undefined && !isThere('clickhouse/data'))
    onLoss(`the data directory ${dataDir} has no clickhouse/data: what was sent before is not there, and one is made`);
}
