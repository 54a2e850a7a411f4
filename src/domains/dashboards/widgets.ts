import type { DashboardSchema, DashboardSchemaInput } from './schema.ts';
import type { Widget, WidgetInput, WidgetPosition } from './widget-schema.ts';

/** The tree of widgets (root, tabs, groups) as pure functions: walk it, change it, give ids. */

export interface Place<W> {
  readonly widget: W;
  /** As an error names it: `schema.tabs[0].widgets[2].children[1]`. */
  readonly path: string;
  readonly depth: number;
}

type Tree<W> = { readonly widgets: readonly W[]; readonly tabs: readonly { name: string; widgets: readonly W[] }[] };
type Node<W> = { readonly children?: readonly W[] | undefined };

/** Every widget in the order they are written: root, then tab by tab, a group before its children. */
export function* walk<W extends Node<W>>(tree: Tree<W>): Generator<Place<W>> {
  yield* walkList(tree.widgets, 'schema.widgets');
  for (const [index, tab] of tree.tabs.entries()) yield* walkList(tab.widgets, `schema.tabs[${index}].widgets`);
}

export function* walkList<W extends Node<W>>(widgets: readonly W[], prefix: string, depth = 1): Generator<Place<W>> {
  for (const [index, widget] of widgets.entries()) {
    const path = `${prefix}[${index}]`;
    yield { widget, path, depth };
    if (widget.children !== undefined) yield* walkList(widget.children, `${path}.children`, depth + 1);
  }
}

/** Each widget through `change`; undefined takes it out. The children of one that was changed are not visited. */
function mapWidgets<W extends Node<W>>(widgets: readonly W[], change: (widget: W) => W | undefined): W[] {
  return widgets.flatMap((widget) => {
    const changed = change(widget);
    if (changed === undefined) return [];
    if (changed !== widget || widget.children === undefined) return [changed];
    return [{ ...widget, children: mapWidgets(widget.children, change) }];
  });
}

function mapTree(
  schema: DashboardSchemaInput,
  change: (widget: WidgetInput) => WidgetInput | undefined,
): DashboardSchemaInput {
  return {
    ...schema,
    tabs: schema.tabs.map((tab) => ({ ...tab, widgets: mapWidgets(tab.widgets, change) })),
    widgets: mapWidgets(schema.widgets, change),
  };
}

/** By name, then by slug, as links write it. */
export function findTab<T extends { name: string }>(tabs: readonly T[], wanted: string): T | undefined {
  return tabs.find(({ name }) => name === wanted) ?? tabs.find(({ name }) => slug(name) === wanted);
}

export function findWidget(schema: DashboardSchema, id: string): Widget | undefined {
  for (const { widget } of walk<Widget>(schema)) if (widget.id === id) return widget;
  return undefined;
}

/** Replaces by id wherever the widget is; what is new goes to the end of its tab, or of the root. */
export function putWidgets(
  schema: DashboardSchema,
  given: readonly { readonly widget: WidgetInput; readonly tab: string | undefined }[],
): DashboardSchemaInput {
  const byId = new Map(given.flatMap(({ widget }) => (widget.id === undefined ? [] : [[widget.id, widget]])));
  const replaced = new Set<string>();
  const next = mapTree(schema, (widget) => {
    const replacement = widget.id === undefined ? undefined : byId.get(widget.id);
    if (replacement?.id === undefined) return widget;
    replaced.add(replacement.id);
    return replacement;
  });
  for (const { widget, tab } of given) {
    if (widget.id !== undefined && replaced.has(widget.id)) continue;
    (tab === undefined ? next : (findTab(next.tabs, tab) ?? next)).widgets.push(widget);
  }
  return next;
}

export function removeWidget(schema: DashboardSchema, id: string): DashboardSchema {
  return withIds(mapTree(schema, (widget) => (widget.id === id ? undefined : widget)));
}

export function placeWidgets(schema: DashboardSchema, layout: ReadonlyMap<string, WidgetPosition>): DashboardSchema {
  const place = (widget: Widget): Widget => {
    const position = layout.get(widget.id);
    return {
      ...widget,
      ...(position === undefined ? {} : { layout: { ...widget.layout, ...position } }),
      ...(widget.children === undefined ? {} : { children: widget.children.map(place) }),
    };
  };
  return {
    ...schema,
    tabs: schema.tabs.map((tab) => ({ ...tab, widgets: tab.widgets.map(place) })),
    widgets: schema.widgets.map(place),
  };
}

/** Gives an id to each widget that has none: a slug of its title, numbered where that is taken. */
export function withIds(schema: DashboardSchemaInput): DashboardSchema {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  for (const { widget } of walk<WidgetInput>(schema)) if (widget.id !== undefined) taken.add(widget.id);
  const identify = (widget: WidgetInput): Widget => {
    const { id = freeId(slug(widget.title ?? '') || widget.type, taken, numbers), children, ...rest } = widget;
    return { id, ...rest, ...(children === undefined ? {} : { children: children.map(identify) }) };
  };
  // In the order of `walk`, so that the first of two with one title has the plain slug.
  const widgets = schema.widgets.map(identify);
  const tabs = schema.tabs.map((tab) => ({ ...tab, widgets: tab.widgets.map(identify) }));
  return { ...schema, tabs, widgets };
}

/** Counts on from the last number of that name: thousands of one name are given their ids in thousands of steps. */
function freeId(base: string, taken: Set<string>, numbers: Map<string, number>): string {
  let id = base;
  let number = numbers.get(base) ?? 1;
  while (taken.has(id)) id = `${base}-${++number}`;
  numbers.set(base, number);
  taken.add(id);
  return id;
}

const slugLengthMax = 60;

function slug(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, slugLengthMax)
    .toWellFormed()
    .replaceAll(/^-+|-+$/g, '');
}
