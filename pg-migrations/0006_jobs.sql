-- Workers that live, and jobs that were given up. The queue itself is graphile-worker's schema.

create table job_workers (
  -- The name under which it locks jobs.
  id text primary key,
  host text not null,
  pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

create table parked_jobs (
  -- Of the job in the queue.
  id bigint primary key,
  name text not null,
  project_id uuid,
  payload json not null,
  key text,
  attempts integer not null,
  reason text not null,
  created_at timestamptz not null,
  parked_at timestamptz not null
);
create index parked_jobs_of_project on parked_jobs (project_id, parked_at desc);
