import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Config } from './config.ts';
import type { Catalogues } from './domains/schema/catalogue.ts';
import type { Reader } from './store/read.ts';
import type { SqlMode } from './store/sql-mode.ts';

/** What the whole service is made of. A verb names the part it needs: `Pick<Deps, 'sql' | 'now'>`. */
export interface Deps {
  readonly config: Config;
  readonly log: Logger;
  readonly sql: Sql;
  /** Writes and maintenance. */
  readonly clickhouse: ClickHouseClient;
  /** Everything that a user's text caused: read-only, limited. */
  readonly reader: Reader;
  /** SQL that users write, each project behind a wall of its own. */
  readonly sqlMode: SqlMode;
  /** What each project sends, for the compiler. */
  readonly catalogues: Catalogues;
  /** Base of links, without a slash at the end. */
  readonly hostUrl: string;
  readonly now: () => Date;
  readonly newId: () => string;
}
