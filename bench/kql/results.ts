import type { Compiled } from '../../src/query/compile.ts';
import { formatTimespan } from '../../src/query/semantic/constants.ts';
import type { Type } from '../../src/query/semantic/types.ts';
import type { CorpusRow } from '../../test/support/kql.ts';

/** Null when the rows are those that the source gives, in any order unless the query sorts. */
export function sameResult(row: CorpusRow, result: Compiled, rows: readonly (readonly unknown[])[]): string | null {
  const types = result.columns.map((column) => column.type);
  const ours = rows.map((cells) => cells.map((cell, index) => shown(cell, types[index] ?? 'string')));
  if (row.kind === 'scalar')
    return same(ours[0]?.[0] ?? '', String(row.result)) ? null : `gives ${ours[0]?.[0]}, not ${String(row.result)}`;
  const expected = expectedRows(row, ours);
  if (expected === null) return 'the expected result cannot be read';
  return compare(row, ours, expected);
}

/** A cell as Kusto would print it, in one spelling. */
function shown(value: unknown, type: Type): string {
  if (value === null || value === undefined) return '';
  const cell = typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean);
  if (type === 'timespan') return formatTimespan(BigInt(String(cell)));
  if (type === 'datetime') return String(cell).replace(' ', 'T');
  if (type === 'bool') return cell === true || cell === 1 ? 'true' : 'false';
  return String(cell);
}

function expectedRows(row: CorpusRow, ours: readonly (readonly string[])[]): string[][] | null {
  if (row.expected_table !== undefined) return markdown(row.expected_table);
  if (row.expected_csv !== undefined)
    return row.expected_csv
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
  const text = row.expected_text ?? '';
  const lines = text.split('\n');
  if (lines[1]?.startsWith('----') === true)
    return lines.slice(2).map((line) => line.split(';').map((cell) => cell.trim()));
  return plain(text, ours);
}

/** Without a header: one row, the last, cells joined by commas; a single cell may have commas itself. */
function plain(text: string, ours: readonly (readonly string[])[]): string[][] {
  const last = ours.at(-1) ?? [];
  const rows = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (last.length === 1) return [[rows.join('')]];
  if (rows.length > 1 && !rows[0]!.startsWith('[')) return rows.map((line) => line.split(','));
  return [text.trim().split(',')];
}

function markdown(table: string): string[][] {
  return table
    .split('\n')
    .slice(2)
    .map((line) =>
      cells(line).map((cell) =>
        cell
          .trim()
          .replace(/^`(.*)`:?$/, '$1')
          .replace(/^<(https?:.*)>$/, '$1')
          .replaceAll('<br>', '\n'),
      ),
    )
    .filter((row) => row.length > 0 && !row.every((cell) => cell === '...'));
}

function cells(line: string): string[] {
  const parts = line.replace(/^\|/, '').split('|');
  return parts.length > 1 && parts.at(-1)?.trim() === '' ? parts.slice(0, -1) : parts;
}

function compare(
  row: CorpusRow,
  ours: readonly (readonly string[])[],
  expected: readonly (readonly string[])[],
): string | null {
  const headless = row.expected_text !== undefined && row.expected_text.split('\n')[1]?.startsWith('----') !== true;
  const kept =
    headless && expected.length === 1
      ? ours.slice(-1)
      : row.expected_partial === true
        ? ours.slice(0, expected.length)
        : ours;
  if (ours.length === 0 && expected.every((want) => want.every((cell) => cell === ''))) return null;
  if (kept.length !== expected.length)
    return `${ours.length} rows, expected ${expected.length}: ${show(ours)} / ${show(expected)}`;
  const pending = [...kept];
  for (const want of expected) {
    const at = pending.findIndex(
      (have) => have.length === want.length && have.every((cell, index) => same(cell, want[index] ?? '')),
    );
    if (at < 0) return `${show(kept)}, expected ${show(expected)}`;
    pending.splice(at, 1);
  }
  return null;
}

function show(rows: readonly (readonly string[])[]): string {
  return JSON.stringify(rows).slice(0, 260);
}

function same(have: string, want: string): boolean {
  const [a, c] = [normal(have), normal(want)];
  if (a === c) return true;
  const truth: Record<string, string> = { true: '1', false: '0' };
  if (truth[a] === c) return true;
  const [x, y] = [Number(a), Number(c)];
  if (a !== '' && c !== '' && Number.isFinite(x) && Number.isFinite(y))
    return Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x));
  return jsonText(a) === jsonText(c) && jsonText(a) !== null;
}

/** Spellings that mean the same: null, truth, instants with and without their T and Z. */
function normal(cell: string): string {
  const text = cell.trim().replaceAll('\u00a0', ' ');
  if (/^(?:\(null\)|<null>|null)$/i.test(text)) return '';
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase();
  if (text === '-∞') return '-inf';
  if (text === '∞') return 'inf';
  if (/^-?nan$/i.test(text)) return 'nan';
  const time = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.(\d+))?Z?$/.exec(text);
  if (time !== null) return `${time[1]}T${time[2]}.${(time[3] ?? '').slice(0, 7).padEnd(7, '0')}`;
  const quoted = /^"([^"]*)"$/.exec(text);
  return quoted?.[1] ?? text;
}

/** JSON in one spelling: no blanks, numbers by value, bare words as texts. */
function jsonText(text: string): string | null {
  try {
    return canonical(JSON.parse(text));
  } catch {
    try {
      return canonical(
        JSON.parse(
          text.replaceAll(/([[,]\s*)([A-Za-z][\w ]*)(?=\s*[,\]])/g, (all, before: string, word: string) =>
            /^(true|false|null)$/.test(word) ? all : `${before}"${word}"`,
          ),
        ),
      );
    } catch {
      return null;
    }
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    return `{${Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
      .join(',')}}`;
  }
  return JSON.stringify(typeof value === 'string' ? normal(value) : value);
}
