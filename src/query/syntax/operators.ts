import type { ArithmeticOp, BinaryOp, StageKind, TextOp } from './ast.ts';

export type OperatorName = Exclude<StageKind, 'error'>;

/** One entry for each tabular operator: the parser, the messages, completion and the reference read this table. */
export type OperatorEntry = {
  readonly name: OperatorName;
  readonly aliases: readonly string[];
  readonly form: string;
  readonly doc: string;
  readonly example: string;
};

const operator = (
  name: OperatorName,
  form: string,
  doc: string,
  example: string,
  ...aliases: string[]
): OperatorEntry => ({ name, aliases, form, doc, example });

export const operators: readonly OperatorEntry[] = [
  operator(
    'where',
    'where predicate',
    'Keeps the rows for which the predicate is true.',
    'spans | where duration > 500ms',
    'filter',
  ),
  operator(
    'search',
    'search [in (table, …)] predicate',
    'Keeps the rows in which any text field has the words; at the start of a query of these tables.',
    'search in (logs, spans) "timeout"',
  ),
  operator(
    'extend',
    'extend name = expression, …',
    'Adds columns, or replaces them.',
    'spans | extend ms = duration / 1ms | take 5',
  ),
  operator(
    'project',
    'project name = expression, …',
    'Keeps these columns and no others, in this order.',
    'logs | project timestamp, level, body | take 5',
  ),
  operator(
    'project-away',
    'project-away pattern, …',
    'Drops columns; `*` stands for any characters.',
    'logs | project timestamp, level, body | project-away body',
  ),
  operator(
    'project-keep',
    'project-keep pattern, …',
    'Keeps columns in their present order.',
    'logs | project timestamp, level, body | project-keep level, time*',
  ),
  operator(
    'project-rename',
    'project-rename new = old, …',
    'Renames columns.',
    'logs | project timestamp, level | project-rename severity = level',
  ),
  operator(
    'project-reorder',
    'project-reorder pattern [asc | desc], …',
    'Moves columns to the front.',
    'logs | project timestamp, level, body | project-reorder body',
  ),
  operator(
    'summarize',
    'summarize aggregate, … by key, …',
    'One row for each combination of the keys.',
    'spans | summarize requests = count(), p95(duration) by service',
    'stats',
  ),
  operator(
    'timechart',
    'timechart [span = 5m] [limit = 10] aggregate by key',
    'A time series for each key: bins are chosen for the range, the largest series are kept.',
    'spans | timechart count() by service',
  ),
  operator(
    'sort',
    'sort by expression [asc | desc] [nulls first | nulls last], …',
    'Orders the rows; descending unless said otherwise.',
    'spans | sort by duration desc | take 5',
    'order',
  ),
  operator('take', 'take n', 'At most n rows.', 'logs | take 10', 'limit'),
  operator('top', 'top n by expression [asc | desc]', 'The first n rows of that order.', 'spans | top 5 by duration'),
  operator('distinct', 'distinct column, …', 'The different combinations of values.', 'spans | distinct service, kind'),
  operator(
    'count',
    'count [as name]',
    'The number of rows, in the column Count.',
    'logs | where level == "ERROR" | count',
  ),
  operator('sample', 'sample n', 'n rows by chance.', 'logs | sample 5'),
  operator(
    'sample-distinct',
    'sample-distinct n of column',
    'n different values by chance.',
    'spans | sample-distinct 3 of service',
  ),
  operator(
    'mv-expand',
    'mv-expand [name =] array [to typeof(type)], … [limit n]',
    'One row for each element of an array or bag.',
    'print a = dynamic([1, 2, 3]) | mv-expand a',
    'mvexpand',
  ),
  operator(
    'parse',
    'parse [kind = regex] expression with * "text" name: type …',
    'Takes a text apart by a pattern; columns are null where it does not fit.',
    'print s = "took 12 ms" | parse s with "took " ms: long " ms"',
  ),
  operator(
    'parse-where',
    'parse-where expression with …',
    'As parse, and drops the rows that do not fit.',
    'print s = "took 12 ms" | parse-where s with "took " ms: long " ms"',
  ),
  operator(
    'parse-kv',
    'parse-kv expression as (name: type, …) with (pair_delimiter = ",", kv_delimiter = "=")',
    'Takes key-value pairs out of a text.',
    'print s = "a=1,b=x" | parse-kv s as (a: long, b: string) with (pair_delimiter = ",", kv_delimiter = "=")',
  ),
  operator(
    'make-series',
    'make-series aggregate default = 0 on time from start to end step width by key',
    'An array of values over equal steps, for each key; a step without rows is 0, or the default.',
    'range t from datetime(2024-01-01) to datetime(2024-01-01 05:00) step 1h | make-series n = count() default = 0 on t from datetime(2024-01-01) to datetime(2024-01-01 06:00) step 1h',
  ),
  operator(
    'join',
    'join kind = inner (query) on key, …',
    'Rows of both sides that agree in the keys.',
    'print k = 1, a = "x" | join kind = inner (print k = 1, b = "y") on k',
  ),
  operator(
    'lookup',
    'lookup (query) on key, …',
    'Adds the columns of a small table.',
    'print k = 1, a = "x" | lookup (print k = 1, b = "y") on k',
  ),
  operator(
    'union',
    'union table, (query), …',
    'The rows of all of them; columns go together by name.',
    'print a = 1 | union (print a = 2)',
  ),
  operator('as', 'as name', 'Gives the result so far a name.', 'print a = 1 | as T'),
  operator(
    'serialize',
    'serialize [name = expression, …]',
    'Fixes the order of rows, for row_number(), prev() and next().',
    'range x from 1 to 3 step 1 | sort by x asc | serialize n = row_number()',
  ),
  operator('getschema', 'getschema', 'The names and types of the columns.', 'print a = 1 | getschema'),
  operator(
    'render',
    'render chart [with (title = "…")]',
    'A hint how to draw the result.',
    'spans | summarize count() by bin(timestamp, 5m) | render timechart',
  ),
];

