import { groupBy } from '../../lib/group-by.ts';
import { inTurns } from '../../lib/in-turns.ts';
import { beginning } from '../../lib/beginning.ts';
import { storable } from '../../lib/storable.ts';
import type { NewIssue } from './record.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';
import type { ExceptionGroup } from './queries-exceptions.ts';

const eventMessageCharsMax = 1_000;
const fatalSeverity = 21;

interface Seen {
  readonly group: ExceptionGroup;
  readonly fingerprint: Fingerprint;
}

/** What to record of exceptions: those of one fingerprint are one issue. Others get their turn between two long stacks. */
export async function issuesOf(groups: readonly ExceptionGroup[]): Promise<NewIssue[]> {
  const seen: Seen[] = [];
  for await (const group of inTurns(groups, 1)) seen.push({ group, fingerprint: fingerprintOf(group) });
  return [...groupBy(seen, ({ fingerprint }) => fingerprint.hash)].map(([hash, same]) => issueOf(hash, same));
}

function issueOf(hash: string, seen: readonly Seen[]): NewIssue {
  const groups = seen.map(({ group }) => group);
  const { group: newest, fingerprint } = seen.reduce((a, b) => (b.group.lastSeen > a.group.lastSeen ? b : a));
  const { by, culprit } = fingerprint;
  const traceHashes = [...new Set(groups.flatMap((group) => group.traceHashes))];
  const isFatal = groups.some(({ severity }) => severity >= fatalSeverity);
  return {
    type: 'runtime_exception',
    target: hash,
    title: titleOf(newest),
    severity: isFatal ? 'critical' : 'error',
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
    occurrences: groups.reduce((all, { count }) => all + count, 0),
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
      message: storable(beginning(message, eventMessageCharsMax)),
    })),
  };
}

function titleOf({ type, message, stacktrace }: ExceptionGroup): string {
  const said = (message || (type === '' ? stacktrace : '')).trim().split('\n', 1)[0] ?? '';
  return [type, said].filter((part) => part !== '').join(': ') || 'Exception';
}
