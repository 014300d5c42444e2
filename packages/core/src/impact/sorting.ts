import { chunksOf, WorkBudget } from './work-budget.js'

type CompareItems<T> = (one: T, other: T) => number

/** Yields after sorting this many items, which takes less than a millisecond. */
const SORTED_AT_ONCE = 1_000

/** The first `limit` items in the order of `compare`, without sorting all items. Meant for a small `limit`. */
export function firstOf<T>(items: Iterable<T>, limit: number, compare: CompareItems<T>): readonly T[] {
  const first: T[] = []
  for (const item of items) {
    const last = first[limit - 1]
    if (last !== undefined && compare(item, last) > 0) continue
    const at = first.findIndex((other) => compare(item, other) < 0)
    first.splice(at === -1 ? first.length : at, 0, item)
    first.length = Math.min(first.length, limit)
  }
  return first
}

/** Sorts items as `toSorted` does. Yields now and then, so that the caller can let the process do other work. */
export function* sortInSteps<T>(items: readonly T[], compare: CompareItems<T>): Generator<undefined, readonly T[]> {
  let runs: (readonly T[])[] = []
  for (const { items: some } of chunksOf(items, SORTED_AT_ONCE)) {
    runs.push(some.toSorted(compare))
    yield
  }
  const budget = new WorkBudget()
  while (runs.length > 1) {
    const merged: (readonly T[])[] = []
    for (const { items: pair } of chunksOf(runs, 2)) {
      const [one = [], other = []] = pair
      merged.push(yield* mergeSorted([one, other], compare, budget))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergeSorted<T>(
  [one, other]: readonly [readonly T[], readonly T[]],
  compare: CompareItems<T>,
  budget: WorkBudget,
): Generator<undefined, readonly T[]> {
  const merged: T[] = []
  let next = 0
  for (const item of one) {
    for (; next < other.length && compare(other[next] as T, item) < 0; next++) merged.push(other[next] as T)
    merged.push(item)
    if (budget.isSpentBy(1)) yield
  }
  for (; next < other.length; next++) merged.push(other[next] as T)
  return merged
}
