-- Since when a monitor is not normal: whoever is told of it later, or of its end, is told that too.
alter table monitor_states add column began timestamptz;
