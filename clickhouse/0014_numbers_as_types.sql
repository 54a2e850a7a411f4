-- What attributes were numbers is in `attrs_types` from now on, as it is of resources. Their values stood in `attrs_num` besides, for
-- three of a row's hundred bytes, and the query language does not ask for them: a number that was sent as text is compared as one,
-- too, so that texts are what is read. Rows that were stored before have them there still.
ALTER TABLE events{{local}} {{on_cluster}} DROP INDEX IF EXISTS ix_nkeys;
