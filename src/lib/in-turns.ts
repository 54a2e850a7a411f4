/**
 * The items, one after the other; after so many of them all others get their turn, so that a long list holds nobody up. Items
 * of very different sizes are counted by these.
 */
export async function* inTurns<T>(
  items: Iterable<T>,
  perTurn: number,
  sizeOf: (item: T) => number = () => 1,
): AsyncGenerator<T> {
  let left = perTurn;
  for (const item of items) {
    yield item;
    left -= sizeOf(item);
    if (left > 0) continue;
    left = perTurn;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
