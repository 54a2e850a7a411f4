import { z } from 'zod';
import { addJobs, job, scheduledJob } from '../../jobs/job.ts';
import { idOf } from '../notifications/ids.ts';
import { tell } from '../notifications/outbox.ts';
import { targetsOfProject } from '../notifications/targets.ts';
import { selectProject } from '../project/queries.ts';
import { Uuid } from '../types.ts';
import { periodDue, periodOf } from './period.ts';
import { insertReport, reportName, selectReported, selectReportingProjects } from './queries.ts';
import { reportOf } from './report.ts';

const projectsAtOnceMax = 1_000;

/** Makes the report of one project on one day or week, and tells it. */
const makeReport = job({
  name: 'reports.make',
  payload: z.object({ projectId: Uuid, kind: z.enum(['daily', 'weekly']), day: z.iso.date() }),
  queue: () => 'reports.make',
  key: ({ projectId, kind }) => `report ${kind} ${projectId}`,
  priority: 10,
  // Its three counts may take half a minute each.
  deadlineMs: 120_000,
  attemptsMax: 5,
  run: async ({ deps, payload, lease, signal }) => {
    const { projectId, kind, day } = payload;
    const project = await selectProject(deps.sql, projectId);
    if (project === undefined) return;
    const message = await reportOf(deps, project, periodOf(kind, project.time_zone, day), signal);
    await lease.begin(async (tx) => {
      if (!(await insertReport(tx, projectId, kind, day, deps.now()))) return;
      const id = idOf(`report ${projectId} ${kind} ${day}`);
      const told = { projectId, source: { kind: 'report', id }, key: id, message } as const;
      await tell(tx, deps, told, await targetsOfProject(tx, projectId));
    });
  },
});

/** Adds the reports that are to be sent by now, in each project’s own time. */
export const dueReports = scheduledJob({
  name: 'reports.due',
  cron: { at: '*/10 * * * *', backfillMs: 0 },
  deadlineMs: 60_000,
  attemptsMax: 3,
  run: async ({ deps, now, lease, signal }) => {
    for (let after: string | undefined; ;) {
      signal.throwIfAborted();
      const projects = await selectReportingProjects(deps.sql, after, projectsAtOnceMax);
      const due = projects.flatMap(({ id, time_zone, daily_notif, weekly_notif }) =>
        [
          daily_notif ? periodDue('daily', time_zone, now) : null,
          weekly_notif ? periodDue('weekly', time_zone, now) : null,
        ]
          .filter((period) => period !== null)
          .map(({ kind, day }) => ({ projectId: id, kind, day })),
      );
      const reported = await selectReported(deps.sql, due);
      const missing = due.filter((report) => !reported.has(reportName(report)));
      await lease.begin((tx) => addJobs(tx, makeReport, missing, { taken: 'once' }));
      if (projects.length < projectsAtOnceMax) return;
      after = projects.at(-1)?.id;
    }
  },
});

export const reportJobs = [makeReport, dueReports];
