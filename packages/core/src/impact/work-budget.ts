/** A search yields after this many steps, which take a few milliseconds. */
const STEPS_AT_ONCE = 20_000

/** The steps to count for each alert that is visited. */
export const STEPS_PER_ALERT = 10

/**
 * Counts the steps of a long search, so that the search yields after every few milliseconds. A step is the work for one
 * alert, one resource or one relation.
 */
export class WorkBudget {
  #left = STEPS_AT_ONCE

  /** Subtracts steps from the budget. Returns true if the search must yield; the budget is then full again. */
  isSpentBy(steps: number): boolean {
    this.#left -= steps
    if (this.#left > 0) return false
    this.#left = STEPS_AT_ONCE
    return true
  }
}

export interface Chunk<T> {
  readonly items: readonly T[]
  /** The index of the first item in the whole list. */
  readonly first: number
}

/** Divides a list into chunks of at most `size` items. */
export function chunksOf<T>(items: readonly T[], size: number): readonly Chunk<T>[] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => ({
    items: items.slice(index * size, (index + 1) * size),
    first: index * size,
  }))
}
