import { parseArgs } from 'node:util';

type Value = number | string | boolean;
type Widened<V extends Value> = V extends number ? number : V extends string ? string : boolean;

/** The options of a benchmark: what stands for each when it is not given says whether it is a number, a text or a switch. */
export function optionsOf<V extends Readonly<Record<string, Value>>>(
  args: string[],
  usual: V,
): { readonly [Name in keyof V]: Widened<V[Name]> } {
  const options = Object.entries(usual).map(([name, value]) => {
    const type = typeof value === 'boolean' ? ('boolean' as const) : ('string' as const);
    return [name, { type }] as const;
  });
  const { values } = parseArgs({ args, options: Object.fromEntries(options) });
  const given = Object.entries(usual).map(([name, value]) => {
    const text = values[name] ?? value;
    const read = typeof value === 'number' ? Number(text) : text;
    if (Number.isNaN(read)) throw new Error(`--${name}: ${String(text)} is no number`);
    return [name, read] as const;
  });
  return Object.fromEntries(given) as { [Name in keyof V]: Widened<V[Name]> };
}

/** Says what is for people: beside the one JSON document on standard output, on standard error. */
export function wordsBeside(json: boolean): (line: string) => void {
  return (line) => (json ? console.error(line) : console.log(line));
}
