import { z } from 'zod';
import { route } from '../../http/route.ts';
import { Uuid } from '../types.ts';
import { MemberAdd, MemberPatch, MemberSummary } from './schema.ts';
import { addMember, getMember, listMembers, patchMember, removeMember } from './service.ts';

const tag = 'Members';
const params = z.object({ user_id: Uuid });

const summary = {
  id: '0198c0de-0000-7000-8000-0000000000b1',
  user_id: '0198c0de-0000-7000-8000-0000000000b2',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'King',
  permission: 'edit',
} as const;
const example = { params: { user_id: summary.user_id }, result: summary };

export const memberRoutes = [
  route({
    method: 'GET',
    url: '/members',
    operation: 'list_members',
    tag,
    permission: 'view',
    summary: 'List the project’s members, oldest first',
    result: z.array(MemberSummary),
    errors: [],
    example: { result: [summary] },
    run: ({ deps, actor }) => listMembers(deps, actor),
  }),
  route({
    method: 'POST',
    url: '/members',
    operation: 'add_member',
    tag,
    permission: 'admin',
    summary: 'Add somebody to the project, or change what a member may do',
    effect: 'destroy',
    repeatable: true,
    body: MemberAdd,
    result: MemberSummary,
    errors: ['invalid_body', 'conflict'],
    example: { body: { email: summary.email, permission: 'edit' }, result: summary },
    run: ({ deps, actor, body }) => addMember(deps, actor, body),
  }),
  route({
    method: 'GET',
    url: '/members/{user_id}',
    operation: 'get_member',
    tag,
    permission: 'view',
    summary: 'Get a member',
    params,
    result: MemberSummary,
    errors: ['not_found'],
    example,
    run: ({ deps, actor, params }) => getMember(deps, actor, params.user_id),
  }),
  route({
    method: 'PATCH',
    url: '/members/{user_id}',
    operation: 'update_member',
    tag,
    permission: 'admin',
    summary: 'Change what a member may do',
    params,
    body: MemberPatch,
    result: MemberSummary,
    errors: ['invalid_body', 'conflict', 'not_found'],
    example: { ...example, body: { permission: 'edit' } },
    run: ({ deps, actor, params, body }) => patchMember(deps, actor, params.user_id, body.permission),
  }),
  route({
    method: 'DELETE',
    url: '/members/{user_id}',
    operation: 'remove_member',
    tag,
    permission: 'admin',
    summary: 'Take somebody out of the project and its teams',
    params,
    result: 'none',
    errors: ['not_found', 'conflict'],
    example: { params: example.params },
    run: ({ deps, actor, params }) => removeMember(deps, actor, params.user_id),
  }),
];
