-- Hashes of the traces that were affected last, so that one whose exceptions come in several pieces is counted once.
alter table issues add column recent_traces bigint[] not null default '{}';
