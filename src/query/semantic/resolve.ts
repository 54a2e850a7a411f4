import {
  attributeRef,
  attributeText,
  attributesNamed,
  factOf,
  fieldOf,
  suggestField,
  wellKnown,
  type Catalogue,
} from '../catalogue/catalogue.ts';
import { spellings } from '../catalogue/conventions.ts';
import type { FieldDef, FieldRef } from '../catalogue/field.ts';
import type { AttributeFact, AttributeRoot, TableDef } from '../catalogue/table.ts';
import { findFunction } from '../functions/all.ts';
import { each } from '../functions/arrays.ts';
import { coalesce } from '../functions/casts.ts';
import type * as Ast from '../syntax/ast.ts';
import { pathText } from '../syntax/build.ts';
import { formatPath } from '../syntax/format-expr.ts';
import { didYouMean, distance } from '../../lib/closest.ts';
import { suggest } from '../text/suggest.ts';
import { diagnosticsMax, proposal, replacement } from '../text/diagnostic.ts';
import { nowhere, type Span } from '../text/span.ts';
import {
  callExpr,
  columnExpr,
  constant,
  errorExpr,
  fail,
  isAlsoCalled,
  type Binding,
  type Scope,
  warn,
} from './binding.ts';
import { cast } from './coerce.ts';
import type { Column, Expr } from './rq.ts';

/**
 * Names, in this order: columns the pipeline made, `let` names (the caller asks first), fields of the table and their
 * aliases, attributes the project really sent, exact then by unique tail. Else an error that says what was meant.
 */
export function resolvePath(b: Binding, scope: Scope, path: Ast.PathExpr, bareWord?: BareWord): Expr {
  const parts = partsOf(path);
  const own = pipelineColumn(scope, parts);
  if (own !== undefined) return memberOf(b, own.column, path, own.used);
  if (scope.table === null) return shorthand(b, scope, path) ?? unshown(b, scope, path) ?? unavailable(b, scope, path);
  const field = tableField(b, scope.table, parts);
  const longer = field === undefined ? undefined : sentName(b, scope.table, parts, field);
  if (longer !== undefined) return fieldExpr(b, longer.ref, path, longer.used);
  if (field !== undefined) return fieldExpr(b, field.ref, path, field.used);
  const named = attributeByName(b, scope.table, path);
  if (named !== undefined) return named;
  return unknownField(b, scope, scope.table, path, bareWord);
}

/**
 * What a path names inside of a column: `attributes.http.method` behind a stage that kept `attributes` as a column is the
 * field that it was before that stage. Where no table is behind the column, its keys have dots in them, and a key may be
 * there under another name.
 */
function memberOf(b: Binding, column: Column, path: Ast.PathExpr, used: number): Expr {
  const rest = path.segments.slice(used);
  const end = rest.findIndex((segment) => segment.kind !== 'name');
  const names = (end < 0 ? rest : rest.slice(0, end)).flatMap((segment) =>
    segment.kind === 'name' ? [segment.name] : [],
  );
  if (!isKept(column) || names.length === 0) return members(columnExpr(column, path.span), path, used);
  const root = column.field?.members;
  if (root === undefined) return members(inBag(column, path, names), path, used + names.length);
  const long: Ast.PathExpr = { ...path, root: root.root, segments: rest };
  const found = memberField(b, root, partsOf(long));
  const value = cast(inBag(column, path, names.slice(0, found.used)), found.ref.type);
  return fieldExpr(b, { ...found.ref, kept: { bag: column, value } }, long, found.used);
}

/** A member of a bag: under its whole name, also another spelling of it, or of a bag in the bag. */
function inBag(column: Column, { span }: Ast.PathExpr, names: readonly string[]): Expr {
  const base = columnExpr(column, span);
  const inside = (of: Expr, name: string): Expr => memberAt(of, constant(name, 'string', span), span.end);
  const flat = spellings(names.join('.')).map((key) => inside(base, key));
  const [only] = flat;
  if (names.length === 1 && flat.length === 1 && only !== undefined) return only;
  return callExpr(coalesce, [...flat, names.reduce(inside, base)], 'dynamic', span);
}

function isKept({ type, name, field }: Column): boolean {
  const of = field?.name ?? name;
  return type === 'dynamic' && (of === 'attributes' || of === 'resource');
}

