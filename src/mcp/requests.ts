import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { permits, type KeyPermission } from '../domains/permission.ts';
import { ApiError } from '../errors.ts';
import { parseFields } from '../http/validate.ts';
import { beginning } from '../lib/beginning.ts';
import { closest, didYouMean } from '../lib/closest.ts';
import { prompts } from './prompts.ts';
import type { Tool } from './tool.ts';

/** Of a name that there is none of, in what is said of it. */
const nameCharsMax = 100;

const Listed = z.looseObject({ cursor: z.string().optional() }).optional();

/** What requests bring in `params`. What else is there is the protocol's, and the library's to judge. */
const shapes: Readonly<Record<string, z.ZodType>> = {
  initialize: z.looseObject({
    protocolVersion: z.string(),
    capabilities: z.looseObject({}),
    clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
  }),
  'tools/list': Listed,
  'resources/list': Listed,
  'resources/templates/list': Listed,
  'prompts/list': Listed,
  'tools/call': z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }),
  'resources/read': z.looseObject({ uri: z.string() }),
  'prompts/get': z.looseObject({ name: z.string(), arguments: z.looseObject({}).optional() }),
};

/** What is wrong with a request, in the words of the API; the library would answer with what its checker printed. */
export function faultOf(message: unknown, tools: readonly Tool[], permission: KeyPermission): string | undefined {
  if (!isJSONRPCRequest(message)) return undefined;
  const { method, params = {} } = message;
  const shape = Object.hasOwn(shapes, method) ? shapes[method] : undefined;
  if (shape === undefined) return undefined;
  const fault = misfit(shape, message);
  if (fault !== undefined) return fault;
  const { name = '', arguments: given = {} } = params as { readonly name?: string; readonly arguments?: unknown };
  if (method === 'tools/call') return toolFault(name, tools, permission);
  return method === 'prompts/get' ? promptFault(name, given) : undefined;
}

function misfit(params: z.ZodType, message: { readonly params?: unknown }): string | undefined {
  try {
    parseFields(z.object({ params }), { params: message.params });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

function toolFault(name: string, tools: readonly Tool[], permission: KeyPermission): string | undefined {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return unknown('tool', name, tools);
  if (permits(permission, tool.permission)) return undefined;
  return `${name} needs a key with permission ${tool.permission}; this key has ${permission}.`;
}

function promptFault(name: string, given: unknown): string | undefined {
  const prompt = prompts.find((one) => one.name === name);
  return prompt === undefined
    ? unknown('prompt', name, prompts)
    : misfit(z.object({ arguments: prompt.args }), { params: { arguments: given } });
}

function unknown(what: string, name: string, known: readonly { readonly name: string }[]): string {
  const meant = closest(
    name,
    known.map((one) => one.name),
  );
  return `There is no ${what} ${beginning(name, nameCharsMax)}${didYouMean(meant) || `; ${what}s/list shows those there are.`}`;
}
