-- Who was told of one thing.
create index notifications_of_source on notifications (source_id, created_at desc, position desc);
