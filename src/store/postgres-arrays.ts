import type { PostgresType } from 'postgres';

/** Types of arrays by their numbers, which are the same in every Postgres: all that the schema and the queries have. */
export const arrayOids = { bigint: 1016, text: 1009, timestamptz: 1185, uuid: 2951 };

/** How the driver reads and writes arrays. What it reads are strings, as where such a value stands alone. */
export const arrayTypes: Record<string, PostgresType> = Object.fromEntries(
  Object.entries(arrayOids).map(([name, oid]) => [
    `${name}s`,
    { to: oid, from: [oid], serialize: arrayLiteral, parse: arrayItems },
  ]),
);

function arrayLiteral(items: readonly (string | number | null)[]): string {
  const literals = items.map((item) =>
    item === null ? 'null' : `"${String(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  );
  return `{${literals.join(',')}}`;
}

function arrayItems(literal: string): (string | null)[] {
  const items = literal.slice(1, -1).matchAll(/"(?<quoted>[^"\\]*(?:\\.[^"\\]*)*)"|(?<plain>[^,]+)/gs);
  return [...items].map(({ groups: { quoted, plain } = {} }) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1');
    return plain === undefined || plain === 'NULL' ? null : plain;
  });
}
