/** The candidate that the writer most likely meant: other case, then a small edit distance, then a word cut short. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > wordLengthMax) return undefined;
  const wanted = word.toLowerCase();
  const allowed = wanted.length < 7 ? 1 : 2;
  let best: string | undefined;
  let bestRank = Infinity;
  for (const candidate of candidates) {
    const rank = nearness(wanted, candidate.toLowerCase(), allowed);
    if (rank < bestRank) {
      best = candidate;
      bestRank = rank;
    }
  }
  return best;
}

/** How a sentence goes on that refuses a name, where another one was likely meant. */
export function didYouMean(suggestion: string | null | undefined, suffix = ''): string {
  return suggestion === null || suggestion === undefined ? '' : `; did you mean ${suggestion}${suffix}?`;
}

const wordLengthMax = 100;
const prefixLengthMin = 3;

function nearness(wanted: string, candidate: string, allowed: number): number {
  if (wanted === candidate) return 0;
  const steps = distance(wanted, candidate, allowed);
  if (steps <= allowed) return steps;
  const isCutShort = wanted.length >= prefixLengthMin && candidate.startsWith(wanted);
  return isCutShort ? 10 + candidate.length - wanted.length : Infinity;
}

/** Damerau-Levenshtein distance (adjacent swaps count one), or `max + 1` as soon as it is larger than `max`. */
export function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > max) return max + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? max + 1;
}
