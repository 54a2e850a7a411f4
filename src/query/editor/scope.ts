import { attributesNamed, attributeText, factOf, fieldOf } from '../catalogue/catalogue.ts';
import { spellings } from '../catalogue/conventions.ts';
import type { FieldDef } from '../catalogue/field.ts';
import type { AttributeFact, TableDef } from '../catalogue/table.ts';
import { compile, type CompileInput } from '../compile.ts';
import type { Type } from '../semantic/types.ts';
import { lex } from '../syntax/lexer.ts';
import type { Token } from '../syntax/token.ts';

/** A name that may be written at a place, with what is known of it. */
export interface Visible {
  readonly name: string;
  readonly type: Type;
  readonly description: string;
  readonly values: readonly string[];
}

export interface Scope {
  readonly visible: readonly Visible[];
  /** By any of its names, also a field that a list of fields does not show. */
  find(name: string): Visible | null;
}

/** What the stage at the end of this text can see: columns of the stages before it, or the fields of the table. */
export const scopeAt = (text: string, input: CompileInput): Scope => {
  const before = stagesBefore(text);
  const compiled = before.trim() === '' ? null : quietly(before, input);
  const table = compiled?.plan.table ?? input.catalogue.tables.get(input.source);
  // Rows that nobody projected still have all their fields.
  const open =
    compiled === null ||
    (compiled.plan.table !== null && compiled.plan.relation.columns.length === 0) ||
    isListed(compiled.columns, table);
  const visible = open ? (table ? fieldsOf(table, input) : []) : columnsOf(compiled.columns, input);
  return { visible, find: (name) => visible.find((one) => one.name === name) ?? describeField(name, table, input) };
};

interface Made {
  readonly name: string;
  readonly type: Type;
}

/** Columns, and what is found in those that have all attributes, which are under their own names there still. */
const columnsOf = (columns: readonly Made[], input: CompileInput): Visible[] => {
  const kept = new Set(columns.filter(({ type }) => type === 'dynamic').map(({ name }) => name));
  const facts = input.catalogue.attributes.filter(({ scope }) => kept.has(scope));
  return [...columns.map(ofColumn), ...facts.map((fact) => ofFact(fact, input))];
};

const ofColumn = ({ name, type }: Made): Visible => ({
  name,
  type,
  description: 'column of this query',
  values: [],
});

const quietly = (text: string, input: CompileInput) => {
  const result = compile(text, input);
  return result.ok ? result : null;
};

const isListed = (columns: readonly { readonly name: string }[], table: TableDef | undefined): boolean =>
  table !== undefined &&
  columns.length === table.listed.length &&
  columns.every(({ name }, index) => name === table.listed[index]);

/** The text up to the last pipe of the query that the end stands in; a query in parentheses has its own. */
const stagesBefore = (text: string): string => {
  const { tokens } = lex(text);
  const open: { start: number; pipe: number }[] = [{ start: 0, pipe: 0 }];
  for (const token of tokens) {
    const op = opOf(token);
    if (op === '(' || op === '[' || op === '{') open.push({ start: token.span.end, pipe: -1 });
    else if ((op === ')' || op === ']' || op === '}') && open.length > 1) open.pop();
    const top = open.at(-1);
    if (op === '|' && top) top.pipe = token.span.start;
  }
  const inner = open.findLast((one) => one.pipe >= 0);
  return inner ? text.slice(inner.start, inner.pipe) : '';
};

const opOf = (token: Token): string => (token.kind === 'op' ? token.op : '');

const fieldsOf = (table: TableDef, input: CompileInput): Visible[] => [
  ...table.fields.filter((field) => field.hidden !== true || field.shortFor !== undefined).map(ofField),
  ...input.catalogue.attributes.map((fact) => ofFact(fact, input)),
];

const ofField = (field: FieldDef): Visible => ({
  name: field.name,
  type: field.type,
  description: field.description,
  values: field.values ?? [],
});

const ofFact = ({ scope, key, types }: AttributeFact, { catalogue }: CompileInput): Visible => ({
  name: attributeText({ scope, key }),
  type: 'unknown',
  description: `sent as ${types.join(' and ')}`,
  values: [...new Set(spellings(key).flatMap((one) => factOf(catalogue, scope, [one])?.samples ?? []))],
});

const describeField = (name: string, table: TableDef | undefined, input: CompileInput): Visible | null => {
  const field = table && fieldOf(input.catalogue, table, name);
  if (field) return ofField(field);
  const found = /^(attributes|resource)\.(.+)$/.exec(name);
  if (!found) {
    const [fact, other] = attributesNamed(input.catalogue, name);
    return fact === undefined || other !== undefined ? null : ofFact(fact, input);
  }
  const scope = found[1] === 'resource' ? 'resource' : 'attributes';
  const fact = factOf(input.catalogue, scope, spellings(found[2] ?? ''));
  if (fact) return { ...ofFact(fact, input), name };
  return { name, type: 'unknown', description: 'an attribute that was not seen yet', values: [] };
};
