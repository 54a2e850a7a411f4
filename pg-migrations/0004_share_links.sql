-- Links that show one event, its trace and its replay to anyone who has them, until they expire or are revoked.

create table share_links (
  -- A random (version 4) UUID: the link is the secret.
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  event_id uuid not null,
  -- With nanoseconds, as text: timestamptz ends at microseconds.
  event_time text not null,
  event_type text not null check (event_type in ('request', 'log', 'span')),
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index share_links_of_project on share_links (project_id, created_at desc);