/** `service`, `http.route` behind a stage that kept `resource` or `attributes` as a column: there under the long name. */
function shorthand(b: Binding, scope: Scope, path: Ast.PathExpr): Expr | undefined {
  if (path.root.includes('___')) return inKept(b, scope, path, path.root.split('___'), 0);
  const parts = partsOf(path);
  const known = parts.toReversed().find(({ text }) => fieldOf(b.catalogue, b.table, text) !== undefined);
  const def = known === undefined ? undefined : fieldOf(b.catalogue, b.table, known.text);
  if (known === undefined || def === undefined) return sentShort(b, scope, path);
  const longer = sentName(b, b.table, parts, { ref: wellKnown(def), used: known.segment });
  if (longer !== undefined) return inKept(b, scope, path, longer.ref.name.split('.'), longer.used);
  if (def.shortFor === undefined) return undefined;
  const kept = inKept(b, scope, path, def.shortFor.split('.'), known.segment);
  if (kept?.kind !== 'field') return kept;
  return { ...kept, type: def.type, field: { ...kept.field, type: def.type } };
}

/** What the project sent under this name, or one that ends so. */
function sentShort(b: Binding, scope: Scope, path: Ast.PathExpr): Expr | undefined {
  const found = scope.columns.some(isKept) ? attributeFact(b, b.table, path) : undefined;
  if (found === 'ambiguous') return errorExpr(path.span);
  if (found === undefined) return undefined;
  return inKept(b, scope, path, [found.fact.scope, ...found.fact.key.split('.')], found.used);
}

/** The path with its first part written in full, where a column has it. */
function inKept(b: Binding, scope: Scope, path: Ast.PathExpr, long: readonly string[], used: number): Expr | undefined {
  const [root = '', ...names] = long;
  const before = names.map((name): Ast.Segment => ({ kind: 'name', name, quoted: false, span: path.span }));
  const meant: Ast.PathExpr = { ...path, root, segments: [...before, ...path.segments.slice(used)] };
  const own = pipelineColumn(scope, partsOf(meant));
  return own && memberOf(b, own.column, meant, own.used);
}

/** A field that is no column of `*`, where a stage made columns of all the others. */
function unshown(b: Binding, { columns }: Scope, path: Ast.PathExpr): Expr | undefined {
  for (const { text, segment } of partsOf(path).toReversed()) {
    for (const bag of columns) {
      const def = bag.row && fieldOf(b.catalogue, bag.row, text);
      if (def?.hidden !== true) continue;
      return fieldExpr(
        b,
        { ...wellKnown(def), kept: { bag, value: constant(null, def.type, path.span) } },
        path,
        segment,
      );
    }
  }
  return undefined;
}

function memberAt(of: Expr, key: Expr, end: number): Expr {
  return { kind: 'member', of, key, type: 'dynamic', nullable: true, start: of.start, end };
}

export function keyOf(segment: Exclude<Ast.Segment, { kind: 'any' }>, at: Span): Expr {
  return segment.kind === 'name' ? constant(segment.name, 'string', at) : constant(BigInt(segment.index), 'long', at);
}

interface Part {
  readonly text: string;
  readonly segment: number;
}

/** The leading names of a path: `a`, `a.b`, `a.b.c` … up to the first index or `[*]`. */
function partsOf(path: Ast.PathExpr): readonly Part[] {
  const parts: Part[] = [{ text: path.root, segment: 0 }];
  let text = path.root;
  for (const [index, segment] of path.segments.entries()) {
    if (segment.kind !== 'name') break;
    text = `${text}.${segment.name}`;
    parts.push({ text, segment: index + 1 });
  }
  return parts;
}

/** The longest leading part that is a column; later columns of a name hide earlier ones. */
function pipelineColumn(scope: Scope, parts: readonly Part[]): { column: Column; used: number } | undefined {
  for (const part of parts.toReversed()) {
    const found =
      scope.columns.findLast((column) => column.name === part.text) ??
      scope.columns.findLast((column) => isAlsoCalled(column, part.text));
    if (found !== undefined) return { column: found, used: part.segment };
  }
  return undefined;
}

/** A field, and how many segments of the path lead to it. */
interface Found {
  readonly ref: FieldRef;
  readonly used: number;
}

function tableField(b: Binding, table: TableDef, parts: readonly Part[]): Found | undefined {
  const root = table.roots.find((one) => one.root === parts[0]?.text);
  for (const part of parts.toReversed()) {
    if (root !== undefined && part.segment === 0 && parts.length > 1) break;
    const def = fieldOf(b.catalogue, table, part.text);
    if (def !== undefined) return { ref: wellKnown(def), used: part.segment };
  }
  return root !== undefined && parts.length > 1 ? memberField(b, root, parts) : flatSpelling(b, table, parts);
}

