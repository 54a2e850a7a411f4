-- Dashboards. The schema column is json, not jsonb: it gives back what it was given, keys in their order.

create table dashboards (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  title text not null check (title <> ''),
  tags text[] not null default '{}',
  teams uuid[] not null default '{}',
  file_path text check (file_path <> ''),
  starred boolean not null default false,
  schema json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index dashboards_of_project on dashboards (project_id, updated_at desc) where deleted_at is null;
create index dashboards_by_title on dashboards (project_id, title, created_at) where deleted_at is null;
create unique index dashboards_by_file_path on dashboards (project_id, file_path) where deleted_at is null;
