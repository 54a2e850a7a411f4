-- Minutes of the service map that are to be computed again: the newest first, however many there are.
create table service_map_minutes (
  project_id uuid not null references projects (id) on delete cascade,
  minute timestamptz not null,
  -- Of its spans, what arrived since then is news to the minutes of its callers and of what it calls; null: none of it.
  news_since timestamptz,
  primary key (project_id, minute)
);
