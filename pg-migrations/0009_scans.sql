-- How far jobs have read what arrived, and what they found in it.

create table scan_marks (
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  -- By the clock of ClickHouse: what arrived before it has been looked at, but for what was being stored just then.
  at timestamptz not null,
  primary key (project_id, name)
);

-- A batch is stored as a whole or not at all. Those around the mark are remembered, so that none is counted twice.
create table scanned_batches (
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  batch text not null,
  seen_at timestamptz not null,
  primary key (project_id, name, batch)
);

-- Some events of an issue, the newest ones: where to look.
create table issue_events (
  project_id uuid not null,
  issue_id uuid not null,
  event_id uuid not null,
  -- With its nanoseconds, as the API writes it.
  time text not null,
  trace_id text not null default '',
  span_id text not null default '',
  service text not null default '',
  message text not null default '',
  primary key (issue_id, event_id),
  foreign key (project_id, issue_id) references issues (project_id, id) on delete cascade
);
create index issue_events_newest on issue_events (issue_id, time desc, event_id);
