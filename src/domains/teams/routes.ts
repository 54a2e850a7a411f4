import { z } from 'zod';
import { route } from '../../http/route.ts';
import { Uuid } from '../types.ts';
import { TeamBulk, TeamBulkResult, TeamFull, TeamInput, TeamPatch, TeamSummary } from './schema.ts';
import { bulkTeams, createTeam, getTeam, listTeams, patchTeam, removeTeam, replaceTeam } from './service.ts';

const tag = 'Teams';
const params = z.object({ team_id: Uuid });

const summary = {
  id: '0198c0de-0000-7000-8000-0000000000c1',
  name: 'Checkout',
  handle: 'checkout',
  description: '',
  is_everyone: false,
  member_count: 1,
  created_at: '2026-01-31T12:00:00Z',
  updated_at: '2026-01-31T12:00:00Z',
};
const member = { id: '0198c0de-0000-7000-8000-0000000000b2', email: 'ada@example.com', name: 'Ada King' };
const targets = {
  notify_emails: ['checkout@example.com'],
  team_chat_channels: ['https://chat.example.com/hooks/checkout'],
  community_chat_channels: [],
  phone_numbers: [],
  pager_services: [],
};
const full = { summary, members: [member], ...targets };
const input = { name: summary.name, handle: summary.handle, members: [member.id], ...targets };
const example = { params: { team_id: summary.id }, result: full };

export const teamRoutes = [
  route({
    method: 'GET',
    url: '/teams',
    operation: 'list_teams',
    tag,
    permission: 'view',
    summary: 'List the project’s teams, the team of all members first',
    result: z.array(TeamSummary),
    errors: [],
    example: { result: [summary] },
    run: ({ deps, actor }) => listTeams(deps, actor),
  }),
  route({
    method: 'POST',
    url: '/teams',
    operation: 'create_team',
    tag,
    permission: 'admin',
    summary: 'Create a team',
    body: TeamInput,
    result: TeamFull,
    errors: ['invalid_body', 'conflict'],
    example: { body: input, result: full },
    run: ({ deps, actor, body }) => createTeam(deps, actor, body),
  }),
  route({
    method: 'GET',
    url: '/teams/{team_id}',
    operation: 'get_team',
    tag,
    permission: 'view',
    summary: 'Get a team, its members and where they are told',
    params,
    result: TeamFull,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params }) => getTeam(deps, actor, params.team_id),
  }),
  route({
    method: 'PUT',
    url: '/teams/{team_id}',
    operation: 'replace_team',
    tag,
    permission: 'admin',
    summary: 'Replace a team; fields left out are emptied',
    params,
    body: TeamInput,
    result: TeamFull,
    errors: ['invalid_body', 'conflict', 'not_found'],
    example: { ...example, body: input },
    run: ({ deps, actor, params, body }) => replaceTeam(deps, actor, params.team_id, body),
  }),
  route({
    method: 'PATCH',
    url: '/teams/{team_id}',
    operation: 'update_team',
    tag,
    permission: 'admin',
    summary: 'Change a team; fields left out stay as they are, null clears',
    params,
    body: TeamPatch,
    result: TeamFull,
    errors: ['invalid_body', 'conflict', 'not_found'],
    example: { ...example, body: { description: 'Owns the checkout', phone_numbers: null } },
    run: ({ deps, actor, params, body }) => patchTeam(deps, actor, params.team_id, body),
  }),
  route({
    method: 'DELETE',
    url: '/teams/{team_id}',
    operation: 'delete_team',
    tag,
    permission: 'admin',
    summary: 'Delete a team; what named it names it no more',
    params,
    result: 'none',
    errors: ['not_found', 'conflict'],
    example: { params: example.params },
    run: ({ deps, actor, params }) => removeTeam(deps, actor, params.team_id),
  }),
  route({
    method: 'POST',
    url: '/teams/bulk',
    operation: 'bulk_teams',
    tag,
    permission: 'admin',
    summary: 'Delete many teams; each id succeeds or fails on its own',
    effect: 'destroy',
    repeatable: true,
    body: TeamBulk,
    result: TeamBulkResult,
    errors: ['invalid_body'],
    example: { body: { action: 'delete', ids: [summary.id] }, result: { succeeded: [summary.id], failed: [] } },
    run: ({ deps, actor, body }) => bulkTeams(deps, actor, body),
  }),
];
