-- People of a project, and the teams that they are in.

-- A person is known to one project: the same address elsewhere is another user, so that no project learns of another's.
create table users (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  email text not null check (email <> ''),
  first_name text not null default '',
  last_name text not null default '',
  created_at timestamptz not null,
  unique (project_id, id)
);
create unique index users_by_email on users (project_id, lower(email));

create table members (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null,
  permission text not null check (permission in ('view', 'edit', 'admin')),
  created_at timestamptz not null,
  unique (project_id, user_id),
  foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);

create table teams (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null check (name <> ''),
  handle text not null check (handle ~ '^[a-z0-9-]{1,40}$'),
  description text not null default '',
  -- The team of all members: its members are not in team_members.
  is_everyone boolean not null default false,
  notify_emails text[] not null default '{}',
  team_chat_channels text[] not null default '{}',
  community_chat_channels text[] not null default '{}',
  phone_numbers text[] not null default '{}',
  pager_services text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (project_id, id)
);
create unique index teams_by_handle on teams (project_id, handle) where deleted_at is null;
create unique index teams_of_everyone on teams (project_id) where is_everyone;

create table team_members (
  project_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  -- As they were given.
  position integer not null,
  primary key (team_id, user_id),
  foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
  -- Who leaves the project leaves its teams.
  foreign key (project_id, user_id) references members (project_id, user_id) on delete cascade
);
create index team_members_of_user on team_members (project_id, user_id);

insert into teams (id, project_id, name, handle, description, is_everyone, created_at, updated_at)
select gen_random_uuid(), id, '@everyone', 'everyone', 'All members of the project.', true, created_at, created_at
from projects;
