-- Monitors: what is watched, where each stands, what each check found, and what was to be told.

create table monitors (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  title text not null check (title <> ''),
  severity text not null check (severity in ('info', 'warning', 'error', 'critical')),
  -- Null: the title.
  subject text,
  message text not null,
  emails text[] not null,
  email_all boolean not null,
  team_chat_channels text[] not null,
  teams uuid[] not null,
  log_query text not null,
  -- The statement of a check as it was when the query was last written; a check that ran leaves its own in monitor_states.
  log_query_as_sql text not null,
  visualization_type text not null,
  trigger_less_than boolean not null,
  alert_threshold double precision not null,
  warning_threshold double precision,
  alert_recovery_threshold double precision,
  warning_recovery_threshold double precision,
  threshold_sustained_for_mins integer not null check (threshold_sustained_for_mins >= 0),
  check_interval_mins integer not null check (check_interval_mins >= 1),
  time_window_mins integer not null check (time_window_mins >= check_interval_mins),
  renotify_interval_mins integer check (renotify_interval_mins >= 1),
  stop_after_count integer check (stop_after_count >= 1),
  -- Counts the edits of what a value is judged by; edits of anything else leave it.
  rule_revision integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  muted_until timestamptz,
  deactivated_at timestamptz,
  deleted_at timestamptz,
  unique (project_id, id)
);
create index monitors_of_project on monitors (project_id, created_at, id) where deleted_at is null;
create index monitors_by_title on monitors (project_id, title, created_at, id) where deleted_at is null;
create index monitors_that_run on monitors (id) where deleted_at is null and deactivated_at is null;

-- The state machine's own memory, one row for each monitor.
create table monitor_states (
  project_id uuid not null,
  monitor_id uuid primary key,
  status text not null default 'normal' check (status in ('normal', 'warning', 'alerting')),
  warning_since timestamptz,
  alert_since timestamptz,
  no_data_run integer not null default 0,
  error_run integer not null default 0,
  error_told boolean not null default false,
  seen boolean not null default false,
  rule_revision integer not null default 0,
  notified text not null default 'normal' check (notified in ('normal', 'warning', 'alerting')),
  reason text check (reason in ('no_data', 'manual', 'deactivated', 'deleted')),
  last_emit timestamptz,
  notification_count integer not null default 0,
  alerted boolean not null default false,
  last_slot timestamptz,
  current_value double precision,
  alert_last_triggered timestamptz,
  warning_last_triggered timestamptz,
  episode integer not null default 0,
  sequence integer not null default 0,
  -- Of the last check that ran: its slot, and its statement.
  last_evaluated timestamptz,
  last_sql text,
  foreign key (project_id, monitor_id) references monitors (project_id, id) on delete cascade
);

-- What each check found: one row for each slot, whoever runs it and however often.
create table monitor_evaluations (
  project_id uuid not null,
  monitor_id uuid not null,
  slot timestamptz not null,
  result text not null check (result in ('value', 'no_data', 'error', 'gap')),
  value double precision,
  -- The group that the value is of, where there are groups.
  group_name text,
  status text not null check (status in ('normal', 'warning', 'alerting')),
  -- Judged late, after an outage.
  replayed boolean not null default false,
  duration_ms integer not null,
  error text,
  evaluated_at timestamptz not null,
  primary key (monitor_id, slot),
  foreign key (project_id, monitor_id) references monitors (project_id, id) on delete cascade
);
create index monitor_evaluations_by_age on monitor_evaluations (evaluated_at);

-- What the state machine said that people are to be told, in its order; deliveries refer to it.
create table monitor_emissions (
  project_id uuid not null,
  monitor_id uuid not null,
  sequence integer not null,
  episode integer not null,
  kind text not null check (kind in ('ALERT', 'WARNING', 'RECOVERED', 'REMINDER', 'EVAL_ERROR', 'EVAL_RESTORED')),
  status text not null check (status in ('normal', 'warning', 'alerting')),
  reason text check (reason in ('no_data', 'manual', 'deactivated', 'deleted')),
  stale boolean not null,
  value double precision,
  group_name text,
  emitted_at timestamptz not null,
  primary key (monitor_id, sequence),
  foreign key (project_id, monitor_id) references monitors (project_id, id) on delete cascade
);
