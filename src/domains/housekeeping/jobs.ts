import { scheduledJob } from '../../jobs/job.ts';
import { eraseLeftovers } from './erase.ts';
import { deleteAged, deleteOrphanClaims, type Aged } from './queries.ts';
import { findMissing } from './self-check.ts';

/** Days that are kept. Telemetry goes by itself: ClickHouse drops what is older than its row's own retention. */
const keptDays: Readonly<Record<Aged, number>> = {
  monitor_evaluations: 90,
  monitor_emissions: 395,
  notifications: 90,
  audit_log: 395,
  share_links: 30, // after their end: until then a link says that it is gone
  parked_jobs: 30,
  reports: 395,
  issues: 395, // the longest retention of events; what somebody acknowledged, and did not archive, stays
  issue_activity: 395, // as what monitors said
  log_pattern_scopes: 90,
  endpoints: 90, // as their names in ClickHouse; what somebody archived stays
  // What was deleted: as long as the audit log, which says what it was.
  monitors: 395,
  dashboards: 395,
  teams: 395,
  api_keys: 395,
};
const dayMs = 86_400_000;
const rowsAtOnceMax = 5_000;
const piecesMax = 1_000;

/** Deletes history that is older than it is kept. */
export const dropAged = scheduledJob({
  name: 'housekeeping.retention',
  cron: { at: '17 * * * *', backfillMs: 3_600_000 },
  queue: () => 'housekeeping',
  priority: 20,
  deadlineMs: 600_000,
  attemptsMax: 3,
  run: async ({ deps, now, signal, log }) => {
    for (const [table, days] of Object.entries(keptDays) as [Aged, number][]) {
      const before = new Date(now.getTime() - days * dayMs);
      let deleted = 0;
      for (let piece = 0; piece < piecesMax; piece++) {
        signal.throwIfAborted();
        const count = await deleteAged(deps.sql, table, before, rowsAtOnceMax);
        deleted += count;
        if (count < rowsAtOnceMax) break;
      }
      if (deleted > 0) log.info({ table, deleted }, 'old rows are deleted');
    }
    await deleteOrphanClaims(deps.sql);
  },
});

/** Deletes what was stored of projects after they were erased. */
const dropLeftovers = scheduledJob({
  name: 'housekeeping.leftovers',
  cron: { at: '41 3 * * *', backfillMs: 86_400_000 },
  queue: () => 'housekeeping',
  priority: 20,
  deadlineMs: 3_600_000,
  attemptsMax: 3,
  run: async ({ deps, log, signal }) => {
    const rows = await eraseLeftovers(deps, signal);
    if (Object.keys(rows).length > 0) log.warn({ rows }, 'rows of erased projects were found, and are deleted');
  },
});

/** Compares what senders were told is stored with what is stored. */
export const selfCheck = scheduledJob({
  name: 'housekeeping.self_check',
  cron: { at: '*/15 * * * *', backfillMs: 0 },
  priority: 10,
  deadlineMs: 120_000,
  attemptsMax: 2,
  run: async ({ deps, log, signal }) => {
    for (const missing of await findMissing(deps, signal))
      log.error({ ...missing }, 'fewer records are stored than were accepted');
  },
});

export const housekeepingJobs = [dropAged, dropLeftovers, selfCheck];
