import { groupBy } from '../group-by.js'

/**
 * Merges lists into one list without duplicates, so that the items of each list keep their order. If no list determines
 * the order of two items, the item of the earlier list comes first. If lists contradict each other, earlier lists win
 * where possible.
 */
export function mergeOrders<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const steps = lists.flatMap((list) => list.slice(1).map((item, place) => ({ before: list[place], item })))
  const following = groupBy(steps, ({ before }) => before)
  const waitingFor = new Map(lists.flat().map((item) => [item, 0]))
  const count = (item: T, by: number) => {
    const left = (waitingFor.get(item) ?? 0) + by
    waitingFor.set(item, left)
    return left
  }
  for (const { item } of steps) count(item, 1)
  const merged = new Set<T>()
  const ready = [...waitingFor].flatMap(([item, before]) => (before === 0 ? [item] : [])).reverse()
  for (let item = ready.pop(); item !== undefined; item = ready.pop()) {
    merged.add(item)
    for (const step of following.get(item) ?? []) if (count(step.item, -1) === 0) ready.push(step.item)
  }
  return [...merged, ...[...waitingFor.keys()].filter((item) => !merged.has(item))]
}
