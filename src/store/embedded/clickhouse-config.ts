import { createHash, createHmac } from 'node:crypto';
import { readSettings } from '../read.ts';
import { projectScopeName, sqlModeLimits } from '../sql-mode.ts';

export type ClickhouseAccess = {
  /** Databases that the users may see; `*` at the end stands for any rest of the name. */
  database: string;
  servicePassword: string;
  readerPassword: string;
  /** The passwords of the project users derive from it. */
  sqlSecret: string;
  projectIds: readonly string[];
  /** Tables behind the views of a project's own user, each filtered by its `project_id`. */
  projectTables: readonly string[];
};

export type ClickhouseTuning = {
  memoryBytesMax: number;
  /** For the other nodes of a cluster. Nobody else needs the native protocol, and a peer that resets its connection ends the engine. */
  tcpPort?: number;
  /** Clusters by name: shards, each with the native port and password of an engine on this machine. */
  clusters?: Readonly<Record<string, readonly { tcpPort: number; password: string }[]>>;
};

/** Of the engine's memory, for columns as they were unpacked. */
const unpackedShare = 0.05;
/** And for filters of indexes: 100 million events have 80 MB of those that a value nobody else has is looked for in. */
const unpackedFilterShare = 0.02;

/** What a query may set for itself under `readonly = 1`: limits, labels and output; nothing that widens access. */
const changeableByReader = [
  'max_execution_time timeout_overflow_mode max_memory_usage max_threads max_block_size priority os_threads_nice_value_query',
  'max_rows_to_read max_bytes_to_read read_overflow_mode max_result_rows max_result_bytes result_overflow_mode',
  'max_rows_in_set max_rows_in_join max_bytes_in_join join_overflow_mode max_rows_to_group_by group_by_overflow_mode',
  'max_bytes_before_external_group_by max_bytes_before_external_sort max_bytes_ratio_before_external_group_by',
  'log_comment log_queries use_query_cache query_cache_ttl optimize_read_in_order optimize_aggregation_in_order',
  'cancel_http_readonly_queries_on_client_close replace_running_query',
  'send_progress_in_http_headers http_headers_progress_interval_ms',
  'http_response_buffer_size http_wait_end_of_query http_write_exception_in_output_format format_csv_null_representation',
  'enable_http_compression http_zlib_compression_level date_time_output_format session_timezone extremes',
  'output_format_json_quote_64bit_integers output_format_json_quote_64bit_floats output_format_json_quote_denormals',
  'output_format_json_quote_decimals output_format_json_named_tuples_as_objects output_format_write_statistics',
  'output_format_native_use_flattened_dynamic_and_json_serialization output_format_parallel_formatting',
  'prefer_localhost_replica distributed_group_by_no_merge optimize_skip_unused_shards skip_unavailable_shards',
  'enable_full_text_index query_plan_direct_read_from_text_index use_skip_indexes use_skip_indexes_on_data_read',
  'use_top_k_dynamic_filtering use_uncompressed_cache query_plan_optimize_lazy_materialization query_plan_max_limit_for_lazy_materialization',
  'query_plan_optimize_join_order_limit query_plan_text_index_add_hint',
  'prefer_column_name_to_alias use_query_condition_cache read_in_order_use_virtual_row allow_experimental_analyzer short_circuit_function_evaluation',
]
  .join(' ')
  .split(' ');

/** SQL mode is read like everything else; but what a read sets is fixed here, because its text is a user's. */
const projectSettings = Object.entries({
  ...readSettings(sqlModeLimits),
  max_bytes_before_external_group_by: 0,
  max_ast_depth: 200,
  max_ast_elements: 10_000,
  max_expanded_ast_elements: 50_000,
  max_subquery_depth: 20,
  max_rows_in_set: 1_000_000,
  max_rows_in_join: 10_000_000,
  allow_introspection_functions: 0,
  prefer_column_name_to_alias: 1,
})
  .map(([name, value]) => element(name, String(value)))
  .join('');
/** Of one value of a statement, escaped: a text as long as a query may be, whatever its letters, with room to spare. */
const valueBytesMax = 1024 * 1024;

/** How it shares the engine with the others of its project, and how it is ended. */
const changeableByProject = [
  'log_comment',
  'enable_http_compression',
  'max_threads',
  'os_threads_nice_value_query',
  'replace_running_query',
];

