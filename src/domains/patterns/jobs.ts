import { z } from 'zod';
import { job } from '../../jobs/job.ts';
import { Uuid } from '../types.ts';
import { forgetPatterns } from './forget.ts';
import { learnPatterns } from './learn.ts';
import { judgeNewPatterns } from './news.ts';
import { judgeVolumes } from './volume-news.ts';

export const minePatternsJob = job({
  name: 'patterns.mine',
  summary: 'Groups new log shapes of a project into patterns, and tells of what is new or changes its volume',
  payload: z.object({ projectId: Uuid }),
  queue: ({ projectId }) => `patterns of ${projectId}`,
  key: ({ projectId }) => `patterns of ${projectId}`,
  deadlineMs: 120_000,
  attemptsMax: 5,
  run: async (call) => {
    await learnPatterns(call);
    await judgeNewPatterns(call);
    await judgeVolumes(call);
    await forgetPatterns(call);
  },
});
