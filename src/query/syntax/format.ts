import type {
  ColumnDecl,
  NamedExpr,
  Option,
  ParsePart,
  Query,
  SortKey,
  Source,
  Stage,
  Statement,
  Tabular,
} from './ast.ts';
import { formatExpr, formatName, formatPath, formatString } from './format-expr.ts';

/**
 * The text of a tree; reading it again gives the same tree but for positions. One line for a short query, a line for each
 * stage otherwise.
 */
export const format = (query: Query): string => {
  const parts = query.statements.map((one) => `${formatStatement(one)};\n`);
  const oneLine = formatTabular(query.body, ' ');
  const body = oneLine.length <= lineMax ? oneLine : formatTabular(query.body, '\n');
  return parts.join('') + body;
};

const lineMax = 80;

const formatStatement = (statement: Statement): string => {
  if (statement.kind === 'set') {
    return `set ${formatName(statement.name)}${statement.value ? ` = ${formatExpr(statement.value)}` : ''}`;
  }
  const value =
    statement.value.kind === 'expr' ? formatExpr(statement.value.expr) : formatTabular(statement.value.tabular, ' ');
  return `let ${formatName(statement.name)} = ${value}`;
};

export const formatTabular = (tabular: Tabular, separator = ' '): string => {
  const stages = tabular.stages.map((stage) => formatStage(stage));
  const source = formatSource(tabular.source);
  if (tabular.source.kind === 'named' && !tabular.source.lone) {
    // Its filter stands right behind the name.
    return [`${source} ${stages[0] ?? ''}`, ...stages.slice(1)].join(`${separator}| `);
  }
  // Without a source the first operator stands alone; nothing at all is the empty text.
  return (source === '' ? stages : [source, ...stages]).join(`${separator}| `);
};

const formatSource = (source: Source): string => {
  switch (source.kind) {
    case 'default':
    case 'error':
      return '';
    case 'everything':
      return '*';
    case 'named':
      return formatPath(source.path);
    case 'print':
      return `print ${formatColumns(source.columns)}`;
    case 'range': {
      const [from, to, step] = [source.from, source.to, source.step].map(formatExpr);
      return `range ${formatName(source.name)} from ${from} to ${to} step ${step}`;
    }
    case 'datatable':
      return `datatable(${formatDecls(source.columns)}) [${source.cells.map(formatExpr).join(', ')}]`;
    case 'union':
      return `union ${formatOptions(source.options)}${source.sides.map(formatSide).join(', ')}`;
    case 'group':
      return `(${formatTabular(source.of)})`;
    case 'materialize':
      return `materialize(${formatTabular(source.of)})`;
  }
};

/** A lone table needs no parentheses. */
const formatSide = (side: Tabular): string => {
  const bare = side.stages.length === 0 && side.source.kind === 'named';
  return bare ? formatSource(side.source) : `(${formatTabular(side)})`;
};

const formatColumns = (columns: readonly NamedExpr[]): string => columns.map(formatNamed).join(', ');

const formatNamed = (column: NamedExpr): string => {
  const value = formatExpr(column.value);
  const names = column.names.map(formatName);
  if (names.length === 0) return value;
  return names.length === 1 ? `${names[0]} = ${value}` : `(${names.join(', ')}) = ${value}`;
};

const formatDecls = (columns: readonly ColumnDecl[]): string =>
  columns.map((one) => `${formatName(one.name)}: ${one.type}`).join(', ');

const formatOption = (option: Option): string => `${formatOptionName(option)}=${formatExpr(option.value)}`;

const formatOptionName = (option: Option): string =>
  /^[A-Za-z_][\w.]*$/.test(option.name.text) ? option.name.text : formatName(option.name);

const formatOptions = (options: readonly Option[]): string => options.map((one) => `${formatOption(one)} `).join('');

const formatWith = (options: readonly Option[]): string =>
  options.length === 0 ? '' : ` with (${options.map(formatOption).join(', ')})`;

const formatKeys = (keys: readonly NamedExpr[]): string => (keys.length === 0 ? '' : ` by ${formatColumns(keys)}`);

const formatSortKey = (key: SortKey): string =>
  formatExpr(key.value) + (key.order ? ` ${key.order}` : '') + (key.nulls ? ` nulls ${key.nulls}` : '');

const formatPart = (part: ParsePart): string => {
  switch (part.kind) {
    case 'star':
      return '*';
    case 'text':
      return formatString(part.text);
    case 'column':
      return formatName(part.name) + (part.type ? `: ${part.type}` : '');
  }
};

const optional = (word: string, value: string | null): string => (value === null ? '' : ` ${word} ${value}`);