function memberField(b: Binding, root: AttributeRoot, parts: readonly Part[]): Found {
  const { text = '', segment = 0 } = parts.at(-1) ?? {};
  return sentBag(b, root, parts) ?? { ref: attributeRef(root, text.slice(root.root.length + 1)), used: segment };
}

/** `attributes.user.name`, where `user` was sent as a map, and nothing under the whole name: a member of it. */
function sentBag(b: Binding, root: AttributeRoot, parts: readonly Part[]): Found | undefined {
  for (const { text, segment } of parts.slice(1).toReversed()) {
    const key = text.slice(root.root.length + 1);
    const fact = factOf(b.catalogue, root.root === 'resource' ? 'resource' : 'attributes', spellings(key));
    if (fact === undefined) continue;
    return fact.types.includes('object') && segment < (parts.at(-1)?.segment ?? 0)
      ? { ref: attributeRef(root, key), used: segment }
      : undefined;
  }
  return undefined;
}

/** `service.version`: a word has no members, but there is what the project sent under the whole name. */
function sentName(b: Binding, table: TableDef, parts: readonly Part[], field: Found): Found | undefined {
  if (field.ref.type !== 'string') return undefined;
  for (const { text, segment } of parts.slice(field.used + 1).toReversed()) {
    const [root] = (b.catalogue.attributesByKey.get(text) ?? []).flatMap((fact) => rootOf(table, fact) ?? []);
    if (root !== undefined) return { ref: attributeRef(root, text), used: segment };
  }
  return undefined;
}

/** `attributes___http___route` is a flat spelling of `attributes.http.route`. */
function flatSpelling(b: Binding, table: TableDef, parts: readonly Part[]): Found | undefined {
  const first = parts[0]?.text ?? '';
  if (!first.includes('___')) return undefined;
  const dotted = first.replaceAll('___', '.');
  const def = fieldOf(b.catalogue, table, dotted);
  if (def !== undefined) return { ref: wellKnown(def), used: 0 };
  const root = table.roots.find((one) => dotted.startsWith(`${one.root}.`));
  return root === undefined ? undefined : { ref: attributeRef(root, dotted.slice(root.root.length + 1)), used: 0 };
}

function attributeByName(b: Binding, table: TableDef, path: Ast.PathExpr): Expr | undefined {
  const found = attributeFact(b, table, path);
  if (found === 'ambiguous') return errorExpr(path.span);
  const root = found === undefined ? undefined : rootOf(table, found.fact);
  return found === undefined || root === undefined
    ? undefined
    : fieldExpr(b, attributeRef(root, found.fact.key), path, found.used);
}

/** The attribute that was sent under the longest leading part of the path; several are refused. */
function attributeFact(
  b: Binding,
  table: TableDef,
  path: Ast.PathExpr,
): { readonly fact: AttributeFact; readonly used: number } | 'ambiguous' | undefined {
  const parts = partsOf(path);
  for (const part of parts.toReversed()) {
    const isWhole = part === parts.at(-1);
    // What is found by its tail has members only if they were sent: `system.tables` is nothing of `db.system`.
    const facts = attributesNamed(b.catalogue, part.text).filter(
      (fact) =>
        rootOf(table, fact) !== undefined && (isWhole || fact.key === part.text || fact.types.includes('object')),
    );
    if (facts.length > 1 && !sameKey(facts)) {
      // `name` of metrics is `metric_name` rather than some attribute that ends so.
      const fields = table.fields.map(({ name }) => name).filter((name) => name.endsWith(`_${part.text}`));
      const names = [...fields, ...facts.slice(0, 4).map(attributeText)];
      fail(b, 'E302', path.span, `${part.text} is ambiguous: ${names.join(', ')}`, {
        fixes: names.flatMap((name) => proposal(path.span, name)),
      });
      return 'ambiguous';
    }
    const [fact] = facts;
    if (fact !== undefined) return { fact, used: part.segment };
  }
  return undefined;
}

function rootOf(table: TableDef, fact: AttributeFact): TableDef['roots'][number] | undefined {
  return table.roots.find((root) => root.root === fact.scope);
}

/** Two spellings of one convention are one attribute. */
function sameKey(facts: readonly AttributeFact[]): boolean {
  const [first] = facts;
  return first !== undefined && facts.every((fact) => fact.key === first.key && fact.scope === first.scope);
}

