-- Issues: one for each thing (`target`) of a type in a project, which opens, is acknowledged, is archived, and may come back.
create table issues (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- Counts from 1 in each project: what people call it.
  seq integer not null,
  type text not null check (type in ('runtime_exception', 'query_alert', 'log_pattern', 'log_pattern_rate_change',
                                     'new_endpoint', 'endpoint_errors')),
  -- What it is about, within its type: a fingerprint, or the id of a monitor, a pattern, an endpoint.
  target text not null check (target <> ''),
  title text not null,
  severity text not null check (severity in ('info', 'warning', 'error', 'critical')),
  critical boolean not null default false,
  service text,
  recommended_action text not null default '',
  data jsonb not null default '{}',
  occurrences bigint not null default 0,
  affected_traces bigint not null default 0,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  acknowledged_at timestamptz,
  -- Null with acknowledged_at set: until it is taken back.
  acknowledged_until timestamptz,
  acknowledged_by uuid,
  archived_at timestamptz,
  -- How often it came back after it was archived.
  regressions integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, seq),
  unique (project_id, type, target),
  unique (project_id, id)
);
create index issues_open on issues (project_id, last_seen desc, id desc) where archived_at is null;
create index issues_of_project on issues (project_id, last_seen desc, id desc);
create index issues_to_reopen on issues (acknowledged_until) where acknowledged_until is not null;

create table issue_counters (
  project_id uuid primary key references projects (id) on delete cascade,
  last_seq integer not null
);

create table issue_activity (
  id uuid primary key,
  project_id uuid not null,
  issue_id uuid not null,
  kind text not null check (kind in ('created', 'regressed', 'acknowledged', 'unacknowledged', 'archived', 'unarchived',
                                     'reopened', 'resolved')),
  -- The key of whoever did it; null when it happened by itself.
  key_id uuid,
  detail jsonb not null default '{}',
  created_at timestamptz not null,
  foreign key (project_id, issue_id) references issues (project_id, id) on delete cascade
);
create index issue_activity_of_issue on issue_activity (issue_id, created_at, id);
