import { scanJob } from '../scan/job.ts';
import { forgetPatterns } from './forget.ts';
import { learnPatterns } from './learn.ts';
import { judgeNewPatterns } from './news.ts';
import { countToldPatterns } from './told.ts';
import { judgeVolumes } from './volume-news.ts';

/** Groups new log shapes of a project into patterns, and tells of what is new or changes its volume. */
export const minePatternsJob = scanJob('patterns', {
  name: 'patterns.mine',
  deadlineMs: 120_000,
  run: async (call) => {
    await learnPatterns(call);
    await judgeNewPatterns(call);
    await countToldPatterns(call);
    await judgeVolumes(call);
    await forgetPatterns(call);
  },
});
