import { Readable } from 'node:stream';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { Content, type Call, type Route } from '../http/route.ts';
import type { Tag } from '../http/tags.ts';
import { parseBody, parseFields, parseParams } from '../http/validate.ts';
import { jsonCells } from '../lib/json-cells.ts';
import { charsOf, type Pieces } from '../lib/pieces.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/** Tags whose answers hold what people set up and nothing that senders wrote; the audit log shows patterns and issues, too. */
const ownTags: ReadonlySet<Tag> = new Set([
  'Share links',
  'Monitors',
  'Dashboards',
  'Project',
  'API keys',
  'Teams',
  'Members',
]);
/** Among those, the ones that hold what senders wrote. */
const telemetryOperations = new Set(['get_dashboard_data', 'get_monitor_history', 'preview_monitor']);

/** An answer is parsed, held against its schema and printed again: more would keep everybody else waiting. */
const answerCharsMax = 4_000_000;

/** Routes that answer with one JSON value: files and endless streams are no answers for a model. */
export function isTool(route: Route): boolean {
  return !route.isDoor && (route.produces ?? []).every((type) => type.includes('yaml'));
}

/** The same verb, the same schemas, the same permission: path, query and body fields side by side in one object. */
export function fromRoute(route: Route): Tool {
  const body = route.body !== undefined && 'shape' in route.body ? (route.body as z.ZodObject) : undefined;
  const input = z.strictObject({
    ...route.params?.shape,
    ...route.query?.shape,
    ...body?.shape,
    ...(route.body !== undefined && body === undefined ? { body: route.body } : {}),
  });
  const output = outputOf(route);
  return {
    name: route.operation,
    description: [`${route.summary}.`, route.description].filter((text) => text !== undefined).join('\n'),
    permission: route.permission,
    effect: route.effect,
    idempotent: route.method !== 'POST' || route.effect === 'read' || route.repeatable === true,
    telemetry: !ownTags.has(route.tag) || telemetryOperations.has(route.operation),
    input: isOpen(route.query) ? input.catchall(z.string()) : input,
    output,
    run: async ({ deps, actor, input: sent, signal }) => {
      const given = sent as Readonly<Record<string, unknown>>;
      const part = (shape: z.ZodObject | undefined) =>
        Object.fromEntries(
          Object.entries(given).filter(
            ([name, value]) =>
              value !== undefined &&
              shape !== undefined &&
              (Object.hasOwn(shape.shape, name) || (isOpen(shape) && !Object.hasOwn(input.shape, name))),
          ),
        );
      const call: Call<unknown, unknown, unknown> = {
        deps,
        actor,
        signal,
        params: route.params === undefined ? undefined : parseParams(route.params, stringsOf(part(route.params))),
        query: route.query === undefined ? undefined : parseFields(route.query, part(route.query)),
        body:
          route.body === undefined ? undefined : parseBody(route.body, body === undefined ? given['body'] : part(body)),
        lastEventId: undefined,
      };
      return answerOf(route, await route.run(call as never));
    },
  };
}

/** Whether it takes names that it does not list, such as a dashboard's `var-KEY`. */
function isOpen(shape: z.ZodObject | undefined): boolean {
  const catchall = shape?.def.catchall;
  return catchall !== undefined && catchall._zod.def.type !== 'never';
}

function stringsOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** Structured content is always an object: lists are its `items`, nothing is `done`. */
function outputOf(route: Route): z.ZodType {
  if (route.result === 'none') return z.object({ done: z.literal(true) });
  return isObject(route) ? route.result : z.object({ items: route.result });
}

function answerOf(route: Route, result: unknown): ToolAnswer {
  if (route.result === 'none') return { value: { done: true }, text: 'Done.' };
  if (!(result instanceof Content)) {
    const text = bounded([JSON.stringify(result)]);
    return { value: wrapped(route, result), text };
  }
  if (result.content instanceof Readable) throw new ApiError('internal');
  // The text keeps every digit; numbers beyond 2^53 are rounded in the structured form, as JSON in JavaScript is.
  const text = bounded(typeof result.content === 'string' ? [result.content] : result.content);
  return { value: wrapped(route, JSON.parse(text)), text: compact(text) };
}

/** What is no longer than an answer may be; what changes something never answers with more. */
function bounded(text: Pieces): string {
  const chars = charsOf(text);
  if (chars <= answerCharsMax) return text.join('');
  throw new ApiError('too_large', {
    message: `The answer has ${chars} characters, and a tool's has at most ${answerCharsMax}: ask for a lower limit or per_page, a narrower time range or fewer fields, or use a tool that sums up.`,
  });
}

/** What paints a list and what a link of it opens. */
const forScreens: ReadonlySet<string> = new Set(['serviceColors', 'nextUrl', 'resetLogsUrl', 'recentUrl']);

/** Below these a dashboard has the answers of its widgets. */
const holdersOfAnswers: ReadonlySet<string> = new Set(['widgets', 'children', 'data']);

/** The answer as a model needs it: without what is for screens, and with the rows of a table once. */
function compact(text: string): string {
  if (!text.startsWith('{')) return text;
  const members = jsonCells(text);
  const hasRows = members.some((member) => member.startsWith('"data_json":[['));
  const needed = members.flatMap((member) => {
    const end = member.indexOf('"', 1);
    const name = member.slice(1, end);
    if (forScreens.has(name) || (hasRows && name === 'data_text')) return [];
    return holdersOfAnswers.has(name) ? `"${name}":${compactWithin(member.slice(end + 2))}` : member;
  });
  return `{${needed.join(',')}}`;
}

function compactWithin(text: string): string {
  return text.startsWith('[') ? `[${jsonCells(text).map(compact).join(',')}]` : compact(text);
}

function wrapped(route: Route, value: unknown): object {
  return isObject(route) ? (value as object) : { items: value };
}

function isObject({ result }: Route): boolean {
  return result !== 'none' && (result.def.type === 'object' || result.def.type === 'record');
}
