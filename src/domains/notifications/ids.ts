import { createHash } from 'node:crypto';
import type { Target } from './targets.ts';

/** Names a target of a project: what is told to it is told in order. */
export function targetHash(projectId: string, { channel, address }: Target): string {
  return createHash('sha256').update(`${projectId}\n${channel}\n${address}`).digest('hex').slice(0, 32);
}

/** A UUID that is the hash of a text: version 8, "made as we like". */
export function idOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
