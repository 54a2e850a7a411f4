import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { Actor, KeyPermission } from '../domains/permission.ts';
import type { Effect } from '../http/route.ts';

/** What an agent may call: a route, or something made of several verbs. */
export interface ToolSpec<I extends z.ZodObject, O extends z.ZodType> {
  readonly name: string;
  /** Written for a model: what it gives, when to use it, how to go on. */
  readonly description: string;
  readonly permission: KeyPermission;
  readonly effect: Effect;
  readonly idempotent: boolean;
  /** Whether the answer holds what senders wrote, which must stay data. */
  readonly telemetry: boolean;
  readonly input: I;
  readonly output: O;
  readonly run: (call: ToolCall<z.output<I>>) => Promise<ToolAnswer>;
}

export interface ToolCall<I> {
  readonly deps: Deps;
  readonly actor: Actor;
  readonly input: I;
  readonly signal: AbortSignal;
}

export interface ToolAnswer {
  readonly value: object;
  /** What a model reads; the value as JSON when left out. */
  readonly text?: string;
}

export interface Tool extends Omit<ToolSpec<z.ZodObject, z.ZodType>, 'run'> {
  readonly run: (call: ToolCall<never>) => Promise<ToolAnswer>;
}

/** What is made of several verbs: it reads, and something of its answer was always written by senders. */
export function readingTool<const I extends z.ZodObject, const O extends z.ZodType>(
  spec: Omit<ToolSpec<I, O>, 'permission' | 'effect' | 'idempotent' | 'telemetry'>,
): Tool {
  return { ...spec, permission: 'view', effect: 'read', idempotent: true, telemetry: true };
}
