-- A session may have several users, such as before and after a login: each counts, as it was posted. Of rows that are older
-- than the column one is known.
ALTER TABLE replay_sessions{{local}} {{on_cluster}}
  ADD COLUMN IF NOT EXISTS users SimpleAggregateFunction(groupUniqArrayArray(64), Array(Tuple(String, String, String)))
  DEFAULT arrayFilter(one -> one != ('', '', ''), [(user_id, user_email, user_name)]);
-- @cluster
ALTER TABLE replay_sessions {{on_cluster}}
  ADD COLUMN IF NOT EXISTS users SimpleAggregateFunction(groupUniqArrayArray(64), Array(Tuple(String, String, String)));

ALTER TABLE replay_sessions_mv {{on_cluster}} MODIFY QUERY
SELECT c.project_id AS project_id, toDate(c.ts) AS day, c.session_id AS session_id, any(c.retention_days) AS retention_days,
       min(c.ts) AS start, max(c.end_ts) AS end, uniqExactState(c.chunk) AS chunks,
       max(c.user_id) AS user_id, max(c.user_email) AS user_email, max(c.user_name) AS user_name,
       groupUniqArrayIf(64)((c.user_id, c.user_email, c.user_name), (c.user_id, c.user_email, c.user_name) != ('', '', '')) AS users,
       argMinIfState(c.url, c.ts, c.url != '') AS url
FROM replay_chunks{{local}} AS c
GROUP BY project_id, day, session_id;
