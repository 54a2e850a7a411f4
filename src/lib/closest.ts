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

/** Damerau-Levenshtein distance (adjacent swaps count one), or more than `max` where it is larger; `max` is a small number. */
export function distance(a: string, b: string, max: number): number {
  return Math.abs(a.length - b.length) > max ? max + 1 : distanceFrom(a, 0, b, 0, max);
}

/** What is alike costs nothing: only where texts differ is there a choice of what was done. */
function distanceFrom(a: string, atA: number, b: string, atB: number, max: number): number {
  let [i, j] = [atA, atB];
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i++;
    j++;
  }
  if (i === a.length || j === b.length) return Math.max(a.length - i, b.length - j);
  if (max === 0) return 1;
  const isSwapped = a[i] === b[j + 1] && a[i + 1] === b[j];
  return (
    1 +
    Math.min(
      distanceFrom(a, i + 1, b, j + 1, max - 1),
      distanceFrom(a, i + 1, b, j, max - 1),
      distanceFrom(a, i, b, j + 1, max - 1),
      isSwapped ? distanceFrom(a, i + 2, b, j + 2, max - 1) : max,
    )
  );
}
