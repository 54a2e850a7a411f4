/** The nearest of `candidates` by edit distance, for a did-you-mean; undefined when none is near enough to be meant. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > wordLengthMax) return undefined;
  let best: string | undefined;
  let bestDistance = word.length < 7 ? 2 : 3;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

const wordLengthMax = 100;

/** Damerau-Levenshtein distance (adjacent swaps count one), or `limit` as soon as it cannot be less. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
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
    }
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(previous[b.length] ?? limit, limit);
}
