-- A body's receipt is in the ids of its events, and was in a column of its own besides, for a byte of each row. Rows have 0 there
-- from now on; of those that were stored before, it is asked for as long as they are young. An id is looked for by its receipt, too:
-- only granules that have something of the same body are read.
ALTER TABLE events{{local}} {{on_cluster}} ADD INDEX IF NOT EXISTS ix_id
    toUInt64(bitOr(bitOr(bitAnd(bitShiftRight(toUInt128(id), 32), 18446462598732840960), bitAnd(bitShiftRight(toUInt128(id), 28), 281406257233920)), bitAnd(bitShiftRight(toUInt128(id), 26), 68719476735)))
    TYPE bloom_filter(0.01) GRANULARITY 1;

ALTER TABLE events{{local}} {{on_cluster}} MATERIALIZE INDEX ix_id SETTINGS mutations_sync = 0;
