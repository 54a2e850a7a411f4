// OTLP's messages for protobufjs: an encoder and decoder that shares nothing with ours. Field numbers and types are
// those of opentelemetry-proto 1.x; what tests do not use is left out.

import protobuf from 'protobufjs';

const text = `
syntax = "proto3";
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
  ArrayValue array_value = 5; KeyValueList kvlist_value = 6; bytes bytes_value = 7; } }
message ArrayValue { repeated AnyValue values = 1; }
message KeyValueList { repeated KeyValue values = 1; }
message KeyValue { string key = 1; AnyValue value = 2; }
message InstrumentationScope { string name = 1; string version = 2; repeated KeyValue attributes = 3; uint32 dropped_attributes_count = 4; }
message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }

message LogsData { repeated ResourceLogs resource_logs = 1; }
message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; string schema_url = 3; }
message ScopeLogs { InstrumentationScope scope = 1; repeated LogRecord log_records = 2; string schema_url = 3; }
message LogRecord { fixed64 time_unix_nano = 1; fixed64 observed_time_unix_nano = 11; int32 severity_number = 2; string severity_text = 3;
  AnyValue body = 5; repeated KeyValue attributes = 6; uint32 dropped_attributes_count = 7; fixed32 flags = 8;
  bytes trace_id = 9; bytes span_id = 10; string event_name = 12; }

message TracesData { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; string schema_url = 3; }
message Span { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
  fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; uint32 dropped_attributes_count = 10;
  repeated Event events = 11; uint32 dropped_events_count = 12; repeated Link links = 13; uint32 dropped_links_count = 14; Status status = 15; fixed32 flags = 16;
  message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; uint32 dropped_attributes_count = 4; }
  message Link { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; repeated KeyValue attributes = 4; uint32 dropped_attributes_count = 5; fixed32 flags = 6; }
}
message Status { string message = 2; int32 code = 3; }

message MetricsData { repeated ResourceMetrics resource_metrics = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; string schema_url = 3; }
message ScopeMetrics { InstrumentationScope scope = 1; repeated Metric metrics = 2; string schema_url = 3; }
message Metric { string name = 1; string description = 2; string unit = 3; repeated KeyValue metadata = 12;
  oneof data { Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; ExponentialHistogram exponential_histogram = 10; Summary summary = 11; } }
message Gauge { repeated NumberDataPoint data_points = 1; }
message Sum { repeated NumberDataPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
message Histogram { repeated HistogramDataPoint data_points = 1; int32 aggregation_temporality = 2; }
message ExponentialHistogram { repeated ExponentialHistogramDataPoint data_points = 1; int32 aggregation_temporality = 2; }
message Summary { repeated SummaryDataPoint data_points = 1; }
message NumberDataPoint { repeated KeyValue attributes = 7; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3;
  oneof value { double as_double = 4; sfixed64 as_int = 6; } repeated Exemplar exemplars = 5; uint32 flags = 8; }
message HistogramDataPoint { repeated KeyValue attributes = 9; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4;
  optional double sum = 5; repeated fixed64 bucket_counts = 6; repeated double explicit_bounds = 7; repeated Exemplar exemplars = 8;
  uint32 flags = 10; optional double min = 11; optional double max = 12; }
message ExponentialHistogramDataPoint { repeated KeyValue attributes = 1; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4;
  optional double sum = 5; sint32 scale = 6; fixed64 zero_count = 7; Buckets positive = 8; Buckets negative = 9; uint32 flags = 10;
  repeated Exemplar exemplars = 11; optional double min = 12; optional double max = 13; double zero_threshold = 14;
  message Buckets { sint32 offset = 1; repeated uint64 bucket_counts = 2; } }
message SummaryDataPoint { repeated KeyValue attributes = 7; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; fixed64 count = 4; double sum = 5;
  repeated ValueAtQuantile quantile_values = 6; uint32 flags = 8; message ValueAtQuantile { double quantile = 1; double value = 2; } }
message Exemplar { repeated KeyValue filtered_attributes = 7; fixed64 time_unix_nano = 2; oneof value { double as_double = 3; sfixed64 as_int = 6; }
  bytes span_id = 4; bytes trace_id = 5; }

message WriteRequest { repeated TimeSeries timeseries = 1; repeated MetricMetadata metadata = 3; }
message TimeSeries { repeated Label labels = 1; repeated Sample samples = 2; repeated PromExemplar exemplars = 3; repeated NativeHistogram histograms = 4; }
message NativeHistogram { oneof count { uint64 count_int = 1; double count_float = 2; } double sum = 3; sint32 schema = 4; double zero_threshold = 5;
  oneof zero_count { uint64 zero_count_int = 6; double zero_count_float = 7; } repeated BucketSpan negative_spans = 8; repeated sint64 negative_deltas = 9;
  repeated double negative_counts = 10; repeated BucketSpan positive_spans = 11; repeated sint64 positive_deltas = 12; repeated double positive_counts = 13;
  int32 reset_hint = 14; int64 timestamp = 15; repeated double custom_values = 16; }
message BucketSpan { sint32 offset = 1; uint32 length = 2; }
message Label { string name = 1; string value = 2; }
message Sample { double value = 1; int64 timestamp = 2; }
message PromExemplar { repeated Label labels = 1; double value = 2; int64 timestamp = 3; }
message MetricMetadata { int32 type = 1; string metric_family_name = 2; string help = 4; string unit = 5; }
`;

/** Attributes of texts and whole numbers, as OTLP has them. */
export function keyValues(values: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
}

/** A number as protobuf and snappy write it. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

const parsed = () => protobuf.parse(text, { keepCase: false }).root;
const root = parsed().resolveAll();
/** What is not resolved does not know that lists of numbers are packed. */
const unpacked = parsed();

/** What a signal's request is called, and its parts, outermost first. */
export const otlpMessages = {
  traces: { name: 'TracesData', resources: 'resourceSpans', scopes: 'scopeSpans', records: 'spans' },
  logs: { name: 'LogsData', resources: 'resourceLogs', scopes: 'scopeLogs', records: 'logRecords' },
  metrics: { name: 'MetricsData', resources: 'resourceMetrics', scopes: 'scopeMetrics', records: 'metrics' },
} as const;
export type Signal = keyof typeof otlpMessages;

export type MessageName = 'LogsData' | 'TracesData' | 'MetricsData' | 'WriteRequest';

/** 64-bit numbers as decimal texts, or as plain numbers where they are safe; ids as bytes. */
export function encodeOtlp(name: MessageName, message: object, isPacked = true): Uint8Array {
  const type = (isPacked ? root : unpacked).lookupType(name);
  return type.encode(type.fromObject(message)).finish();
}

export function messageType(name: MessageName): protobuf.Type {
  return root.lookupType(name);
}
