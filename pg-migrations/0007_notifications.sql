-- What people are told, by which way and with what end; names that one job holds at a time.

-- A name that one attempt at a job holds: as good as the lock of the job in the queue.
create table job_claims (
  name text primary key,
  job_id bigint not null,
  pool_id text not null,
  locked_at timestamptz not null
);
create index job_claims_of_job on job_claims (job_id);

-- The outbox: one row for each thing that is told to one target, written with what it tells of.
create table notifications (
  -- Of what is told and the target: telling the same twice is one row, and receivers see one id on each try.
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- Order in which a target is told.
  position bigint generated always as identity,
  -- Of project, channel and address.
  target text not null,
  channel text not null check (channel in ('email', 'chat', 'webhook', 'pager')),
  address text not null,
  -- What it tells of: a monitor, an issue, a report.
  source_kind text not null check (source_kind in ('monitor', 'issue', 'report', 'digest')),
  source_id uuid not null,
  kind text not null,
  message jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'in_digest')),
  -- The message that told of it among others.
  digest_id uuid,
  attempts integer not null default 0,
  next_at timestamptz not null,
  -- Of the last try.
  status_code integer,
  error text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index notifications_of_project on notifications (project_id, created_at desc, id desc);
create index notifications_to_send on notifications (target, position) where state = 'waiting';
create index notifications_sent on notifications (target, ended_at) where state = 'delivered';
create index notifications_of_digest on notifications (digest_id) where digest_id is not null;

-- Signs the webhooks of a project.
create table webhook_secrets (
  project_id uuid primary key references projects (id) on delete cascade,
  secret text not null,
  created_at timestamptz not null
);

-- One row for each report that was made: none is made twice.
create table reports (
  project_id uuid not null references projects (id) on delete cascade,
  kind text not null check (kind in ('daily', 'weekly')),
  -- The first day it is of, in the project's time zone.
  day date not null,
  created_at timestamptz not null,
  primary key (project_id, kind, day)
);
