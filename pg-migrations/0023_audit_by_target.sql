-- What was done to one thing.
create index audit_log_of_target on audit_log (project_id, target_id, created_at desc, id desc);
