/** The monitor that the documents show. */

export const input = {
  title: 'Checkout fails',
  query: 'service == "checkout" and kind == "server" and status_code == "ERROR"',
  alert_threshold: 20,
  warning_threshold: 5,
  trigger_less_than: false,
  check_interval_mins: 1,
  time_window_mins: 5,
  severity: 'critical',
  emails: ['checkout@example.com'],
  team_chat_channels: [],
  teams: [],
} as const;

export const monitor = {
  id: '0198c0de-0000-7000-8000-0000000000f1',
  project_id: '0198c0de-0000-7000-8000-0000000000aa',
  created_at: '2026-01-31T12:00:00Z',
  updated_at: '2026-01-31T12:00:00Z',
  check_interval_mins: 1,
  alert_threshold: 20,
  log_query: input.query,
  log_query_as_sql: 'SELECT count() AS count_ FROM events AS e WHERE …',
  trigger_less_than: false,
  threshold_sustained_for_mins: 0,
  alert_config: {
    title: input.title,
    severity: 'critical',
    subject: input.title,
    message: '',
    emails: ['checkout@example.com'],
    email_all: false,
    team_chat_channels: [],
  },
  visualization_type: 'timeseries',
  teams: [],
  current_status: 'warning',
  current_value: 7,
  notification_count: 1,
  time_window_mins: 5,
  warning_threshold: 5,
  last_evaluated: '2026-01-31T12:34:00Z',
  warning_last_triggered: '2026-01-31T12:31:00Z',
} as const;

export const example = { params: { monitor_id: monitor.id }, result: monitor };
