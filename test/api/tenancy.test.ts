// Who may call what, and that nobody reaches from one project into another: every operation of the OpenAPI document, and
// every tool for agents, is asked for with all that is another project's.

import t from 'tap';
import { KeyPermission } from '../../src/domains/permission.ts';
import { serve, type TestProject } from '../support/api.ts';
import { type Ask, contractOf, type Json, type Operation, sendTo } from '../support/contract.ts';
import { startWorld } from '../support/contract-world.ts';
import { drained } from '../support/jobs.ts';

/** The weakest key that may call it. An operation that is new is entered here: who may call it is a decision. */
const callers: Readonly<Record<KeyPermission, string>> = {
  ingest: 'ingest_json post_replay prometheus_remote_write',
  view: `
    complete_query explain_query export_events get_api_key get_dashboard get_dashboard_data get_dashboard_yaml get_endpoint
    get_event get_event_context get_facets get_ingest_stats get_issue get_log_pattern get_me get_member get_metrics
    get_monitor get_monitor_history get_monitor_yaml get_project get_replay get_schema get_service_map get_team get_trace
    list_api_keys list_dashboards list_endpoints list_events list_issues list_log_patterns list_members list_monitors
    list_notifications list_parked_jobs list_replays list_share_links list_teams mcp preview_monitor query_events
    tail_events`,
  edit: `
    acknowledge_issue acknowledge_log_pattern apply_dashboard apply_monitor archive_endpoint archive_issue bulk_dashboards
    bulk_issues bulk_log_patterns bulk_monitors create_dashboard create_monitor create_share_link delete_dashboard
    delete_dashboard_widget delete_monitor duplicate_dashboard mute_monitor order_dashboard_widgets put_dashboard_widgets
    replace_dashboard replace_monitor resolve_monitor revoke_share_link star_dashboard test_monitor toggle_monitor_active
    unacknowledge_issue unarchive_endpoint unarchive_issue unmute_monitor unstar_dashboard update_dashboard update_monitor`,
  admin: `
    activate_api_key add_member bulk_teams create_api_key create_team deactivate_api_key delete_api_key delete_team
    get_webhook_secret list_audit remove_member replace_team rotate_webhook_secret update_member update_project
    update_team`,
};

const world = await startWorld(t);
const { project, api } = world;
const { url } = await serve(t, api.deps, world.doors);
const document = await fetch(`${url}/api/v1/openapi.json`);
const { operations } = contractOf((await document.json()) as Json);

const asGood = (operation: Operation): Promise<Ask> =>
  world.ask(operation, Object.keys(operation.responses[operation.success]?.content ?? {})[0] ?? '');

t.test('who may call an operation is decided here, and so it is documented', async (t) => {
  for (const permission of KeyPermission.options) {
    const documented = operations.filter((one) => one.permission === permission).map(({ id }) => id);
    t.same(documented.toSorted(), callers[permission].trim().split(/\s+/), permission);
  }
});

t.test('a key that may do just that much does it', async (t) => {
  for (const permission of KeyPermission.options) {
    const { key } = await project.as(permission);
    for (const operation of operations.filter((one) => one.permission === permission)) {
      const { status, text } = await sendTo(url, operation, {
        ...(await asGood(operation)),
        key,
        projectId: project.id,
      });
      t.equal(String(status), operation.success, `${operation.id}: ${text.slice(0, 300)}`);
    }
  }
});

