-- How many are open, of a type, of a service: counted for each page of the list, and in the index alone.
drop index issues_open;
create index issues_open on issues (project_id, last_seen desc, id desc)
  include (acknowledged_at, acknowledged_until, type, service) where archived_at is null;
