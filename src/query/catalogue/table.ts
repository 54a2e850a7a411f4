import type { FieldDef, Promoted } from './field.ts';

/** Tables are data: what the language calls a source, and how the planner scans it. */
export interface TableDef {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Physical table, and its alias in every statement. */
  readonly physical: string;
  readonly alias: string;
  /**
   * What every scan is limited by, and what the language calls it. `days`: how the engine calls partitions that are days of it, as
   * in `20260131-30`.
   */
  readonly time: { readonly column: string; readonly field: string; readonly days?: string };
  /**
   * The kinds that a scan is limited to: one, or all but one, since to look for a list of them takes twice as long at each mark. All
   * of them go without saying: the rest of the primary key finds the same granules, and a list of every value costs a quarter of a
   * short statement and a fifth of a long one that reads one row a granule.
   */
  readonly kinds?: { readonly column: string; readonly op: '=' | '!='; readonly value: string };
  readonly fields: readonly FieldDef[];
  /** What `attributes.` and `resource.` read. */
  readonly roots: readonly AttributeRoot[];
  /** Columns of a row query without a projection, in order. */
  readonly listed: readonly string[];
  /** Identity of a row, the tie breaker of the newest-first order. */
  readonly rowId?: string;
  /** Where rows have no identity: what tells those of one time apart. */
  readonly series?: string;
  /** `/` between integers gives a fraction (D20). */
  readonly realDivision: boolean;
  /** Unknown names are attributes of unknown type, never errors: tables nobody described. */
  readonly open?: true;
  /** A table of metrics: labels come from the series, points are joined to them. */
  readonly metrics?: true;
}

export interface AttributeRoot {
  readonly root: 'attributes' | 'resource';
  readonly kind: 'attribute' | 'resource' | 'map';
  /** For `map`: the column. */
  readonly column?: string;
  readonly promoted: readonly Promoted[];
}

/** One attribute key that was really sent. */
export interface AttributeFact {
  readonly scope: 'attributes' | 'resource';
  readonly key: string;
  readonly types: readonly ('string' | 'number' | 'bool' | 'array' | 'object')[];
  readonly samples?: readonly string[];
}
