import { groupBy } from '../../lib/group-by.ts';
import { storable } from '../../lib/storable.ts';
import type { NewIssue } from './record.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { ExceptionGroup } from './queries-exceptions.ts';

const titleCharsMax = 300;
const eventMessageCharsMax = 1_000;
const fatalSeverity = 21;

/** What to record of exceptions: those of one fingerprint are one issue. */
export function issuesOf(groups: readonly ExceptionGroup[]): NewIssue[] {
  return [...groupBy(groups, (group) => fingerprintOf(group).hash)].map(([hash, same]) => issueOf(hash, same));
}

function issueOf(hash: string, groups: readonly ExceptionGroup[]): NewIssue {
  const newest = groups.reduce((a, b) => (b.lastSeen > a.lastSeen ? b : a));
  const { by, culprit } = fingerprintOf(newest);
  const traceHashes = [...new Set(groups.flatMap((group) => group.traceHashes))];
  const isFatal = groups.some(({ severity }) => severity >= fatalSeverity);
  return {
    type: 'runtime_exception',
    target: hash,
    title: titleOf(newest),
    severity: isFatal ? 'critical' : 'error',
    critical: isFatal,
    ...(newest.service === '' ? {} : { service: storable(newest.service) }),
    recommendedAction:
      culprit === ''
        ? 'Look at the traces of its events: the exception came without a stack that shows the application’s own code.'
        : `Look at ${storable(culprit)}, where it was thrown, and at the traces of its events.`,
    data: {
      fingerprint: hash,
      grouped_by: by,
      exception_type: storable(newest.type),
      message: storable(newest.message),
      stacktrace: storable(newest.stacktrace),
      culprit: storable(culprit),
    },
    occurrences: sum(groups.map(({ count }) => count)),
    // Groups can share traces. Where there are more than hashes, those of the largest are the least that it can be.
    traces: { count: Math.max(traceHashes.length, ...groups.map(({ traces }) => traces)), hashes: traceHashes },
    firstSeen: new Date(Math.min(...groups.map(({ firstSeen }) => firstSeen.getTime()))),
    seenAt: newest.lastSeen,
    arrivedAt: new Date(Math.max(...groups.map(({ arrived }) => arrived.getTime()))),
    events: groups.map(({ eventId, time, traceId, spanId, service, message }) => ({
      eventId,
      time,
      traceId,
      spanId,
      service: storable(service),
      message: storable(message.slice(0, eventMessageCharsMax)),
    })),
  };
}

function titleOf({ type, message, stacktrace }: ExceptionGroup): string {
  const said = (message || (type === '' ? stacktrace : '')).trim().split('\n', 1)[0] ?? '';
  const title = [type, said].filter((part) => part !== '').join(': ');
  return storable((title || 'Exception').slice(0, titleCharsMax));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
