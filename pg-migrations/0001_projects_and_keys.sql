-- Projects, who may act on them, and what they did.

create table projects (
  id uuid primary key,
  title text not null check (title <> ''),
  description text not null default '',
  payment_plan text not null default 'self_hosted',
  time_zone text not null default 'UTC',
  daily_notif boolean not null default false,
  weekly_notif boolean not null default false,
  endpoint_alerts boolean not null default false,
  error_alerts boolean not null default false,
  notify_emails text[] not null default '{}',
  -- Retention classes: a small fixed set, because each class in use is a partition a day in ClickHouse.
  events_retention_days smallint not null default 30 check (events_retention_days in (3, 7, 14, 30, 90, 395)),
  metrics_retention_days smallint not null default 90 check (metrics_retention_days in (3, 7, 14, 30, 90, 395)),
  replays_retention_days smallint not null default 30 check (replays_retention_days in (3, 7, 14, 30, 90, 395)),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);

create table api_keys (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  title text not null check (title <> ''),
  permission text not null check (permission in ('ingest', 'view', 'edit', 'admin')),
  key_prefix text not null,
  -- Only the hash: the key itself is shown once, when it is made.
  key_sha256 bytea not null unique check (octet_length(key_sha256) = 32),
  active boolean not null default true,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index api_keys_of_project on api_keys (project_id, created_at) where deleted_at is null;

create table audit_log (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- Null when the command line acted.
  key_id uuid,
  request_id text not null,
  action text not null,
  target_kind text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null
);
create index audit_log_of_project on audit_log (project_id, created_at desc, id desc);
