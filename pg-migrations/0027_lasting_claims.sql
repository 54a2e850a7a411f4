-- Claims outlive a crash of the database: what processes have under way then they have after it, and another that asks before
-- they do would store it a second time.
alter table ingest_claims set logged;
