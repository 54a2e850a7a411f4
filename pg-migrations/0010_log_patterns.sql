-- Log patterns: groups of log shapes. An id is never derived from the text, and resolves for ever.
-- Below 2^53: JSON numbers hold every id.
create sequence log_pattern_ids as bigint maxvalue 9007199254740991;
create sequence log_pattern_versions as bigint;

create table log_patterns (
  id bigint primary key,
  project_id uuid not null references projects (id) on delete cascade,
  service text not null,
  -- Of its first shape.
  shape text not null,
  level text not null,
  state text not null default 'new' check (state in ('new', 'acknowledged', 'ignored')),
  tokens jsonb not null,
  separators jsonb not null,
  template text not null,
  sample text not null,
  -- The older pattern that took it over; it is live while this is null.
  merged_into bigint references log_patterns (id) on delete cascade,
  -- When it was decided whether it is news: it was told as an issue, or learnt in silence.
  judged_at timestamptz,
  -- What its volume was last told to be.
  volume text check (volume in ('spike', 'drop')),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project_id, id)
);
create index log_patterns_of_project on log_patterns (project_id, id desc) where merged_into is null;
create index log_patterns_of_scope on log_patterns (project_id, service) where merged_into is null;
create index log_patterns_to_judge on log_patterns (project_id, id) where merged_into is null and judged_at is null;

create table log_pattern_shapes (
  project_id uuid not null,
  service text not null,
  -- A decimal number of 64 bits, without a sign.
  shape text not null,
  pattern_id bigint not null,
  -- Whether it is part of what new shapes are compared with; the tokens are kept of those alone.
  indexed boolean not null,
  tokens jsonb,
  separators jsonb,
  version bigint not null default nextval('log_pattern_versions'),
  -- Whether ClickHouse knows.
  published boolean not null default false,
  primary key (project_id, service, shape),
  foreign key (project_id, pattern_id) references log_patterns (project_id, id) on delete cascade
);
create index log_pattern_shapes_of_pattern on log_pattern_shapes (pattern_id);
create index log_pattern_shapes_to_publish on log_pattern_shapes (project_id) where not published;

-- What a service may still learn in this hour.
create table log_pattern_scopes (
  project_id uuid not null references projects (id) on delete cascade,
  service text not null,
  hour timestamptz not null,
  learnt integer not null,
  -- Shapes that came beyond the bounds in this hour.
  unassigned integer not null,
  primary key (project_id, service)
);
