import type { Column, Expr, Unit } from '../semantic/rq.ts';
import type { Type } from '../semantic/types.ts';
import type { AttributeRoot } from './table.ts';

/** How a field is kept in the store: `clickhouse/storage.ts` turns this into SQL. */
export type Storage =
  /** A plain column. `absent` tells which raw value stands for "there is none". `sqlType` when it is not the type's own. */
  | {
      readonly kind: 'column';
      readonly column: string;
      readonly absent?: 'empty' | 'zero' | 'null';
      /** A text index is over `lower(column)`. */
      readonly textIndex?: true;
      /** Kept in lower case, as ids are. */
      readonly isLower?: true;
      readonly sqlType?: 'UUID' | 'integer';
    }
  /** An Enum8 column shown under other words: store word → shown word. A word that is not shown means absent. */
  | {
      readonly kind: 'enum';
      readonly column: string;
      readonly words: readonly (readonly [stored: string, shown: string])[];
    }
  /** Attributes of events: text and numbers in two maps, tags for the index, promoted columns for some keys. */
  | { readonly kind: 'attribute'; readonly keys: readonly string[]; readonly promoted?: Promoted | undefined }
  /** Resource attributes: a map of words, and promoted columns. */
  | { readonly kind: 'resource'; readonly keys: readonly string[]; readonly promoted?: Promoted | undefined }
  /** A plain map of text in any table. */
  | { readonly kind: 'map'; readonly column: string; readonly keys: readonly string[] }
  /** A JSON list in a column of text. */
  | { readonly kind: 'list'; readonly column: string }
  /**
   * Made of several columns; the name picks the builder in `clickhouse/derived.ts`. `alone`: with those attributes, too, that
   * are in a column of their own alone.
   */
  | { readonly kind: 'derived'; readonly name: DerivedName; readonly alone?: readonly Promoted[] };

export type DerivedName =
  | 'kind'
  | 'status_code'
  | 'errors'
  | 'duration'
  | 'observed_timestamp'
  | 'ingested_at'
  | 'end_time'
  | 'date'
  | 'start_time_ns'
  | 'attributes'
  | 'resource'
  | 'labels'
  | 'hashes'
  | 'summary_parts'
  | 'pattern';

/** A column that holds one attribute, under all its names; an empty text or a zero means absent. */
export interface Promoted {
  readonly column: string;
  readonly keys: readonly string[];
  readonly type: 'text' | 'integer';
  /** The engine makes it of what the map has under these keys: where it has a text, one of them has the same. */
  readonly copyOf?: readonly string[];
}

export interface FieldDef {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly type: Type;
  readonly unit?: Unit;
  readonly description: string;
  readonly storage: Storage;
  /** Searched by a bare string and by `* has`. */
  readonly freeText?: true;
  /** Low cardinality: offered as a facet. */
  readonly facet?: true;
  /** The words it can have, and no others. */
  readonly values?: readonly string[];
  /** The field that has the same as a number. */
  readonly asNumber?: string;
  /** The attribute that it is another name of: where a stage kept attributes as a column, it is found in them. */
  readonly shortFor?: string;
  /** What its members are: it is all attributes of a root at once. */
  readonly members?: AttributeRoot;
  /** Resolvable, and not among the columns of `*`. */
  readonly hidden?: true;
}

/** The column that has all attributes of the row that the field is of; where that row is out of sight, the value comes from it. */
export interface KeptIn {
  readonly bag: Column;
  readonly value: Expr;
}

/** A field of a scanned table as a query refers to it. */
export interface FieldRef {
  /** Canonical name: `duration`, `attributes.http.route`, `resource.service.name`. */
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  readonly type: Type;
  readonly nullable: boolean;
  readonly unit?: Unit | undefined;
  readonly values?: readonly string[] | undefined;
  readonly asNumber?: string | undefined;
  readonly members?: AttributeRoot | undefined;
  readonly storage: Storage;
  /** Where it stands in what was sent: scope and keys, the first key that is there wins. */
  readonly path: { readonly scope: 'root' | 'attributes' | 'resource'; readonly keys: readonly string[] };
  /** Asked for as a member of a column, since a stage hid the table. */
  readonly kept?: KeptIn | undefined;
}
