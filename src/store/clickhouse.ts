import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';

export type ClickhouseConnection = {
  /** Without user, password or path. */
  url: string;
  database: string;
  username: string;
  password: string;
};

export type ClickhouseOptions = ClickhouseConnection & {
  connectionsMax: number;
  requestTimeoutMs: number;
  /** Everything that a user's text caused runs over such a client. */
  readonly: boolean;
};

/**
 * The whole answer is awaited by the engine: a failure half way is an error, never a short page. It is kept in memory so
 * long: the engine would put it into a file otherwise, and on a full disk send what it could write, none of it say, as
 * all there is.
 */
export const wholeAnswer = { wait_end_of_query: 1, buffer_size: '1000000000' } as const;

/** What statements are written for, whatever a server or a user has by default. */
const sessionSettings = {
  aggregate_functions_null_for_empty: 0,
  any_join_distinct_right_table_keys: 0,
  cast_keep_nullable: 0,
  group_by_use_nulls: 0,
  join_use_nulls: 0,
  session_timezone: '',
  transform_null_in: 0,
} as const satisfies ClickHouseSettings;

export function connectClickhouse(options: ClickhouseOptions): ClickHouseClient {
  return createClient({
    url: options.url,
    database: options.database,
    username: options.username,
    password: options.password,
    application: 'colonnade',
    request_timeout: options.requestTimeoutMs,
    max_open_connections: options.connectionsMax,
    // Its log lines would repeat query text; whoever catches the error reports it.
    log: { level: ClickHouseLogLevel.OFF },
    // Below the server's own limit, so that we never write into a connection that it is about to close.
    keep_alive: { enabled: true, idle_socket_ttl: 2_500 },
    clickhouse_settings: { ...sessionSettings, ...(options.readonly ? { readonly: '1' } : {}) },
  });
}

/** `http://user:password@host:8123/database` */
export function clickhouseAt(text: string): ClickhouseConnection {
  const url = new URL(text);
  return {
    url: url.origin,
    database: decodeURIComponent(url.pathname.slice(1)) || 'default',
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
  };
}
