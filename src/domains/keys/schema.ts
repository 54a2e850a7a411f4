import { z } from 'zod';
import { KeyPermission } from '../permission.ts';
import { Title, UtcTime, Uuid } from '../types.ts';

export const ApiKeySummary = z
  .object({
    id: Uuid,
    title: z.string(),
    key_prefix: z.string().describe('The first 12 characters of the key, to recognise it by.'),
    permission: KeyPermission,
    active: z.boolean(),
    created_at: UtcTime,
  })
  .meta({ id: 'ApiKeySummary' });
export type ApiKeySummary = z.infer<typeof ApiKeySummary>;

export const ApiKeyCreate = z
  .strictObject({
    title: Title,
    permission: KeyPermission.optional().describe(
      'What the key may do; `edit` when left out. Never more than the key that creates it.',
    ),
  })
  .meta({ id: 'ApiKeyCreate' });
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;

export const ApiKeyCreated = z
  .object({ summary: ApiKeySummary, key: z.string().describe('The key itself. It is shown this once.') })
  .meta({ id: 'ApiKeyCreated' });
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;