export function serverConfig(path: string, tuning: ClickhouseTuning): string {
  const directory = path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const clusters = Object.entries(tuning.clusters ?? {}).map(([name, shards]) =>
    element(
      name,
      shards
        .map(({ tcpPort, password }) =>
          element(
            'shard',
            `<internal_replication>true</internal_replication>` +
              element('replica', `<host>127.0.0.1</host><port>${tcpPort}</port>${credentials(password)}`),
          ),
        )
        .join(''),
    ),
  );
  return element(
    'clickhouse',
    [
      `<logger><errorlog>${directory}/log/errors.log</errorlog><errorlog_level>error</errorlog_level><size>10M</size><count>2</count></logger>`,
      `<tmp_path>${directory}/tmp/</tmp_path>`,
      `<user_files_path>${directory}/files/</user_files_path>`,
      `<users_config>${directory}/users.xml</users_config>`,
      `<access_control_improvements>`,
      // Without it a constraint cannot be "changeable in readonly".
      `<settings_constraints_replace_previous>true</settings_constraints_replace_previous>`,
      `<select_from_system_db_requires_grant>true</select_from_system_db_requires_grant>`,
      `<select_from_information_schema_requires_grant>true</select_from_information_schema_requires_grant>`,
      `</access_control_improvements>`,
      ...(tuning.tcpPort === undefined ? [] : [element('tcp_port', String(tuning.tcpPort))]),
      `<max_server_memory_usage>${tuning.memoryBytesMax}</max_server_memory_usage>`,
      `<mark_cache_size>134217728</mark_cache_size>`,
      // Lists, single events and traces unpack a granule of each column for a row: what one of them did, the next need not.
      `<uncompressed_cache_size>${Math.round(tuning.memoryBytesMax * unpackedShare)}</uncompressed_cache_size>`,
      `<index_mark_cache_size>33554432</index_mark_cache_size>`,
      `<index_uncompressed_cache_size>${Math.round(tuning.memoryBytesMax * unpackedFilterShare)}</index_uncompressed_cache_size>`,
      `<compiled_expression_cache_size>33554432</compiled_expression_cache_size>`,
      `<query_cache><max_size_in_bytes>67108864</max_size_in_bytes></query_cache>`,
      `<keep_alive_timeout>30</keep_alive_timeout>`,
      // Idle clients must not hold up the end.
      `<shutdown_wait_unfinished>2</shutdown_wait_unfinished>`,
      `<remote_servers>${clusters.join('')}</remote_servers>`,
    ].join('\n'),
  );
}

export function usersConfig(access: ClickhouseAccess): string {
  const { database } = access;
  const loopback = '<networks><ip>127.0.0.1</ip><ip>::1</ip></networks><quota>default</quota>';
  const projects = access.projectIds.map((id) => projectUsers(id, access, loopback));
  return element(
    'clickhouse',
    [
      '<profiles>',
      `<default><http_max_field_value_size>${valueBytesMax}</http_max_field_value_size></default>`,
      `<starter><max_sessions_for_user>1</max_sessions_for_user></starter>`,
      `<reader><readonly>1</readonly>${changeable(changeableByReader)}</reader>`,
      `<project><readonly>1</readonly>${projectSettings}${changeable(changeableByProject)}</project>`,
      '</profiles>',
      '<quotas><default/></quotas>',
      '<users>',
      // The engine's own session: it has no password and cannot have one, so it may do nothing but start to listen, and
      // nobody else can log in as it while it lasts: any user of this machine, and any page in a browser on it, could
      // stop the listening otherwise.
      element('default', `<password/>${loopback}<profile>starter</profile>${grants(['SYSTEM LISTEN ON *.*'])}`),
      element(
        'service',
        `${hashed(access.servicePassword)}${loopback}<profile>default</profile><access_management>1</access_management>`,
      ),
      element(
        'reader',
        `${hashed(access.readerPassword)}${loopback}<profile>reader</profile>` +
          grants([`SELECT, SHOW, dictGet ON ${database}.*`]),
      ),
      ...projects,
      '</users>',
    ].join('\n'),
  );
}

/** The name of a project's own user: a tag of the configuration, which may not begin with a digit. */
export function projectUserName(projectId: string): string {
  return `project_${projectId}`;
}

/** The password of a project's own user, as the engine was told at its start. */
export function projectPassword(sqlSecret: string, projectId: string): string {
  return createHmac('sha256', sqlSecret).update(projectId).digest('hex');
}

/** The database with a project's own views. */
export function projectDatabase(database: string, projectId: string): string {
  return `${database}_sql_${projectId.replaceAll('-', '_')}`;
}

const projectIdPattern = /^[0-9a-f-]{36}$/;

/**
 * Two users for each project. The one that logs in may SELECT from the project's views and nothing else; the views read
 * as the other one, who sees the project's rows of the tables only. A filter on the views themselves would not do: the
 * engine moves a caller's conditions below it, and what they say of foreign rows shows in whether they fail.
 */
function projectUsers(id: string, access: ClickhouseAccess, loopback: string): string {
  if (!projectIdPattern.test(id)) throw new Error(`not a project id: ${id}`);
  const { database, projectTables } = access;
  const filters = projectTables.map((table) => element(table, `<filter>project_id = '${id}'</filter>`)).join('');
  return (
    element(
      projectUserName(id),
      `${hashed(projectPassword(access.sqlSecret, id))}${loopback}<profile>project</profile>` +
        element('default_database', projectDatabase(database, id)) +
        grants([`SELECT ON ${projectDatabase(database, id)}.*`]),
    ) +
    element(
      projectScopeName(id),
      `${hashed(projectPassword(access.sqlSecret, projectScopeName(id)))}${loopback}<profile>project</profile>` +
        grants(projectTables.map((table) => `SELECT ON ${database}.${table}`)) +
        `<databases>${element(database, filters)}</databases>`,
    )
  );
}

function changeable(settings: readonly string[]): string {
  return element('constraints', settings.map((name) => `<${name}><changeable_in_readonly/></${name}>`).join(''));
}

function grants(list: readonly string[]): string {
  return element('grants', list.map((grant) => `<query>GRANT ${grant}</query>`).join(''));
}

function credentials(password: string): string {
  return `<user>service</user><password>${password}</password>`;
}

function hashed(password: string): string {
  return `<password_sha256_hex>${createHash('sha256').update(password).digest('hex')}</password_sha256_hex>`;
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}