function fieldExpr(b: Binding, ref: FieldRef, path: Ast.PathExpr, used: number): Expr {
  b.used.fields.add(ref.name);
  warnUnseen(b, ref, path);
  warnOfList(b, ref, path, used);
  return members(fieldRefExpr(ref, path.span), path, used);
}

export function fieldRefExpr(ref: FieldRef, at: Span): Expr {
  return {
    kind: 'field',
    field: ref,
    type: ref.type,
    nullable: ref.nullable,
    unit: ref.unit,
    start: at.start,
    end: at.end,
  };
}

/** The time of the table's rows, where it is still in sight. */
export function timeField({ table }: Scope): Expr | null {
  const def = table?.fields.find(({ name }) => name === table.time.field);
  return def === undefined ? null : fieldRefExpr(wellKnown(def), nowhere);
}

/** A key nobody sent is legal, and probably a slip when a key that was sent is near. */
function warnUnseen(b: Binding, ref: FieldRef, path: Ast.PathExpr): void {
  if (ref.path.scope === 'root' || b.catalogue.attributes.length === 0) return;
  if (ref.path.keys.some((key) => b.catalogue.attributesByKey.has(key))) return;
  const key = ref.path.keys[0] ?? '';
  const near = meantBy(b, key, () => suggest(key, b.catalogue.attributesByKey.keys()));
  if (near === null || near.length > key.length + 4) return;
  const meant = attributeText({ scope: ref.path.scope, key: near });
  warn(b, 'W301', path.span, `no event has ${ref.name}${didYouMean(meant)}`, {
    fixes: proposal(path.span, meant),
  });
}

/** To look through all keys that were sent takes a while: it is done for no more names than are told of. */
function meantBy(b: Binding, name: string, find: () => string | null): string | null {
  const known = b.meant.get(name);
  if (known !== undefined || b.meant.size === diagnosticsMax) return known ?? null;
  const near = find();
  b.meant.set(name, near);
  return near;
}

/** `events.name`: a list has no members, its elements have. */
function warnOfList(b: Binding, ref: FieldRef, path: Ast.PathExpr, used: number): void {
  if (ref.storage.kind !== 'list' || path.segments[used]?.kind !== 'name') return;
  const segments = path.segments.toSpliced(used, 0, { kind: 'any', span: path.span });
  const meant = formatPath({ ...path, segments });
  warn(b, 'W302', path.span, `${ref.name} is a list, whose elements have members${didYouMean(meant)}`, {
    fixes: proposal(path.span, meant),
  });
}

/** What is left of a path after the name: members of a JSON value. */
export function members(base: Expr, path: Ast.PathExpr, used: number, memberOf = memberAt): Expr {
  let expr = base;
  for (const [index, segment] of path.segments.slice(used).entries()) {
    if (segment.kind === 'any') return eachOf(expr, path, path.segments.slice(used + index + 1));
    expr = memberOf(expr, keyOf(segment, segment.span), segment.span.end);
  }
  return expr;
}

/** `events[*].name` as a value: the names of all. */
function eachOf(of: Expr, { span }: Ast.PathExpr, rest: readonly Ast.Segment[]): Expr {
  const keys = rest.map((segment) => (segment.kind === 'any' ? constant(null, 'string', span) : keyOf(segment, span)));
  if (keys.length === 0) return of;
  return callExpr(each, [cast(of, 'dynamic'), ...keys], 'dynamic', span);
}

/** Splits `spans[*].name` at the star: the array, and the path inside an element. */
export function splitAtAny(path: Ast.PathExpr): { array: Ast.PathExpr; inside: readonly Ast.Segment[] } | null {
  const at = path.segments.findIndex((segment) => segment.kind === 'any');
  if (at < 0) return null;
  const segments = path.segments.slice(0, at);
  return { array: { ...path, segments }, inside: path.segments.slice(at + 1) };
}

function unavailable(b: Binding, scope: Scope, path: Ast.PathExpr): Expr {
  const name = pathText(path);
  const columns = scope.columns.map((column) => column.name);
  const listed = columns.length > 12 ? `${columns.slice(0, 12).join(', ')}, …` : columns.join(', ');
  const near = calledLike(path, 'scalar') ?? suggest(name, columns);
  const stage = scope.closedBy ?? 'this point';
  const known =
    fieldOf(b.catalogue, b.table, name) !== undefined || b.table.roots.some((root) => root.root === path.root);
  const message =
    known && scope.closedBy !== null
      ? `${name} is not available after ${stage} (columns: ${listed})`
      : `unknown field ${name}${didYouMean(near)}${near === null && columns.length > 0 ? ` (columns: ${listed})` : ''}`;
  fail(b, known && scope.closedBy !== null ? 'E303' : 'E301', path.span, message, {
    fixes: proposal(path.span, near),
  });
  return errorExpr(path.span);
}

