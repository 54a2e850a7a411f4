import type { FieldDef } from './catalogue/field.ts';
import { ownTables } from './catalogue/catalogue.ts';
import { eventTables } from './catalogue/events.ts';
import { exemplarTable, metricTables } from './catalogue/metrics.ts';
import type { TableDef } from './catalogue/table.ts';
import { signature } from './editor/signature.ts';
import { allFunctions } from './functions/all.ts';
import type { FunctionEntry } from './functions/registry.ts';
import { arrayFunctions } from './functions/arrays.ts';
import { bagFunctions } from './functions/bags.ts';
import { binFunctions } from './functions/bins.ts';
import { castFunctions } from './functions/casts.ts';
import { networkFunctions } from './functions/networks.ts';
import { numberFunctions } from './functions/numbers.ts';
import { encodingFunctions } from './functions/encodings.ts';
import { searchFunctions } from './functions/searches.ts';
import { seriesFunctions } from './functions/series.ts';
import { timePartFunctions } from './functions/time-parts.ts';
import { stringFunctions } from './functions/strings.ts';
import { timeFunctions } from './functions/times.ts';
import { operators, unsupportedOperators } from './syntax/operators.ts';

/*
 * The parts of docs/query-language.md that come from the tables of the language: what stands between the lines
 * `<!-- generated: name -->` and `<!-- end -->`. A test keeps the file current.
 */

type Known = Exclude<FunctionEntry, { kind: 'unsupported' }>;

const part = /<!-- generated: ([a-z-]+) -->\n[\s\S]*?<!-- end -->/g;

export const fillGenerated = (markdown: string): string =>
  markdown.replaceAll(part, (_, name: string) => `<!-- generated: ${name} -->\n\n${section(name)}\n\n<!-- end -->`);

const section = (name: string): string => {
  const make = sections[name];
  if (make === undefined) throw new Error(`no generated part ${name}`);
  return make();
};

/** A cell of a table: a bar in it would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(' | ')} |`).join('\n');

const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

const aliases = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Also ${names.map(code).join(', ')}.`;

const operatorTable = (): string =>
  table(
    ['operator', 'what it does', 'example'],
    operators.map((one) => [code(one.form), one.doc + aliases(one.aliases), code(one.example)]),
  );

const functionTable = (functions: readonly FunctionEntry[]): string =>
  table(
    ['function', 'what it gives', 'example'],
    functions.filter(isKnown).map((fn) => [code(signature(fn)), fn.doc + aliases(fn.aliases ?? []), code(fn.example)]),
  );

const isKnown = (fn: FunctionEntry): fn is Known => fn.kind !== 'unsupported';

const ofKind = (kind: FunctionEntry['kind']) => (): string =>
  functionTable(allFunctions.filter((fn) => fn.kind === kind));

const fieldTable = (tables: readonly TableDef[]) => (): string => {
  const seen = new Map<string, FieldDef>();
  for (const one of tables) for (const field of one.fields) if (field.hidden !== true) seen.set(field.name, field);
  return table(
    ['field', 'type', 'what it is'],
    [...seen.values()].map((field) => {
      const unit = field.unit === undefined ? '' : `, ${field.unit}`;
      const words = field.values ? ` One of ${field.values.join(', ')}.` : '';
      return [code(field.name), field.type + unit, field.description + words + aliases(field.aliases ?? [])];
    }),
  );
};

const tableTable = (): string =>
  table(
    ['table', 'also'],
    ownTables.map((one) => [code(one.name), (one.aliases ?? []).map(code).join(', ')]),
  );

const refusedList = (): string => {
  const names = allFunctions.flatMap((fn) => (fn.kind === 'unsupported' ? [code(`${fn.name}()`)] : []));
  const others = [...unsupportedOperators].map(([word, instead]) => [code(word), instead]);
  return `${table(['operator', ''], others)}\n\nFunctions: ${names.join(', ')}.`;
};

const sections: Readonly<Record<string, () => string>> = {
  operators: operatorTable,
  tables: tableTable,
  'event-fields': fieldTable(eventTables),
  'metric-fields': fieldTable(metricTables),
  'exemplar-fields': fieldTable([exemplarTable]),
  aggregates: ofKind('aggregate'),
  windows: ofKind('window'),
  times: () => functionTable([...binFunctions, ...timeFunctions, ...timePartFunctions]),
  texts: () => functionTable([...stringFunctions, ...searchFunctions, ...encodingFunctions]),
  numbers: () => functionTable(numberFunctions),
  casts: () => functionTable(castFunctions),
  arrays: () => functionTable([...arrayFunctions, ...seriesFunctions]),
  bags: () => functionTable(bagFunctions),
  networks: () => functionTable(networkFunctions),
  refused: refusedList,
};

/** Everything in the reference that can be run. */
export const documentedExamples = (): readonly { readonly name: string; readonly example: string }[] => [
  ...operators,
  ...allFunctions.filter(isKnown),
];
