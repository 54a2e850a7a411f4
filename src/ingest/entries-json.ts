import type { Entry } from './origin.ts';
import { valueTypes } from './rows/types.ts';

/** Attributes that are kept as one JSON object, their values in the forms that json-out.ts describes. */
export function entriesJson(entries: readonly Entry[]): string {
  return `{${entries.map((entry) => `${JSON.stringify(entry.key)}:${valueJson(entry)}`).join(',')}}`;
}

const unfinite: Readonly<Record<string, string>> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' };

function valueJson(entry: Entry): string {
  switch (entry.type) {
    case valueTypes.string:
      return JSON.stringify(entry.text);
    case valueTypes.bytes:
      return `{"bytesValue":"${entry.text}"}`;
    case valueTypes.double:
      return unfinite[entry.text] === undefined ? entry.text : `{"doubleValue":"${unfinite[entry.text]}"}`;
    case valueTypes.empty:
      return 'null';
    default:
      return entry.text;
  }
}
