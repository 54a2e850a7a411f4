-- Shapes that new ones are compared with, of which a service has few; and patterns in one state, for their list.
create index log_pattern_shapes_indexed on log_pattern_shapes (project_id, service, pattern_id) where indexed;
create index log_patterns_by_state on log_patterns (project_id, state, id desc) where merged_into is null;
