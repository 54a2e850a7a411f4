-- How many events there were by level, whatever else they were: what is asked for most, and over the longest ranges. Of a week a
-- fifth to a tenth of the rollup's rows are read, however many services there are. It is a projection, since that is never out of step
-- with its table, whoever writes: a table of its own would have to be filled once while others insert.
ALTER TABLE events_1m{{local}} {{on_cluster}} MODIFY SETTING deduplicate_merge_projection_mode = 'rebuild';

ALTER TABLE events_1m{{local}} {{on_cluster}} ADD PROJECTION IF NOT EXISTS levels
    (SELECT project_id, kind, bucket, level, sum(cnt), sum(errors) GROUP BY project_id, kind, bucket, level);

ALTER TABLE events_1m{{local}} {{on_cluster}} MATERIALIZE PROJECTION levels SETTINGS mutations_sync = 0;
