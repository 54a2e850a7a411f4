-- Until when the target is let alone: its receiver asked for that with the last try, or gave no answer to it.
alter table notifications add column held_until timestamptz;
