import { spanContext } from './events.ts';
import type { FieldDef } from './field.ts';
import type { AttributeRoot, TableDef } from './table.ts';

const labels: AttributeRoot = { root: 'attributes', kind: 'map', column: 'attrs', promoted: [] };
const resource: AttributeRoot = { root: 'resource', kind: 'map', column: 'res', promoted: [] };

/** One row is one point of one series: labels come from the series, the value from the points. */
const fields: readonly FieldDef[] = [
  {
    name: 'timestamp',
    type: 'datetime',
    description: 'Time of the point.',
    storage: { kind: 'column', column: 'ts' },
  },
  {
    name: 'metric_name',
    aliases: ['metric'],
    type: 'string',
    description: 'Name of the metric.',
    storage: { kind: 'column', column: 'metric' },
    facet: true,
  },
  {
    name: 'metric_type',
    type: 'string',
    description: 'GAUGE, SUM, HISTOGRAM, EXPONENTIAL_HISTOGRAM or SUMMARY.',
    storage: {
      kind: 'enum',
      column: 'type',
      words: [
        ['gauge', 'GAUGE'],
        ['sum', 'SUM'],
        ['histogram', 'HISTOGRAM'],
        ['exp_histogram', 'EXPONENTIAL_HISTOGRAM'],
        ['summary', 'SUMMARY'],
      ],
    },
    values: ['GAUGE', 'SUM', 'HISTOGRAM', 'EXPONENTIAL_HISTOGRAM', 'SUMMARY'],
  },
  {
    name: 'metric_unit',
    type: 'string',
    description: 'Unit of the metric.',
    storage: { kind: 'column', column: 'unit', absent: 'empty' },
  },
  {
    name: 'metric_description',
    type: 'string',
    description: 'What the metric says.',
    storage: { kind: 'column', column: 'description', absent: 'empty' },
  },
  {
    name: 'value',
    type: 'real',
    description: 'Value of a gauge or a sum; of a distribution its mean.',
    storage: { kind: 'column', column: 'value', absent: 'null' },
  },
  {
    name: 'value_int',
    type: 'long',
    description: 'The value as an integer.',
    storage: { kind: 'column', column: 'value_int', absent: 'null' },
  },
  {
    name: 'distribution_count',
    type: 'real',
    description: 'Number of measurements in a distribution.',
    storage: { kind: 'column', column: 'dist_count', absent: 'null' },
  },
  {
    name: 'distribution_sum',
    type: 'real',
    description: 'Sum of the measurements in a distribution.',
    storage: { kind: 'column', column: 'dist_sum', absent: 'null' },
  },
  {
    name: 'distribution_min',
    type: 'real',
    description: 'Smallest measurement in a distribution.',
    storage: { kind: 'column', column: 'dist_min', absent: 'null' },
  },
  {
    name: 'distribution_max',
    type: 'real',
    description: 'Largest measurement in a distribution.',
    storage: { kind: 'column', column: 'dist_max', absent: 'null' },
  },
  {
    name: 'quantiles',
    type: 'dynamic',
    description: 'What a summary says of its measurements: quantile → value, as in `quantiles["0.99"]`.',
    storage: { kind: 'column', column: 'quantiles', absent: 'null' },
  },
  {
    name: 'service',
    aliases: ['service_name', 'service.name'],
    type: 'string',
    description: 'The service that sent it (resource.service.name).',
    storage: { kind: 'column', column: 'service', absent: 'empty' },
    facet: true,
  },
  {
    name: 'environment',
    aliases: ['env'],
    type: 'string',
    description: 'Deployment environment.',
    storage: { kind: 'column', column: 'env', absent: 'empty' },
    facet: true,
    hidden: true,
  },
  {
    name: 'scope_name',
    aliases: ['scope.name'],
    type: 'string',
    description: 'Instrumentation scope.',
    storage: { kind: 'column', column: 'scope_name', absent: 'empty' },
    hidden: true,
  },
  {
    name: 'attributes',
    type: 'dynamic',
    description: 'Labels of the series.',
    storage: { kind: 'derived', name: 'labels' },
    members: labels,
  },
  {
    name: 'resource',
    type: 'dynamic',
    description: 'What is known of the sender.',
    storage: { kind: 'derived', name: 'resource' },
    members: resource,
  },
  {
    name: 'series_id',
    type: 'long',
    description: 'The series: one metric with one set of labels.',
    storage: { kind: 'column', column: 'series_id', sqlType: 'integer' },
    hidden: true,
  },
  {
    name: 'value_rise',
    type: 'real',
    description: 'Rise of the value since the point before.',
    storage: { kind: 'column', column: 'value_rise', absent: 'null' },
    hidden: true,
  },
  {
    name: 'count_rise',
    type: 'real',
    description: 'Rise of the count of a distribution.',
    storage: { kind: 'column', column: 'count_rise', absent: 'null' },
    hidden: true,
  },
  {
    name: 'sum_rise',
    type: 'real',
    description: 'Rise of the sum of a distribution.',
    storage: { kind: 'column', column: 'sum_rise', absent: 'null' },
    hidden: true,
  },
  {
    name: 'bucket_hi',
    type: 'dynamic',
    description: 'Upper bounds of the buckets.',
    storage: { kind: 'column', column: 'bucket_hi', absent: 'null' },
    hidden: true,
  },
  {
    name: 'bucket_lo',
    type: 'dynamic',
    description: 'Lower bounds of the buckets.',
    storage: { kind: 'column', column: 'bucket_lo', absent: 'null' },
    hidden: true,
  },
  {
    name: 'bucket_n',
    type: 'dynamic',
    description: 'Counts of the buckets since the point before.',
    storage: { kind: 'column', column: 'bucket_n', absent: 'null' },
    hidden: true,
  },
];

/** One row is one measurement that stands for others in a point, with the trace it was made in. */
const exemplarFields: readonly FieldDef[] = [
  {
    name: 'timestamp',
    type: 'datetime',
    description: 'Time of the measurement.',
    storage: { kind: 'column', column: 'ts' },
  },
  {
    name: 'metric_name',
    aliases: ['metric'],
    type: 'string',
    description: 'Name of the metric.',
    storage: { kind: 'column', column: 'metric' },
  },
  {
    name: 'value',
    type: 'real',
    description: 'What was measured.',
    storage: { kind: 'column', column: 'value' },
  },
  ...spanContext,
  {
    name: 'attributes',
    type: 'dynamic',
    description: 'What was sent with the measurement, and is no label of its series.',
    storage: { kind: 'derived', name: 'labels' },
    members: labels,
  },
  {
    name: 'series_id',
    type: 'long',
    description: 'The series of `metrics` that it is an example of.',
    storage: { kind: 'column', column: 'series_id', sqlType: 'integer' },
  },
];

export const exemplarTable: TableDef = {
  name: 'exemplars',
  physical: 'metric_exemplars',
  alias: 'x',
  time: { column: 'ts', field: 'timestamp' },
  fields: exemplarFields,
  roots: [labels],
  listed: ['timestamp', 'metric_name', 'value', 'trace_id', 'span_id', 'attributes'],
  series: 'series_id',
  realDivision: true,
};

export const metricTables: readonly TableDef[] = [
  {
    name: 'metrics',
    aliases: ['telemetry.metrics', 'otlp_metrics'],
    physical: 'metrics',
    alias: 'm',
    time: { column: 'ts', field: 'timestamp' },
    fields,
    roots: [labels, resource],
    listed: ['timestamp', 'metric_name', 'metric_type', 'metric_unit', 'value', 'service', 'attributes'],
    series: 'series_id',
    realDivision: true,
    metrics: true,
  },
];
