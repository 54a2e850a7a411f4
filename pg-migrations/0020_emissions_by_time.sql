-- What was said at a slot of a history, in the days of a report, and what is too old.
create index monitor_emissions_by_time on monitor_emissions (emitted_at, monitor_id);
