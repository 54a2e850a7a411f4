import type { Type } from '../semantic/types.ts';
import type { Unit } from '../semantic/rq.ts';

/** How a field is kept in the store, and which index answers what: `clickhouse/storage.ts` turns this into SQL. */
export type Storage =
  /** A plain column. `absent` tells which raw value stands for "there is none". */
  | {
      readonly kind: 'column';
      readonly column: string;
      readonly absent?: 'empty' | 'zero' | 'null';
      readonly index?: IndexFact;
    }
  /** An Enum8 or code column shown under other words: store word → shown word. */
  | {
      readonly kind: 'enum';
      readonly column: string;
      readonly words: readonly (readonly [stored: string, shown: string])[];
      readonly absent?: string;
    }
  /** Event attributes: text and numbers in two maps, tags for the index, promoted columns by key. */
  | { readonly kind: 'attribute'; readonly keys: readonly string[]; readonly promoted: readonly Promoted[] }
  /** Resource attributes: a map and promoted columns by key. */
  | { readonly kind: 'resource'; readonly keys: readonly string[]; readonly promoted: readonly Promoted[] }
  /** A map column of plain text, as metric series have. */
  | { readonly kind: 'map'; readonly column: string; readonly keys: readonly string[] }
  /** JSON text in a column. */
  | { readonly kind: 'json'; readonly column: string }
  /** Made of several columns; the name picks the builder in `clickhouse/storage.ts`. */
  | { readonly kind: 'derived'; readonly name: string };

export interface Promoted {
  readonly column: string;
  /** The keys whose value the column holds, the newest convention first. */
  readonly keys: readonly string[];
  readonly numeric?: true;
  readonly index?: IndexFact;
}

/** `text`: text index over lower(column). `key`: in the primary key. `bloom`, `minmax`: skip indexes. */
export type IndexFact = 'text' | 'key' | 'bloom' | 'minmax';

export interface FieldDef {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: Type;
  readonly unit?: Unit;
  readonly description: string;
  readonly storage: Storage;
  /** Searched by a bare string and by `* has`. */
  readonly freeText?: true;
  /** Low cardinality: offered as a facet. */
  readonly facet?: true;
}

/** A field of a scanned table as a query refers to it. */
export interface FieldRef {
  /** Canonical name: `duration`, `attributes.http.route`, `resource.service.name`. */
  readonly name: string;
  readonly type: Type;
  readonly nullable: boolean;
  readonly unit?: Unit;
  readonly storage: Storage;
  /** Where a record in process has it: `['duration']`, or scope and keys (first that is there wins). */
  readonly path: { readonly scope: 'root' | 'attributes' | 'resource'; readonly keys: readonly string[] };
  readonly index?: IndexFact;
}
