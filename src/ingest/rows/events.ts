import { Block } from './block.ts';
import { KeyDictionary } from './keys.ts';
import { enumOf, valueTypes } from './types.ts';

export const kinds = { log: 1, span: 2, event: 3 } as const;
export const spanKinds = { unset: 0, internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
export const statuses = { unset: 0, ok: 1, error: 2 } as const;
export const peerKinds = { none: 0, service: 1, database: 2, messaging: 3, rpc: 4, host: 5 } as const;
const time = "DateTime64(9, 'UTC')";

/** Logs and spans; clickhouse/0001_events.sql says what each column means. */
export class EventRows extends Block {
  readonly projectId = this.word('project_id');
  readonly kind = this.u8('kind', enumOf(kinds));
  readonly ts = this.u64('ts', time);
  readonly id = this.uuid('id');
  readonly retention = this.u16('retention_days');
  /** 1970 where none was sent. */
  readonly observedTs = this.u64('observed_ts', time);

  readonly service = this.word('service');
  readonly env = this.word('env');
  readonly host = this.word('host');
  readonly scopeName = this.word('scope_name');
  readonly scopeVersion = this.word('scope_version');

  /** 1–24; from the text where no number came. */
  readonly severity = this.u8('severity');
  readonly severityText = this.word('severity_text');
  /** TRACE DEBUG INFO WARN ERROR FATAL, or empty. */
  readonly level = this.word('level');
  /** Name of the span, or of the event that a log record tells of. */
  readonly name = this.word('name');
  readonly body = this.text('body');
  readonly bodyType = this.u8('body_type', enumOf(valueTypes));
  readonly shape = this.u64('shape');
  readonly shapeVersion = this.u8('shape_v');

  /** Lower-case hex, or empty. */
  readonly traceId = this.text('trace_id');
  readonly spanId = this.text('span_id');
  readonly parentSpanId = this.text('parent_span_id');
  readonly spanKind = this.u8('span_kind', enumOf(spanKinds));
  readonly status = this.u8('status', enumOf(statuses));
  readonly statusMessage = this.text('status_message');
  readonly durationNs = this.u64('duration_ns');
  readonly traceState = this.text('trace_state');
  readonly flags = this.u32('flags');

  readonly res = this.words('res');
  readonly resTypes = this.typesByKey('res_types', this.res.keys);
  readonly attrKeys = new KeyDictionary();
  readonly attrs = this.texts('attrs', this.attrKeys);
  readonly attrsTypes = this.typesByKey('attrs_types', this.attrKeys);
  readonly meta = this.texts('meta');
  readonly spanEvents = this.text('span_events');
  readonly spanLinks = this.text('span_links');

  readonly excType = this.word('exc_type');
  readonly excMessage = this.text('exc_message');
  readonly excStack = this.text('exc_stack');

  /** 0 where the span is no HTTP request that could be named. */
  readonly endpoint = this.u64('endpoint');
  readonly httpMethod = this.word('http_method');
  readonly httpRoute = this.word('http_route');
  readonly httpStatus = this.u16('http_status');
  readonly dbSystem = this.word('db_system');
  readonly errorType = this.word('error_type');
  readonly userId = this.text('user_id');
  readonly sessionId = this.text('session_id');
  readonly k8sPod = this.word('k8s_pod');
  readonly peer = this.word('peer');
  readonly peerKind = this.u8('peer_kind', enumOf(peerKinds));
  /** Bytes of the record as sent. */
  readonly size = this.u32('size');

  constructor(day: number, retentionDays: number) {
    super('events', day, retentionDays);
  }
}
