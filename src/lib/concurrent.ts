/** Runs `work` for each item, at most so many at once; ends with the first that fails. */
export async function allAtMost<T>(
  atOnce: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const line = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, line));
}