/** Words that may open a query in place of a table. */
export const sourceWords = ['print', 'range', 'datatable', 'union', 'materialize'] as const;

/** Known from Kusto and its relatives, refused by name, with what does the same here. */
const refused: readonly (readonly [words: string, instead: string])[] = [
  ['assert-schema getschema-kind', 'use getschema'],
  ['cluster', 'a query reads the data of its own project'],
  ['consume', 'use count'],
  ['evaluate', 'use extend x = bag.key to unpack a bag, and summarize countif(…) by key to turn rows into columns'],
  ['execute-and-cache', 'use materialize(…)'],
  ['externaldata', 'write the rows down as datatable (name: type) [value, …]'],
  ['facet', 'use summarize count() by one column in a query of its own'],
  ['find', 'use search "words", or where and a condition'],
  ['fork', 'write each of its queries as one of its own'],
  [
    'graph-mark-components graph-match graph-merge graph-shortest-paths graph-to-table graph-where-edges graph-where-nodes make-graph',
    'use join, as of spans on $left.span_id == $right.parent_id',
  ],
  ['inline invoke', 'write the stages themselves'],
  ['macro-expand scatter', 'use union'],
  ['mv-apply mvapply', 'use mv-expand, and summarize … by id'],
  ['partition partition-by', 'use summarize … by key, with arg_max(…, *) for one row of each'],
  ['project-by-names', 'use project-keep'],
  ['project-smart', 'use project'],
  ['reduce', 'use summarize count() by pattern'],
  ['scan', 'use sort, and serialize with prev(), next() or row_cumsum()'],
  ['top-hitters', 'use summarize count() by key, and top'],
  ['top-nested', 'use summarize … by key, and top'],
  ['where-exists', 'use join kind = leftsemi'],
];

export const unsupportedOperators: ReadonlyMap<string, string> = new Map(
  refused.flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead] as const)),
);

/** Statements that stand before a query elsewhere. */
export const unsupportedStatements: ReadonlyMap<string, string> = new Map([
  ['alias', 'a query reads the data of its own project'],
  ['declare', 'use let name = value'],
  ['pattern', 'use let name = value'],
  ['restrict', 'a query reads the data of its own project'],
]);

const names = new Map<string, OperatorName>(
  operators.flatMap(({ name, aliases }) => [name, ...aliases].map((word) => [word, name] as const)),
);

/** The operator that a word, one of its aliases maybe, stands for. */
export const operatorKind = (word: string): OperatorName | undefined => names.get(word);

export const operatorWords: readonly string[] = [...names.keys()];

const textOps: readonly TextOp[] = [
  'has',
  'has_cs',
  'hasprefix',
  'hasprefix_cs',
  'hassuffix',
  'hassuffix_cs',
  'contains',
  'contains_cs',
  'startswith',
  'startswith_cs',
  'endswith',
  'endswith_cs',
  'like',
];

export const textOperators: ReadonlyMap<string, TextOp> = new Map(textOps.map((word) => [word, word]));

/** Words that stand between two operands. */
export const infixWords: ReadonlySet<string> = new Set([
  ...textOperators.keys(),
  'and',
  'or',
  'in',
  'has_any',
  'has_all',
  'between',
  'matches',
]);

export const isArithmetic = (op: BinaryOp): op is ArithmeticOp =>
  op === '+' || op === '-' || op === '*' || op === '/' || op === '%';
