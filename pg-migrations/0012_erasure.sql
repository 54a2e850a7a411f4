-- Projects that were erased: what of them comes to light later is erased, too. Nothing else is ever taken for an orphan.
create table erased_projects (
  id uuid primary key,
  erased_at timestamptz not null
);
create index audit_log_by_age on audit_log (created_at);
create index notifications_by_age on notifications (created_at);
