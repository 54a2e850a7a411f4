import type { PostgresType } from 'postgres';

interface ArrayType {
  /** Its number, which is the same in every Postgres. */
  readonly oid: number;
  /** An item is read as such a value is where it stands alone; as text if there is nothing else to do. */
  readonly item?: (text: string) => unknown;
}

/** The arrays of the schema and the queries. */
export const arrays: Readonly<Record<string, ArrayType>> = {
  bigint: { oid: 1016 },
  float8: { oid: 1022, item: Number },
  text: { oid: 1009 },
  timestamptz: { oid: 1185, item: (text) => new Date(text) },
  uuid: { oid: 2951 },
};

/** How the driver reads and writes arrays. */
export const arrayTypes: Record<string, PostgresType> = Object.fromEntries(
  Object.entries(arrays).map(([name, { oid, item }]) => [
    `${name}s`,
    {
      to: oid,
      from: [oid],
      serialize: arrayLiteral,
      parse: (literal: string) => {
        const texts = arrayItems(literal);
        return item === undefined ? texts : texts.map((text) => (text === null ? null : item(text)));
      },
    },
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
