import { z } from 'zod';
import { Uuid } from '../types.ts';

const emailLengthMax = 320;

export const Email = z.email().max(emailLengthMax);

export const MemberPermission = z.enum(['view', 'edit', 'admin']).meta({ id: 'MemberPermission' });
export type MemberPermission = z.infer<typeof MemberPermission>;

export const MemberSummary = z
  .object({
    id: Uuid,
    user_id: Uuid.describe('Names the person in paths and in teams.'),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    permission: MemberPermission,
  })
  .meta({ id: 'MemberSummary' });
export type MemberSummary = z.infer<typeof MemberSummary>;

export const MemberAdd = z
  .strictObject({
    email: Email.optional().describe('Who is added; makes the person known when they are not.'),
    user_id: Uuid.optional().describe('Who is added: somebody that the project knows, also a former member.'),
    permission: MemberPermission.optional().describe('`view` when left out; a member who is there keeps theirs.'),
  })
  .refine(({ email, user_id }) => (email === undefined) !== (user_id === undefined), {
    error: 'must have exactly one of email and user_id',
  })
  .meta({ id: 'MemberAdd', description: 'Exactly one of `email` and `user_id`.' });
export type MemberAdd = z.infer<typeof MemberAdd>;

export const MemberPatch = z.strictObject({ permission: MemberPermission }).meta({ id: 'MemberPatch' });
export type MemberPatch = z.infer<typeof MemberPatch>;

/** A person as other things show them. */
export const UserRef = z
  .object({ id: Uuid, email: z.string(), name: z.string().optional() })
  .meta({ id: 'UserRef', description: 'A person; `id` is their `user_id`.' });
export type UserRef = z.infer<typeof UserRef>;
