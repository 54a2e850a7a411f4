import type { Sql } from 'postgres';
import type { Tx } from '../../store/transaction.ts';
import type { UserRow } from '../members/queries.ts';

export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly description: string;
  readonly is_everyone: boolean;
  readonly member_count: number;
  readonly notify_emails: string[];
  readonly team_chat_channels: string[];
  readonly community_chat_channels: string[];
  readonly phone_numbers: string[];
  readonly pager_services: string[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What its owners write; `members` are users' ids. */
export interface TeamContent extends Pick<
  TeamRow,
  | 'name'
  | 'handle'
  | 'description'
  | 'notify_emails'
  | 'team_chat_channels'
  | 'community_chat_channels'
  | 'phone_numbers'
  | 'pager_services'
> {
  readonly members: readonly string[];
}

const columns = [
  'id',
  'name',
  'handle',
  'description',
  'is_everyone',
  'notify_emails',
  'team_chat_channels',
  'community_chat_channels',
  'phone_numbers',
  'pager_services',
  'created_at',
  'updated_at',
] as const;

/** All that there are, or those of some that there are. */
export async function selectTeams(sql: Sql | Tx, projectId: string, among?: readonly string[]): Promise<TeamRow[]> {
  return sql<TeamRow[]>`
    select ${sql(columns)}, ${memberCount(sql)} from teams
    where project_id = ${projectId} and deleted_at is null
      ${among === undefined ? sql`` : sql`and id = any(${[...among]}::uuid[])`}
    order by is_everyone desc, created_at, id`;
}

export async function selectTeam(sql: Sql | Tx, projectId: string, id: string): Promise<TeamRow | undefined> {
  const [row] = await sql<TeamRow[]>`
    select ${sql(columns)}, ${memberCount(sql)} from teams
    where project_id = ${projectId} and id = ${id} and deleted_at is null`;
  return row;
}

/** Which of these are teams of the project. */
export async function selectTeamIds(sql: Sql | Tx, projectId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from teams where project_id = ${projectId} and id = any(${[...ids]}::uuid[]) and deleted_at is null`;
  return rows.map(({ id }) => id);
}

/** In the order they were given; everyone's in the order they joined. */
export async function selectTeamMembers(
  sql: Sql | Tx,
  projectId: string,
  team: { readonly id: string; readonly is_everyone: boolean },
): Promise<UserRow[]> {
  if (team.is_everyone) {
    return sql<UserRow[]>`
      select m.user_id, u.email, u.first_name, u.last_name
      from members m join users u on u.id = m.user_id
      where m.project_id = ${projectId}
      order by m.created_at, m.id`;
  }
  return sql<UserRow[]>`
    select t.user_id, u.email, u.first_name, u.last_name
    from team_members t join users u on u.id = t.user_id
    where t.project_id = ${projectId} and t.team_id = ${team.id}
    order by t.position`;
}

/** Which of these are members of the project. */
export async function selectMemberIds(tx: Tx, projectId: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ user_id: string }[]>`
    select user_id from members where project_id = ${projectId} and user_id = any(${userIds}::uuid[])`;
  return rows.map(({ user_id }) => user_id);
}

export async function isHandleTaken(tx: Tx, projectId: string, handle: string, own: string | null): Promise<boolean> {
  const rows = await tx`
    select 1 from teams
    where project_id = ${projectId} and handle = ${handle} and deleted_at is null and id is distinct from ${own}::uuid`;
  return rows.length > 0;
}

export async function insertTeam(
  tx: Tx,
  projectId: string,
  { id, at, ...team }: TeamContent & { readonly id: string; readonly at: Date },
): Promise<void> {
  await tx`
    insert into teams (project_id, id, name, handle, description, notify_emails, team_chat_channels,
                       community_chat_channels, phone_numbers, pager_services, created_at, updated_at)
    values (${projectId}, ${id}, ${team.name}, ${team.handle}, ${team.description}, ${team.notify_emails}::text[],
            ${team.team_chat_channels}::text[], ${team.community_chat_channels}::text[], ${team.phone_numbers}::text[],
            ${team.pager_services}::text[], ${at}, ${at})`;
  await insertTeamMembers(tx, projectId, id, team.members);
}

export async function updateTeam(
  tx: Tx,
  projectId: string,
  { id, at, ...team }: TeamContent & { readonly id: string; readonly at: Date },
): Promise<void> {
  await tx`
    update teams
    set name = ${team.name}, handle = ${team.handle}, description = ${team.description},
        notify_emails = ${team.notify_emails}::text[], team_chat_channels = ${team.team_chat_channels}::text[],
        community_chat_channels = ${team.community_chat_channels}::text[],
        phone_numbers = ${team.phone_numbers}::text[], pager_services = ${team.pager_services}::text[], updated_at = ${at}
    where project_id = ${projectId} and id = ${id}`;
  await tx`delete from team_members where project_id = ${projectId} and team_id = ${id}`;
  await insertTeamMembers(tx, projectId, id, team.members);
}

async function insertTeamMembers(tx: Tx, projectId: string, teamId: string, userIds: readonly string[]): Promise<void> {
  await tx`
    insert into team_members (project_id, team_id, user_id, position)
    select ${projectId}, ${teamId}, user_id, position
    from unnest(${userIds}::uuid[]) with ordinality as given (user_id, position)`;
}

/** The team of all members is born with its project. */
export async function insertEveryone(tx: Tx, projectId: string, team: { id: string; at: Date }): Promise<void> {
  await tx`
    insert into teams (project_id, id, name, handle, description, is_everyone, created_at, updated_at)
    values (${projectId}, ${team.id}, '@everyone', 'everyone', 'All members of the project.', true, ${team.at}, ${team.at})`;
}

/** Also takes the team out of what names it: nothing shows a team that is gone. */
export async function deleteTeam(tx: Tx, projectId: string, id: string, at: Date): Promise<void> {
  await tx`update teams set deleted_at = ${at} where project_id = ${projectId} and id = ${id}`;
  await tx`delete from team_members where project_id = ${projectId} and team_id = ${id}`;
  await tx`
    update dashboards set teams = array_remove(teams, ${id}::uuid)
    where project_id = ${projectId} and teams @> array[${id}::uuid]`;
  await tx`
    update monitors set teams = array_remove(teams, ${id}::uuid)
    where project_id = ${projectId} and teams @> array[${id}::uuid]`;
}

function memberCount(sql: Sql | Tx) {
  return sql`
    case when is_everyone
      then (select count(*) from members m where m.project_id = teams.project_id)
      else (select count(*) from team_members t where t.team_id = teams.id)
    end::int as member_count`;
}
