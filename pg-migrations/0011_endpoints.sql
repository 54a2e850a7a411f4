-- Endpoints that were found; what is counted of them is in ClickHouse.
create table endpoints (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- As the spans have it: a decimal number of 64 bits, without a sign.
  hash text not null,
  outgoing boolean not null,
  method text not null,
  host text not null,
  path text not null,
  service text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  archived_at timestamptz,
  -- Whether it was told that it got worse, and did not get better since.
  worse boolean not null default false,
  created_at timestamptz not null,
  unique (project_id, hash)
);
create index endpoints_of_project on endpoints (project_id, outgoing, path, method, id);
