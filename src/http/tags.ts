/** The chapters of the API reference, in their order. */
export const tags = {
  Events: 'Logs and spans: search, follow, export, one at a time, whole traces.',
  Metrics: 'Charts, tables and numbers from events and metrics.',
  Schema: 'The fields there are, and the values they have.',
  Query: 'What a query means, and help with writing one.',
  'Service map': 'Who calls whom.',
  'Session replay': 'Recordings of what people saw and did.',
  'Share links': 'One event for somebody without a login.',
  Monitors: 'Queries with thresholds that tell when something is wrong.',
  Notifications: 'What was sent, to whom, and how it went.',
  Dashboards: 'Charts side by side, as records or as YAML.',
  Issues: 'What needs somebody’s attention, once each.',
  'Log patterns': 'Log lines that differ in their values only, counted together.',
  Endpoints: 'The HTTP endpoints that were seen in traffic.',
  Ingest: 'Ways in besides OTLP, and what became of what was sent.',
  Project: 'The project of a key, and its settings.',
  'API keys': 'Keys and what they may do.',
  Teams: 'Whom to tell, together.',
  Members: 'People and what they may do.',
  Audit: 'Who changed what, and when.',
  Jobs: 'What runs in the background.',
  MCP: 'The same API for agents.',
} as const;

export type Tag = keyof typeof tags;