const formatStage = (stage: Stage): string => {
  switch (stage.kind) {
    case 'where':
      return `where ${formatExpr(stage.predicate)}`;
    case 'search': {
      const mode = stage.mode ? `kind=${formatName(stage.mode)} ` : '';
      const tables = stage.tables.length === 0 ? '' : `in (${stage.tables.map(formatName).join(', ')}) `;
      return `search ${mode}${tables}${formatExpr(stage.predicate)}`;
    }
    case 'extend':
    case 'project':
      return `${stage.kind} ${formatColumns(stage.columns)}`;
    case 'project-away':
    case 'project-keep':
    case 'project-reorder': {
      const patterns = stage.patterns.map((one) => {
        const text = one.quoted ? formatName({ text: one.text, quoted: true, span: one.span }) : one.text;
        return text + (one.order ? ` ${one.order}` : '');
      });
      return `${stage.kind} ${patterns.join(', ')}`;
    }
    case 'project-rename':
      return `project-rename ${stage.columns.map((one) => `${formatName(one.name)} = ${formatPath(one.path)}`).join(', ')}`;
    case 'summarize': {
      const aggregates = formatColumns(stage.aggregates);
      const by = stage.keys.length === 0 ? '' : `by ${formatColumns(stage.keys)}`;
      return ['summarize', aggregates, by].filter((one) => one !== '').join(' ');
    }
    case 'timechart': {
      const width = stage.width ? `span=${formatExpr(stage.width)} ` : '';
      const limit = stage.limit ? `limit=${formatExpr(stage.limit)} ` : '';
      return `timechart ${width}${limit}${formatColumns(stage.aggregates)}${formatKeys(stage.keys)}`;
    }
    case 'sort':
      return `sort by ${stage.keys.map(formatSortKey).join(', ')}`;
    case 'take':
    case 'sample':
      return `${stage.kind} ${formatExpr(stage.rows)}`;
    case 'top':
      return `top ${formatExpr(stage.rows)} by ${stage.keys.map(formatSortKey).join(', ')}`;
    case 'distinct':
      return `distinct ${stage.all ? '*' : formatColumns(stage.columns)}`;
    case 'count':
      return `count${optional('as', stage.as && formatName(stage.as))}`;
    case 'sample-distinct':
      return `sample-distinct ${formatExpr(stage.rows)} of ${formatExpr(stage.of)}`;
    case 'mv-expand': {
      const items = stage.items.map((one) => {
        const name = one.name ? `${formatName(one.name)} = ` : '';
        return name + formatExpr(one.value) + (one.type ? ` to typeof(${one.type})` : '');
      });
      const limit = optional('limit', stage.limit && formatExpr(stage.limit));
      return `mv-expand ${formatOptions(stage.options)}${items.join(', ')}${limit}`;
    }
    case 'parse':
    case 'parse-where': {
      const flags = stage.flags === null ? '' : ` flags=${stage.flags}`;
      const mode = stage.mode === 'simple' ? '' : `kind=${stage.mode}${flags} `;
      return `${stage.kind} ${mode}${formatExpr(stage.subject)} with ${stage.parts.map(formatPart).join(' ')}`;
    }
    case 'parse-kv':
      return `parse-kv ${formatExpr(stage.subject)} as (${formatDecls(stage.columns)})${formatWith(stage.options)}`;
    case 'make-series':
      return formatMakeSeries(stage);
    case 'join':
    case 'lookup': {
      const on = stage.on.map(formatExpr).join(', ');
      return `${stage.kind} ${formatOptions(stage.options)}${formatSide(stage.right)} on ${on}`;
    }
    case 'union':
      return `union ${formatOptions(stage.options)}${stage.sides.map(formatSide).join(', ')}`;
    case 'as':
      return `as ${formatName(stage.name)}`;
    case 'serialize':
      return stage.columns.length === 0 ? 'serialize' : `serialize ${formatColumns(stage.columns)}`;
    case 'getschema':
      return 'getschema';
    case 'render':
      return `render ${formatName(stage.chart)}${formatWith(stage.options)}`;
    case 'error':
      return 'error';
  }
};

const formatMakeSeries = (stage: Extract<Stage, { kind: 'make-series' }>): string => {
  const items = stage.items.map((one) => {
    const name = one.name ? `${formatName(one.name)} = ` : '';
    return name + formatExpr(one.value) + (one.default ? ` default=${formatExpr(one.default)}` : '');
  });
  const [from, to, step] = [
    stage.from && formatExpr(stage.from),
    stage.to && formatExpr(stage.to),
    formatExpr(stage.step),
  ];
  const axis = stage.inclusive
    ? ` in range(${from}, ${to}, ${step})`
    : `${optional('from', from)}${optional('to', to)} step ${step}`;
  return `make-series ${stage.nonempty ? 'kind=nonempty ' : ''}${items.join(', ')} on ${formatExpr(stage.on)}${axis}${formatKeys(stage.keys)}`;
};
