import type { Random } from './random.ts';

/*
 * Random stages over a few rows of whole numbers and texts, and what they come to, one row after the other.
 */

type Value = bigint | string | null;
type Row = Readonly<Record<string, Value>>;
type Kind = 'long' | 'text';

export interface Table {
  readonly columns: readonly (readonly [name: string, kind: Kind])[];
  readonly rows: readonly Row[];
}
interface Piped extends Table {
  readonly text: string;
}
/** An expression, and its value of a row. */
interface Computed<T> {
  readonly text: string;
  readonly of: (row: Row) => T;
}

const words = ['a', 'b', 'a b', 'x-y', '5', ''];

const named = (table: Table, kind: Kind): string[] =>
  table.columns.flatMap(([name, own]) => (own === kind ? [name] : []));

const number = (random: Random, table: Table, depth = 1): Computed<bigint | null> => {
  const names = named(table, 'long');
  if (names.length === 0 || random.chance(0.2)) {
    const value = BigInt(random.below(9)) - 2n;
    return { text: String(value), of: () => value };
  }
  const name = random.pick(names);
  const own: Computed<bigint | null> = { text: name, of: (row) => (row[name] ?? null) as bigint | null };
  if (depth === 0 || random.chance(0.5)) return own;
  const other = number(random, table, depth - 1);
  const both = (make: (a: bigint, b: bigint) => bigint) => (row: Row) => {
    const [a, b] = [own.of(row), other.of(row)];
    return a === null || b === null ? null : make(a, b);
  };
  return random.pick([
    { text: `(${name} + ${other.text})`, of: both((a, b) => a + b) },
    { text: `(${name} * ${other.text})`, of: both((a, b) => a * b) },
    { text: `coalesce(${name}, ${other.text})`, of: (row: Row) => own.of(row) ?? other.of(row) },
    { text: `max_of(${name}, ${other.text})`, of: (row: Row) => greater(own.of(row), other.of(row)) },
  ]);
};

const greater = (a: bigint | null, b: bigint | null): bigint | null =>
  a === null ? b : b === null ? a : a > b ? a : b;

const text = (random: Random, table: Table): Computed<string> => {
  const names = named(table, 'text');
  if (names.length === 0 || random.chance(0.2)) {
    const value = random.pick(words);
    return { text: JSON.stringify(value), of: () => value };
  }
  const name = random.pick(names);
  const own = (row: Row): string => (row[name] ?? '') as string;
  return random.pick([
    { text: `strcat(${name}, "")`, of: own },
    { text: `strcat(${name}, "-", ${name})`, of: (row) => `${own(row)}-${own(row)}` },
    { text: `toupper(strcat(${name}, "z"))`, of: (row) => `${own(row)}z`.toUpperCase() },
  ]);
};

/** Nothing is less, greater or equal to what is missing, and nothing differs from it. */
const condition = (random: Random, table: Table, depth = 1): Computed<boolean> => {
  if (depth > 0 && random.chance(0.3)) {
    const [a, b] = [condition(random, table, depth - 1), condition(random, table, depth - 1)];
    return random.pick([
      { text: `(${a.text} and ${b.text})`, of: (row: Row) => a.of(row) && b.of(row) },
      { text: `(${a.text} or ${b.text})`, of: (row: Row) => a.of(row) || b.of(row) },
    ]);
  }
  const [a, b, c] = [number(random, table), number(random, table), text(random, table)];
  const word = random.pick(words);
  const compared = (make: (a: bigint, b: bigint) => boolean) => (row: Row) => {
    const [x, y] = [a.of(row), b.of(row)];
    return x !== null && y !== null && make(x, y);
  };
  return random.pick([
    { text: `${a.text} == ${b.text}`, of: compared((x, y) => x === y) },
    { text: `${a.text} != ${b.text}`, of: compared((x, y) => x !== y) },
    { text: `${a.text} < ${b.text}`, of: compared((x, y) => x < y) },
    { text: `not(${a.text} < ${b.text})`, of: compared((x, y) => x >= y) },
    { text: `isnull(${a.text})`, of: (row: Row) => a.of(row) === null },
    { text: `${a.text} in (1, 2, 3)`, of: (row: Row) => [1n, 2n, 3n].includes(a.of(row) ?? 0n) },
    { text: `${c.text} == ${JSON.stringify(word)}`, of: (row: Row) => c.of(row) === word },
    { text: `${c.text} contains ${JSON.stringify(word)}`, of: (row: Row) => c.of(row).toLowerCase().includes(word) },
  ]);
};