/**
 * What a name that is none was most likely meant as: beside a text a text, whatever name comes near it; where a condition
 * is expected, one of words that an event has.
 */
export type BareWord = 'text' | 'condition';

const nearMissLengthMin = 7;

function unknownField(b: Binding, scope: Scope, table: TableDef, path: Ast.PathExpr, bareWord?: BareWord): Expr {
  const name = pathText(path);
  const slip = nearMiss(b.catalogue, table, path.root);
  if (table.open === true || (b.options.unknownFields === 'attribute' && !slip)) {
    const def: FieldDef = {
      name,
      type: 'unknown',
      description: '',
      storage:
        table.open === true ? { kind: 'column', column: name, absent: 'null' } : { kind: 'attribute', keys: [name] },
    };
    const parts = partsOf(path);
    const used = parts.at(-1)?.segment ?? 0;
    return fieldExpr(b, { ...wellKnown(def), path: { scope: 'attributes', keys: [name] } }, path, used);
  }
  const columns = scope.columns.map((column) => column.name);
  const near =
    bareWord === 'text'
      ? null
      : (rootedLike(b, table, path) ??
        calledLike(path, 'scalar') ??
        suggest(name, columns) ??
        fieldLike(b, table, name));
  const fixes = proposal(path.span, near);
  const isWord = path.segments.length === 0;
  const text = JSON.stringify(name);
  if (isWord && bareWord !== undefined) fixes.push(replacement(`${text}, text`, path.span, text));
  if (isWord && bareWord === 'condition') fixes.push(replacement(`body has ${text}`, path.span, `body has ${text}`));
  if (!isWord && near === null) {
    const sender: Ast.Segment = { kind: 'name', name: path.root, quoted: path.quoted, span: path.rootSpan };
    const whole = formatPath({ ...path, root: 'attributes', quoted: false, segments: [sender, ...path.segments] });
    fixes.push(replacement(whole, path.span, whole));
  }
  fail(b, 'E301', path.span, `unknown field ${name}${didYouMean(near)}`, { fixes });
  return errorExpr(path.span);
}

function fieldLike(b: Binding, table: TableDef, name: string): string | null {
  const near = meantBy(b, name, () => suggestField(b.catalogue, table, name));
  if (near === null || fieldOf(b.catalogue, table, near) !== undefined) return near;
  const fact = b.catalogue.attributesByKey.get(near)?.find((one) => rootOf(table, one) !== undefined);
  return fact === undefined ? null : attributeText(fact);
}

/** A function that lacks its parentheses. */
export function calledLike({ root, segments }: Ast.PathExpr, kind: 'scalar' | 'aggregate'): string | null {
  const fn = segments.length === 0 ? findFunction(root) : undefined;
  if (fn?.kind !== kind) return null;
  const needsNothing = fn.rest === undefined && fn.params.every(({ optional }) => optional === true);
  return needsNothing ? `${fn.name}()` : kind === 'aggregate' ? `${fn.name}(…)` : null;
}

/** An attribute whose root is misspelt, or another one than what was sent under the rest of the path has. */
function rootedLike(b: Binding, table: TableDef, path: Ast.PathExpr): string | null {
  if (path.segments.length === 0) return null;
  const key = pathText(path).slice(path.root.length + 1);
  const roots = table.roots.map((one) => one.root);
  const sent = b.catalogue.attributesByKey.get(key)?.find((fact) => rootOf(table, fact) !== undefined);
  const root = suggest(path.root, roots) ?? sent?.scope;
  return root === undefined ? null : formatPath({ ...path, root, quoted: false });
}

/** `attribut` is a slip even where unknown names are allowed; `data` is not one of `date`. */
function nearMiss(catalogue: Catalogue, table: TableDef, root: string): boolean {
  if (root.length < nearMissLengthMin) return false;
  const names = [...(catalogue.fields.get(table)?.keys() ?? []), ...table.roots.map((one) => one.root)];
  return names.some((name) => name.length >= nearMissLengthMin && distance(root, name, 2) <= 2);
}
