-- Filters of values knew those too that have a column of their own, which is what is asked then: a third of their bytes, and of
-- the time in which a unique value is found. A query names the expression to have its indexes used, in `indexHint`, which asks
-- them alone. With a list of keys, as `NOT IN` or as a chain of `!=`, the engine would not know it again: hence a pattern.
ALTER TABLE events{{local}} {{on_cluster}}
    DROP INDEX IF EXISTS ix_value_groups,
    DROP INDEX IF EXISTS ix_value,
    ADD INDEX IF NOT EXISTS ix_attr_groups
        mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), attrs))
        TYPE bloom_filter(0.1) GRANULARITY 64,
    ADD INDEX IF NOT EXISTS ix_attr
        mapValues(mapFilter((k, v) -> NOT match(k, '^(url[.]path|user[.]id|session[.]id|exception[.](message|stacktrace))$'), attrs))
        TYPE bloom_filter(0.01) GRANULARITY 1;

ALTER TABLE events{{local}} {{on_cluster}} MATERIALIZE INDEX ix_attr_groups SETTINGS mutations_sync = 0;
ALTER TABLE events{{local}} {{on_cluster}} MATERIALIZE INDEX ix_attr SETTINGS mutations_sync = 0;
