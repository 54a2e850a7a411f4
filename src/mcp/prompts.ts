import { z } from 'zod';

export interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly args: z.ZodObject;
  readonly text: (args: Readonly<Record<string, string | undefined>>) => string;
}

export const prompts: readonly Prompt[] = [
  {
    name: 'triage_alert',
    description: 'Find out why a monitor alerts, and what to do about it.',
    args: z.object({ monitor_id: z.string().describe('The monitor that alerts.') }),
    text: ({ monitor_id }) =>
      `The monitor ${monitor_id} alerts. Get it with get_monitor and its past with get_monitor_history. Run its query with get_metrics over the last hours to see when it began. ` +
      'Then use compare_ranges for the hour before and the hour after that, find_error_patterns for what fails, and explain_trace on a trace of the worst pattern. ' +
      'Answer with: what happens, since when, which service and change it most likely comes from, the evidence, and what to do now.',
  },
  {
    name: 'investigate_trace',
    description: 'Explain why a trace was slow or failed.',
    args: z.object({ trace_id: z.string().describe('32 hexadecimal digits.') }),
    text: ({ trace_id }) =>
      `Investigate the trace ${trace_id}. Call explain_trace; for each failing span, and for the one with the most time of its own, look at its logs and at event_context. ` +
      'With search_events see whether other traces of the same operation look alike. Answer with the cause, the evidence and how common it is.',
  },
  {
    name: 'write_monitor',
    description: 'Write a monitor for something that should not happen.',
    args: z.object({ goal: z.string().describe('What should be noticed, in plain words.') }),
    text: ({ goal }) =>
      `Write a monitor for this: ${goal}. Read colonnade://query-language and colonnade://fields, find real events it is about with search_events, and write a query that measures it. ` +
      'Try it with draft_monitor over as long a time as its 120 checks reach; choose thresholds that would have told of real trouble and of nothing else. Show the draft and what it would have done; create it with create_monitor only when I say so.',
  },
];
