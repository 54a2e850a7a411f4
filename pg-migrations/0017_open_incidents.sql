-- What pagers were told of a source: its end is told to each that heard of its beginning.
create index notifications_of_pagers on notifications (source_id, position) where channel = 'pager';
