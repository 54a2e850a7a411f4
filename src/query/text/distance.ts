/** Damerau-Levenshtein distance (adjacent transpositions count one), or `max + 1` as soon as it is larger than `max`. */
export const distance = (a: string, b: string, max: number): number => {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
      least = Math.min(least, best);
    }
    if (least > max) return max + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? max + 1;
};

const suggestedNameMax = 64;

/** The candidate that the writer most likely meant: other case, then a prefix, then a small distance; or null. */
export const suggest = (name: string, candidates: Iterable<string>): string | null => {
  if (name.length > suggestedNameMax) return null;
  const wanted = name.toLowerCase();
  const allowed = wanted.length < 7 ? 1 : 2;
  let best: string | null = null;
  let bestRank = Infinity;
  for (const candidate of candidates) {
    const rank = nearness(wanted, candidate.toLowerCase(), allowed);
    if (rank < bestRank) {
      best = candidate;
      bestRank = rank;
    }
  }
  return best;
};

const nearness = (wanted: string, candidate: string, allowed: number): number => {
  if (wanted === candidate) return 0;
  const steps = distance(wanted, candidate, allowed);
  if (steps <= allowed) return steps;
  // 'attribute' for 'attributes' is a distance already; a prefix of three letters or more is a word cut short.
  if (wanted.length >= 3 && candidate.startsWith(wanted)) return 10 + candidate.length - wanted.length;
  return Infinity;
};

export const didYouMean = (suggestion: string | null, suffix = ''): string =>
  suggestion === null ? '' : `; did you mean ${suggestion}${suffix}?`;
