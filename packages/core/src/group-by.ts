/** Groups items by key. Keys and items keep the order of their first appearance. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) addToList(groups, keyOf(item), item)
  return groups
}

/** Adds an item to the list of a key. */
export function addToList<T, K>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

/** Adds an item to the set of a key. */
export function addToSet<T, K>(sets: Map<K, Set<T>>, key: K, item: T): void {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([item]))
  else set.add(item)
}