/** All that Postgres has of the project, by table. */
async function decided(): Promise<Map<string, string>> {
  const { sql } = api.deps;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'project_id' order by 1`;
  const rows = tables.map(async ({ name }) => {
    const [found] = await sql<{ rows: string }[]>`
      select coalesce(string_agg(to_jsonb(one)::text, ',' order by to_jsonb(one)::text), '') as rows
      from ${sql(name)} as one where project_id = ${project.id}`;
    return [name, found?.rows ?? ''] as const;
  });
  return new Map(await Promise.all(rows));
}

/** How much was sent for the project. */
async function sent(): Promise<unknown> {
  const query = `
    SELECT (SELECT count() FROM events WHERE project_id = {id:String}), (SELECT count() FROM metric_points WHERE project_id = {id:String})`;
  const params = { query_params: { id: project.id }, format: 'JSONCompactEachRow' } as const;
  return (await api.deps.clickhouse.query({ query, ...params })).json();
}

/** What only the project could have said: its ids, and words of its telemetry. */
async function marks(): Promise<string[]> {
  const words = [
    '5b8efff798038103d269b633813fc60c',
    'order 7',
    '/orders/',
    'totalOf',
    'TypeError',
    'placed',
    'oncall@',
  ];
  const ids = [...(await decided()).values()].join(' ').match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  return [...new Set([...words, ...ids])];
}

/** The ids of the project where operations take ids in a query or in a body. */
async function withForeignIds(ask: Ask, operation: Operation): Promise<Ask> {
  const idOf = async (path: string) => {
    const [one] = (await project.get(path)).body;
    return String(one.user_id ?? one.id);
  };
  const [team, monitor, key] = [await idOf('/teams'), await idOf('/monitors'), await idOf('/api_keys')];
  const ids: Readonly<Record<string, string>> = { team_id: team, source_id: monitor, target_id: monitor, key_id: key };
  const named = operation.parameters.filter((one) => one.in === 'query' && one.name in ids);
  const query = { ...ask.query, ...Object.fromEntries(named.map(({ name }) => [name, ids[name] ?? ''])) };
  if (operation.id === 'add_member') return { ...ask, query, body: { user_id: await idOf('/members') } };
  const body = ask.body as Json | undefined;
  return { ...ask, query, body: body !== undefined && 'teams' in body ? { ...body, teams: [team] } : ask.body };
}

const refused = new Set(['add_member', 'create_share_link']);

t.test('asked with all that is another project’s, an operation shows and changes nothing of it', async (t) => {
  await drained(api.deps, '%');
  const telemetry = await sent();
  for (const operation of operations) {
    const ask = await withForeignIds(await asGood(operation), operation);
    const stranger = await api.project();
    const secrets = (await marks()).filter((mark) => !JSON.stringify(ask).includes(mark));
    const before = await decided();
    const answer = await sendTo(url, operation, { ...ask, key: stranger.key, projectId: stranger.id });
    t.same(await decided(), before, `${operation.id}: nothing is changed`);
    t.same(
      secrets.filter((secret) => answer.text.includes(secret)),
      [],
      `${operation.id}: nothing is shown`,
    );
    if (operation.path.includes('{')) t.equal(answer.status, 404, operation.id);
    else if (operation.id.startsWith('bulk_')) t.match(JSON.parse(answer.text), { succeeded: [] }, operation.id);
    else if (refused.has(operation.id) || 'teams' in bodyOf(ask) || 'members' in bodyOf(ask))
      t.equal(answer.status, 400, operation.id);
    else t.equal(String(answer.status), operation.success, `${operation.id}: ${answer.text.slice(0, 300)}`);
  }
  t.same(await sent(), telemetry, 'nothing is sent into it');
});

function bodyOf({ body }: Ask): object {
  return typeof body === 'object' && body !== null ? body : {};
}

async function rpc<R>(caller: TestProject, method: string, params: object): Promise<R> {
  const { body } = await caller.post('/mcp', { jsonrpc: '2.0', id: 1, method, params });
  return body.result as R;
}

t.test('nor does a tool', async (t) => {
  const given: Record<string, string> = {};
  for (const operation of operations) Object.assign(given, (await asGood(operation)).params);
  const valueOf = (name: string) => (name === 'pattern_id' ? Number(given[name]) : given[name]);
  const stranger = await api.project();
  interface Listed {
    readonly tools: { readonly name: string; readonly inputSchema: { readonly properties?: Json } }[];
  }
  const { tools } = await rpc<Listed>(stranger, 'tools/list', {});
  t.ok(tools.length > 80, `${tools.length} tools`);
  const secrets = (await marks()).filter((mark) => !Object.values(given).includes(mark));
  const before = await decided();
  for (const { name: tool, inputSchema } of tools) {
    const known = Object.keys(inputSchema.properties ?? {}).filter((name) => name in given);
    const ids = Object.fromEntries(known.map((name) => [name, valueOf(name)]));
    const answer = JSON.stringify(await rpc(stranger, 'tools/call', { name: tool, arguments: ids }));
    t.same(
      secrets.filter((secret) => answer.includes(secret)),
      [],
      tool,
    );
  }
  t.same(await decided(), before);
});
