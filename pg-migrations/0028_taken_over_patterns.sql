-- Ids of patterns that others took over stand in queries: ClickHouse learns where they lead to as it learns the pattern of
-- a shape. They are kept like shapes of no service: a shape is a hash of 64 bits, and ids are counted from one.
insert into log_pattern_shapes (project_id, service, shape, pattern_id, indexed)
select project_id, '', id::text, merged_into, false from log_patterns where merged_into is not null
on conflict do nothing;
