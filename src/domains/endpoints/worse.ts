// Did an endpoint get significantly worse? Its last half hour against the day before.

export const windowS = 1_800;
export const baselineS = 86_400;
const callsMin = 20;
const baselineCallsMin = 100;
const zMin = 4;
const ratioMin = 2;
const errorShareMin = 0.02;
const slowerNsMin = 50_000_000;
const slowCallsMin = 50;

export interface Calls {
  readonly calls: number;
  readonly errors: number;
  readonly p95Ns: number;
}

export interface Worsening {
  readonly kind: 'errors' | 'latency';
  readonly now: Calls;
  readonly before: Calls;
}

export function worsening(now: Calls, before: Calls): Worsening | undefined {
  if (now.calls < callsMin || before.calls < baselineCallsMin) return undefined;
  const [rate, usual] = [now.errors / now.calls, before.errors / before.calls];
  const pooled = (now.errors + before.errors) / (now.calls + before.calls);
  const sigma = Math.sqrt(pooled * (1 - pooled) * (1 / now.calls + 1 / before.calls));
  // All calls of both failing have no spread, and are no worse than before.
  const z = sigma === 0 ? 0 : (rate - usual) / sigma;
  if (z > zMin && rate >= ratioMin * usual && rate - usual >= errorShareMin) return { kind: 'errors', now, before };
  const slower = now.p95Ns - before.p95Ns;
  if (now.calls >= slowCallsMin && now.p95Ns >= ratioMin * before.p95Ns && slower >= slowerNsMin)
    return { kind: 'latency', now, before };
  return undefined;
}
