// Who is told, and by which way. An address tells its channel by its form.

import type { Tx } from '../../store/transaction.ts';
import { selectMembers } from '../members/queries.ts';
import { selectProject } from '../project/queries.ts';
import { selectTeamMembers, selectTeams, type TeamRow } from '../teams/queries.ts';
import type { Channel } from './schema.ts';

export interface Target {
  readonly channel: Channel;
  readonly address: string;
}

/** `webhook+https://…` takes signed events for machines; any other address of a chat takes what chats take. */
const webhookMark = 'webhook+';

export function chatTarget(address: string): Target {
  return address.startsWith(webhookMark)
    ? { channel: 'webhook', address: address.slice(webhookMark.length) }
    : { channel: 'chat', address };
}

/** As a monitor names it. */
export interface Audience {
  readonly emails: readonly string[];
  readonly email_all: boolean;
  readonly team_chat_channels: readonly string[];
  readonly teams: readonly string[];
}

/** Each target once. When nobody is named, or nobody is left, everyone is told. */
export async function targetsOf(tx: Tx, projectId: string, audience: Audience): Promise<Target[]> {
  const found = new Map<string, Target>();
  const add = (target: Target) => {
    const address = target.channel === 'email' ? target.address.toLowerCase() : target.address;
    const key = `${target.channel} ${address}`;
    if (!found.has(key)) found.set(key, target);
  };
  for (const address of audience.emails) add({ channel: 'email', address });
  for (const address of audience.team_chat_channels) add(chatTarget(address));
  const teams = audience.teams.length === 0 ? [] : await selectTeams(tx, projectId, audience.teams);
  for (const team of teams) await addTeam(tx, projectId, team, add);
  if (audience.email_all || found.size === 0) {
    for (const { email } of await selectMembers(tx, projectId)) add({ channel: 'email', address: email });
  }
  return [...found.values()];
}

async function addTeam(tx: Tx, projectId: string, team: TeamRow, add: (target: Target) => void): Promise<void> {
  for (const { email } of await selectTeamMembers(tx, projectId, team)) add({ channel: 'email', address: email });
  for (const address of team.notify_emails) add({ channel: 'email', address });
  for (const address of team.team_chat_channels) add(chatTarget(address));
  for (const address of team.pager_services) add({ channel: 'pager', address });
}

/** Those whom a project's own settings name, else all members: for reports and issues. */
export async function targetsOfProject(tx: Tx, projectId: string): Promise<Target[]> {
  const emails = (await selectProject(tx, projectId))?.notify_emails ?? [];
  return targetsOf(tx, projectId, { emails, email_all: false, team_chat_channels: [], teams: [] });
}
