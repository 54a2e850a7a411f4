import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from './tool.ts';

/** What is only read can be read again, from where its text was cut. */
const goingOn = {
  text_from: z.int().min(0).optional().describe('Goes on in a text that was cut: the number it ended with.'),
};

/** A tool as it is called and listed. */
export interface Listing {
  readonly tool: Tool;
  /** Its arguments, with those that every tool of its kind has. */
  readonly takes: z.ZodObject;
  readonly description: string;
  readonly inputSchema: Printed;
  readonly outputSchema?: Printed;
}

type Printed = StandardSchemaWithJSON<Readonly<Record<string, unknown>>>;

/**
 * Made once, for all requests: each of those has a server of its own, and to print the schemas of every tool takes a while.
 * What a change answers like is told by the tool that reads the same.
 */
export function listingsOf(tools: readonly Tool[]): Listing[] {
  const readers = new Map(
    tools.filter(({ effect }) => effect === 'read').map(({ output, name }) => [output, name] as const),
  );
  return tools.map((tool) => {
    const isRead = tool.effect === 'read';
    const takes = isRead ? tool.input.extend(goingOn) : tool.input;
    const reader = isRead ? undefined : readers.get(tool.output);
    return {
      tool,
      takes,
      inputSchema: printedOnce(takes, anything, without(isNeedless)),
      ...(reader === undefined
        ? {
            description: tool.description,
            outputSchema: printedOnce(
              tool.output,
              tool.output['~standard'].validate as Validate,
              without(isNeedlessInAnswers),
            ),
          }
        : { description: `${tool.description}\nAnswers as ${reader} does.` }),
    };
  });
}

type Json = Record<string, unknown>;

type Validate = Printed['~standard']['validate'];

/** Not judged by the library: what does not fit is refused in the words of the API. */
const anything: Validate = (value) => ({ value: value as Readonly<Record<string, unknown>> });

function printedOnce(schema: z.ZodType, validate: Validate, shape: (printed: Json) => Json): Printed {
  const { vendor, version, jsonSchema } = schema['~standard'];
  let printed: Json | undefined;
  return {
    '~standard': {
      vendor,
      version,
      validate,
      jsonSchema: {
        input: (options) => (printed ??= shape(jsonSchema.input(options))),
        output: (options) => (printed ??= shape(jsonSchema.output(options))),
      },
    },
  };
}

/** Of texts and numbers that are sent; what is answered keeps to them. */
const bounds: ReadonlySet<string> = new Set([
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'propertyNames',
]);

/** What says nothing more: the protocol's own kind of schemas, how a format is written, the end of all whole numbers. */
function isNeedless(keyword: string, value: unknown, { format }: Json): boolean {
  if (keyword === '$schema') return true;
  return (
    (keyword === 'pattern' && format !== undefined) || (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  );
}

/** Nor what is kept to anyhow; a client that knows less of an answer than there is in it takes it all the same. */
function isNeedlessInAnswers(keyword: string, value: unknown, schema: Json): boolean {
  return (
    bounds.has(keyword) || (keyword === 'additionalProperties' && value === false) || isNeedless(keyword, value, schema)
  );
}

/** Under these stand names of fields, which may be called anything. */
const naming: ReadonlySet<string> = new Set(['properties', '$defs']);

function without(isLeftOut: typeof isNeedless): (schema: Json) => Json {
  const within = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(within)
      : typeof value === 'object' && value !== null
        ? shape(value as Json)
        : value;
  const shape = (schema: Json): Json =>
    Object.fromEntries(
      Object.entries(schema)
        .filter(([keyword, value]) => !isLeftOut(keyword, value, schema))
        .map(([keyword, value]) => [
          keyword,
          naming.has(keyword)
            ? Object.fromEntries(Object.entries(value as Json).map(([name, field]) => [name, within(field)]))
            : within(value),
        ]),
    );
  return shape;
}
