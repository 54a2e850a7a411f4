import { Block } from './block.ts';
import { KeyDictionary } from './keys.ts';

export const kindType = "Enum8('log' = 1, 'span' = 2, 'event' = 3)";
export const kinds = { log: 1, span: 2, event: 3 } as const;
export const statuses = { unset: 0, ok: 1, error: 2 } as const;
export const bodyTypes = { n: 0, s: 1, j: 2, i: 3, d: 4, b: 5, y: 6 } as const;

const spanKindType = "Enum8('unset' = 0, 'internal' = 1, 'server' = 2, 'client' = 3, 'producer' = 4, 'consumer' = 5)";
const statusType = "Enum8('unset' = 0, 'ok' = 1, 'error' = 2)";
const bodyTypeType = "Enum8('n' = 0, 's' = 1, 'j' = 2, 'i' = 3, 'd' = 4, 'b' = 5, 'y' = 6)";
const time = "DateTime64(9, 'UTC')";

/** Logs and spans. What each column means stands in clickhouse/0001_events.sql. */
export class EventRows extends Block {
  readonly projectId = this.word('project_id');
  readonly kind = this.u8('kind', kindType);
  readonly ts = this.u64('ts', time);
  readonly id = this.uuid('id');
  readonly retention = this.u16('retention_days');
  readonly receipt = this.u64('receipt');
  readonly observedOffset = this.u64('observed_offset_ns', 'Int64');
  readonly recordBytes = this.u32('bytes');

  readonly service = this.word('service');
  readonly env = this.word('env');
  readonly host = this.word('host');
  readonly scopeName = this.word('scope_name');
  readonly scopeVersion = this.word('scope_version');
  readonly scopeAttrs = this.text('scope_attrs');
  readonly schemaUrl = this.word('schema_url');

  readonly severity = this.u8('severity');
  readonly severityText = this.word('severity_text');
  readonly level = this.word('level');
  readonly name = this.word('name');
  readonly body = this.text('body');
  readonly bodyType = this.u8('body_type', bodyTypeType);
  readonly shape = this.u64('shape');
  readonly shapeVersion = this.u8('shape_v');

  readonly traceId = this.text('trace_id');
  readonly spanId = this.text('span_id');
  readonly parentSpanId = this.text('parent_span_id');
  readonly flags = this.u32('flags');
  readonly spanKind = this.u8('span_kind', spanKindType);
  readonly status = this.u8('status', statusType);
  readonly statusMessage = this.text('status_message');
  readonly durationNs = this.u64('duration_ns');
  readonly traceState = this.text('trace_state');
  readonly endpoint = this.u64('endpoint');

  readonly res = this.words('res');
  readonly resTypes = this.word('res_types');
  private readonly attrKeys = new KeyDictionary();
  readonly attrs = this.texts('attrs', this.attrKeys);
  readonly attrsNum = this.doublesByKey('attrs_num', this.attrKeys);
  readonly attrTypes = this.word('attr_types');
  readonly dropped = this.text('dropped');
  readonly spanEvents = this.text('span_events');
  readonly spanLinks = this.text('span_links');

  readonly exceptionType = this.word('exception_type');
  readonly exceptionMessage = this.text('exception_message');
  readonly exceptionStack = this.text('exception_stack');

  constructor(day: number, retentionDays: number) {
    super('events', day, retentionDays);
  }
}
