create index issue_activity_by_age on issue_activity (created_at);
create index log_pattern_scopes_by_age on log_pattern_scopes (hour);
-- Those that a pattern took over are asked for when it is taken over itself, and when it goes.
create index log_patterns_taken_over on log_patterns (merged_into) where merged_into is not null;
