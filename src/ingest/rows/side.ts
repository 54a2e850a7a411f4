// What is learned on the way and stored beside the rows; see clickhouse/0003_catalogues.sql.

import { Block } from './block.ts';
import { kinds } from './events.ts';
import { enumOf } from './types.ts';

export const catalogKinds = { ...kinds, metric: 4 } as const;
const seconds = "DateTime('UTC')";
const nanoseconds = "DateTime64(9, 'UTC')";

/** Counts by value of the low-cardinality columns, exactly those of the batch's event rows. */
export class FacetRows extends Block {
  readonly projectId = this.word('project_id');
  readonly kind = this.u8('kind', enumOf(kinds));
  readonly key = this.word('key');
  readonly bucket = this.u32('bucket', seconds);
  readonly value = this.text('value');
  readonly retention = this.u16('retention_days');
  readonly cnt = this.u64('cnt');

  constructor(day: number, retentionDays: number) {
    super('facets_15m', day, retentionDays);
  }
}

/** `source`: attributes, resource or scope. `type` is one of `valueTypeNames`. */
export class CatalogRows extends Block {
  readonly projectId = this.word('project_id');
  readonly kind = this.u8('kind', enumOf(catalogKinds));
  readonly source = this.word('source');
  readonly key = this.text('key');
  readonly type = this.word('type');
  readonly date = this.u16('day', 'Date');
  readonly retention = this.u16('retention_days');
  readonly cnt = this.u64('cnt');
  readonly firstSeen = this.u32('first_seen', seconds);
  readonly lastSeen = this.u32('last_seen', seconds);
  readonly samples = this.textArray('samples');

  constructor(day: number, retentionDays: number) {
    super('field_catalog', day, retentionDays);
  }
}

/** One example of each shape of a service: the text its shape was taken from. Its partition has no day. */
export class ShapeSampleRows extends Block {
  readonly projectId = this.word('project_id');
  readonly shape = this.u64('shape');
  readonly shapeVersion = this.u8('shape_v');
  readonly service = this.word('service');
  readonly level = this.word('level');
  readonly sample = this.text('sample');
  readonly ts = this.u64('ts', nanoseconds);
  readonly retention = this.u16('retention_days');

  constructor(day: number, retentionDays: number) {
    super('log_shape_samples', day, retentionDays);
  }
}

/** What the `endpoint` of a span means. Its table has no partitions. */
export class EndpointRows extends Block {
  readonly projectId = this.word('project_id');
  readonly endpoint = this.u64('endpoint');
  readonly outgoing = this.u8('outgoing', 'Bool');
  readonly method = this.word('method');
  readonly host = this.text('host');
  readonly path = this.text('path');
  readonly service = this.word('service');
  readonly firstSeen = this.u32('first_seen', seconds);
  readonly lastSeen = this.u32('last_seen', seconds);

  constructor(day: number, retentionDays: number) {
    super('endpoint_names', day, retentionDays);
  }
}
