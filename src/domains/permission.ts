import { z } from 'zod';

/** Weakest first: each may do all that those before it may. */
const ordered = ['ingest', 'view', 'edit', 'admin'] as const;

export const KeyPermission = z.enum(ordered).meta({
  id: 'KeyPermission',
  description:
    'What an API key may do: `ingest` sends telemetry, `view` reads, `edit` changes monitors, dashboards and issues, `admin` all.',
});
export type KeyPermission = z.infer<typeof KeyPermission>;

export function permits(held: KeyPermission, needed: KeyPermission): boolean {
  return ordered.indexOf(held) >= ordered.indexOf(needed);
}

/** Who acts: every verb is told, and writes it into the audit log. */
export interface Actor {
  readonly projectId: string;
  readonly permission: KeyPermission;
  /** The API key; null when the command line acts. */
  readonly keyId: string | null;
  readonly requestId: string;
}
