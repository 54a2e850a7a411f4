-- Which process has a body of a sender under way to the store, where several write into it: see src/ingest/claims.ts.
-- Not logged: after a crash of the database processes claim again what they still have.
create unlogged table ingest_claims (
  -- Of the body, as a signed number.
  receipt bigint primary key,
  holder uuid not null,
  until timestamptz not null
);
