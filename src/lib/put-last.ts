/** A map in the order of its last writes: the oldest goes where there are more than it may hold. */
export function putLast<K, V>(map: Map<K, V>, key: K, value: V, entriesMax: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= entriesMax) break;
    map.delete(oldest);
  }
}
