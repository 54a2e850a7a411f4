/** Lines of two texts as a person compares them: ` ` in both, `-` only in the first, `+` only in the second; long equal parts are left out. */

const contextLines = 2;
const cellsMax = 4_000_000;

export function lineDiff(before: string, after: string): string[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const middle = compared(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const same = (lines: readonly string[]) => lines.map((line) => ` ${line}`);
  return shortened([...same(a.slice(0, head)), ...middle, ...same(a.slice(a.length - tail))]);
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** By the longest common subsequence; where that would be too much work, all of the one and then all of the other. */
function compared(a: readonly string[], b: readonly string[]): string[] {
  const width = b.length + 1;
  if ((a.length + 1) * width > cellsMax) return [...a.map((line) => `-${line}`), ...b.map((line) => `+${line}`)];
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? 1 + (lengths[(i + 1) * width + j + 1] ?? 0)
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const below = lengths[(i + 1) * width + j] ?? 0;
    const right = lengths[i * width + j + 1] ?? 0;
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(` ${a[i++]}`);
      j++;
    } else if (j >= b.length || (i < a.length && below >= right)) lines.push(`-${a[i++]}`);
    else lines.push(`+${b[j++]}`);
  }
  return lines;
}

function shortened(lines: readonly string[]): string[] {
  const kept = lines.map((_, at) =>
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some((line) => !line.startsWith(' ')),
  );
  return lines.flatMap((line, at) => {
    if (kept[at]) return [line];
    return at > 0 && kept[at - 1] && kept.indexOf(true, at) > 0 ? [' …'] : [];
  });
}
