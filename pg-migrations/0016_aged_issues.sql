create index issues_by_age on issues (updated_at);
