import { cellText, seriesOf } from '../metrics/dataset.ts';
import type { MetricsAnswer } from '../metrics/schema.ts';

interface Part {
  readonly label: string;
  readonly data: MetricsAnswer;
}

/** The answers of a widget with several queries as one: series in one chart, or numbers in one row. */
export function merged(parts: readonly Part[]): MetricsAnswer {
  const error = parts.find(({ data }) => data.error !== undefined)?.data.error;
  const { from, to } = parts[0]?.data ?? {};
  const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  // One that could not be finished has neither, and takes nothing from the others.
  const answered = parts.filter(({ data }) => data.headers.length > 0);
  const isChart =
    answered.length > 0 && answered.every(({ data }) => data.headers[0] === 'timestamp' && data.data_json.length === 0);
  const whole = isChart ? series(parts) : numbers(parts);
  return { ...whole, ...range, ...(error === undefined ? {} : { error }) };
}

function series(parts: readonly Part[]): MetricsAnswer {
  const rows = new Map<number, (number | null)[]>();
  const headers = ['timestamp'];
  for (const { label, data } of parts) {
    const names = data.headers.slice(1);
    const offset = headers.length - 1;
    headers.push(...names.map((name) => (names.length === 1 ? label : `${label}: ${name}`)));
    for (const [at, ...values] of data.dataset) {
      const row = rows.get(Number(at)) ?? [];
      for (const [index, value] of values.entries()) row[offset + index] = value;
      rows.set(Number(at), row);
    }
  }
  const dataset = [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([at, values]) => [at, ...Array.from({ length: headers.length - 1 }, (_, index) => values[index] ?? null)]);
  return seriesOf({ headers, dataset });
}

/** One row; a query that gives more than one number gives its first cell. */
function numbers(parts: readonly Part[]): MetricsAnswer {
  const cells = parts.map(({ data }) => data.data_json[0]?.[0] ?? JSON.stringify(data.data_float ?? null));
  const wide = parts.find(({ data }) => data.rows_count > 1 || data.headers.length > 1);
  return {
    dataset: [],
    data_json: [cells],
    data_text: [cells.map(cellText)],
    headers: parts.map(({ label }) => label),
    rows_count: 1,
    ...(wide === undefined
      ? {}
      : { error: `${wide.label} gives more than one number; beside other queries only its first is shown.` }),
  };
}