const compare = (a: Value, b: Value): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return a < BigInt(b) ? -1 : 1;
};

const keyOf = (row: Row, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => (typeof row[name] === 'bigint' ? `#${row[name]}` : (row[name] ?? null))));

const grouped = (rows: readonly Row[], names: readonly string[]): Row[][] => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row, names), [...(groups.get(keyOf(row, names)) ?? []), row]);
  return [...groups.values()];
};

const only = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
const present = (rows: readonly Row[], of: Computed<bigint | null>): bigint[] =>
  rows.flatMap((row) => of.of(row) ?? []);
const least = (random: Random, names: readonly string[]): string[] => {
  const kept = names.filter(() => random.chance(0.6));
  return kept.length === 0 ? names.slice(0, 1) : kept;
};

/** A pipeline over one of the sources; `made` numbers the names of columns. */
export const randomPipeline = (random: Random, sources: readonly Piped[], depth = 1, made = { names: 0 }): Piped => {
  let table: Table = random.pick(sources);
  let query = (table as Piped).text;
  const fresh = (): string => `x${made.names++}`;
  const put = (stage: string, next: Table): void => {
    query += ` | ${stage}`;
    table = next;
  };
  const stages: Readonly<Record<string, () => void>> = {
    where: () => {
      const test = condition(random, table);
      put(`where ${test.text}`, { ...table, rows: table.rows.filter(test.of) });
    },
    extend: () => {
      const name = random.chance(0.3) ? (random.pick(named(table, 'long')) ?? fresh()) : fresh();
      const value = number(random, table);
      const others = table.columns.filter(([own]) => own !== name);
      const columns = table.columns.length === others.length ? [...others, [name, 'long'] as const] : table.columns;
      put(`extend ${name} = ${value.text}`, {
        columns,
        rows: table.rows.map((row) => ({ ...row, [name]: value.of(row) })),
      });
    },
    word: () => {
      const [name, value] = [fresh(), text(random, table)];
      const rows = table.rows.map((row) => ({ ...row, [name]: value.of(row) }));
      put(`extend ${name} = ${value.text}`, { columns: [...table.columns, [name, 'text']], rows });
    },
    project: () => {
      const kept = least(
        random,
        table.columns.map(([name]) => name),
      );
      const columns = table.columns.filter(([name]) => kept.includes(name));
      put(`project ${columns.map(([name]) => name).join(', ')}`, {
        columns,
        rows: table.rows.map((row) => only(row, kept)),
      });
    },
    rename: () => {
      const [[old], name] = [random.pick(table.columns), fresh()];
      const columns = table.columns.map(([own, kind]) => [own === old ? name : own, kind] as const);
      put(`project-rename ${name} = ${old}`, {
        columns,
        rows: table.rows.map(({ [old]: value = null, ...row }) => ({ ...row, [name]: value })),
      });
    },
    summarize: () => {
      const keys = table.columns.map(([name]) => name).filter(() => random.chance(0.4));
      const [value, [n, sum, max]] = [number(random, table), [fresh(), fresh(), fresh()]];
      const groups = keys.length === 0 ? [table.rows] : grouped(table.rows, keys);
      const rows = groups.map((rows): Row => {
        const values = present(rows, value);
        return {
          ...only(rows[0] ?? {}, keys),
          [n]: BigInt(rows.length),
          [sum]: values.length === 0 ? null : values.reduce((all, one) => all + one, 0n),
          [max]: values.reduce<bigint | null>(greater, null),
        };
      });
      const by = keys.length === 0 ? '' : ` by ${keys.join(', ')}`;
      const columns = [
        ...table.columns.filter(([name]) => keys.includes(name)),
        ...[n, sum, max].map((name) => [name, 'long'] as const),
      ];
      put(`summarize ${n} = count(), ${sum} = sum(${value.text}), ${max} = max(${value.text})${by}`, { columns, rows });
    },
    distinct: () => {
      const kept = least(
        random,
        table.columns.map(([name]) => name),
      );
      const columns = table.columns.filter(([name]) => kept.includes(name));
      const rows = grouped(table.rows, kept).map(([row = {}]) => only(row, kept));
      put(`distinct ${columns.map(([name]) => name).join(', ')}`, { columns, rows });
    },
    take: () => {
      const count = random.below(6) + 1;
      const names = table.columns.map(([name]) => name);
      const orders = names.map((name) => [name, random.chance(0.5) ? 1 : -1] as const);
      const rows = table.rows.toSorted((a, b) => {
        for (const [name, sign] of orders) {
          const order = compare(a[name] ?? null, b[name] ?? null) * sign;
          if (order !== 0) return order;
        }
        return 0;
      });
      const by = orders.map(([name, sign]) => `${name} ${sign > 0 ? 'asc' : 'desc'}`).join(', ');
      put(random.chance(0.5) ? `top ${count} by ${by}` : `sort by ${by} | take ${count}`, {
        ...table,
        rows: rows.slice(0, count),
      });
    },
    expand: () => {
      const [name, a, b] = [fresh(), number(random, table, 0), number(random, table, 0)];
      const rows = table.rows.flatMap((row) => [a, b].map((one): Row => ({ ...row, [name]: one.of(row) })));
      put(`mv-expand ${name} = pack_array(${a.text}, ${b.text}) to typeof(long)`, {
        columns: [...table.columns, [name, 'long']],
        rows,
      });
    },
    count: () => put('count as n', { columns: [['n', 'long']], rows: [{ n: BigInt(table.rows.length) }] }),
  };
  const pairs: Readonly<Record<string, (other: Piped) => void>> = {
    union: (other) => {
      const more = other.columns.filter(([name]) => !table.columns.some(([own]) => own === name));
      const columns = [...table.columns, ...more];
      const rows = [...table.rows, ...other.rows].map((row) =>
        only(
          row,
          columns.map(([name]) => name),
        ),
      );
      put(`union (${other.text})`, { columns, rows });
    },
    join: (other) => {
      const shared = table.columns.flatMap(([name, kind]) =>
        other.columns.some(([own, of]) => own === name && of === kind) ? [name] : [],
      );
      if (shared.length === 0) return;
      const key = random.pick(shared);
      const kind = random.pick(['inner', 'leftouter', 'leftsemi', 'leftanti'] as const);
      const matches = (row: Row): Row[] => other.rows.filter((one) => row[key] !== null && row[key] === one[key]);
      const stage = `join kind=${kind} (${other.text}) on ${key}`;
      if (kind === 'leftsemi' || kind === 'leftanti') {
        put(stage, { ...table, rows: table.rows.filter((row) => matches(row).length > 0 === (kind === 'leftsemi')) });
        return;
      }
      const taken = new Set(table.columns.map(([name]) => name));
      const added = other.columns.map(([name, own]) => {
        let free = name;
        for (let digit = 1; taken.has(free); digit += 1) free = `${name}${digit}`;
        taken.add(free);
        return [name, free, own] as const;
      });
      const rows = table.rows.flatMap((row) => {
        const found = matches(row);
        const right: readonly Row[] = found.length > 0 ? found : kind === 'leftouter' ? [{}] : [];
        return right.map((one): Row => ({
          ...row,
          ...Object.fromEntries(added.map(([name, free]) => [free, one[name] ?? null])),
        }));
      });
      put(stage, { columns: [...table.columns, ...added.map(([, free, own]) => [free, own] as const)], rows });
    },
    among: (other) => {
      const [mine, theirs] = [number(random, table, 0), number(random, other, 0)];
      const values = new Set(other.rows.map(theirs.of));
      const rows = table.rows.filter((row) => mine.of(row) !== null && values.has(mine.of(row)));
      put(`where ${mine.text} in (${other.text} | project k = ${theirs.text})`, { ...table, rows });
    },
  };
  for (let stage = 0; stage < 1 + random.below(5); stage += 1) {
    if (table.rows.length > 400 || table.columns.length > 12) stages['project']?.();
    if (depth > 0 && random.chance(0.3))
      random.pick(Object.values(pairs))(randomPipeline(random, sources, depth - 1, made));
    else random.pick(Object.values(stages))();
  }
  return { ...table, text: query };
};
