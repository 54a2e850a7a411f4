// What a benchmark promises: every goal is counted, the failing ones are printed, the last line sums up.

export interface Goal {
  name: string;
  value: number;
  goal: number;
  /** Whether the value must be at least, or at most, the goal. */
  is: 'at least' | 'at most';
}

/** To two places, as it is printed. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

export const goals = { passed: 0, failed: 0 };

export function judge(list: readonly Goal[], print: (line: string) => void = console.log): void {
  for (const { name, value, goal, is } of list) {
    const holds = is === 'at least' ? value >= goal : value <= goal;
    if (holds) goals.passed++;
    else {
      goals.failed++;
      print(`FAILED ${name}: ${Number(value.toPrecision(3))}, goal ${is} ${goal}`);
    }
  }
  print(`${goals.passed} passed, ${goals.failed} failed`);
}
