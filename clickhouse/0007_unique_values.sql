-- A value that few rows have is in no text index (see attr_tags): it is looked for in a filter for each granule. Of the filters
-- before one in a hundred said yes by mistake, and its granule of attributes was unpacked for nothing: most of such a
-- search in a large table. One in a thousand takes a hundredth more of a row's bytes. It has a name of its own, since the files
-- of the other one stay in their parts until those are written again, which is done in the background.
ALTER TABLE events{{local}} {{on_cluster}}
    DROP INDEX IF EXISTS ix_vals,
    ADD INDEX IF NOT EXISTS ix_values mapValues(attrs) TYPE bloom_filter(0.001) GRANULARITY 1;

ALTER TABLE events{{local}} {{on_cluster}} MATERIALIZE INDEX ix_values SETTINGS mutations_sync = 0;
