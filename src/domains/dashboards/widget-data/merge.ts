import { cellText, seriesOf } from '../../metrics/dataset.ts';
import type { MetricsAnswer } from '../../metrics/schema.ts';

export interface Part {
  readonly label: string;
  readonly data: MetricsAnswer;
}

/** What is looked at of an answer: a chart, or the first of a table's rows. All of many large tables would not fit into memory. */
export function partOf(label: string, data: MetricsAnswer): Part {
  return { label, data: { ...data, data_json: data.data_json.slice(0, 1), data_text: [] } };
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
  const whole = isChart ? series(answered) : numbers(parts);
  return { ...whole, ...range, ...(error === undefined ? {} : { error }) };
}

function series(parts: readonly Part[]): MetricsAnswer {
  const headers = ['timestamp'];
  for (const { label, data } of parts) {
    const names = data.headers.slice(1);
    headers.push(...names.map((name) => (names.length === 1 ? label : `${label}: ${name}`)));
  }
  const empty: (number | null)[] = headers.map(() => null);
  const rows = new Map<number, (number | null)[]>();
  let offset = 0;
  for (const { data } of parts) {
    for (const values of data.dataset) {
      const at = Number(values[0]);
      let row = rows.get(at);
      if (row === undefined) {
        row = empty.with(0, at);
        rows.set(at, row);
      }
      for (let index = 1; index < values.length; index++) row[offset + index] = values[index] ?? null;
    }
    offset += data.headers.length - 1;
  }
  const dataset = [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
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
