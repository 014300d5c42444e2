import type { Table, UndoLog } from './table.js'

interface Expiring {
  readonly id: string
  /** ISO 8601 in UTC with milliseconds. */
  readonly expires: string
}

/**
 * A binary heap that finds expired rows without reading all rows. Each call of `put` adds an entry to the heap. When a
 * row is removed or gets another expiry time, its old entry stays in the heap, and is ignored when it reaches the top.
 */
export class Expiries<Row extends Expiring> {
  readonly #table: Table<Row>
  readonly #undo: UndoLog
  readonly #heap: Expiring[] = []

  constructor(table: Table<Row>, undo: UndoLog) {
    this.#table = table
    this.#undo = undo
  }

  /** Puts a row into the table and its expiry time into the heap. */
  put(row: Row): void {
    this.#table.put(row)
    this.#push({ id: row.id, expires: row.expires })
  }

  /** Removes rows that have expired by `now`, earliest first. Reads at most `steps` entries of the heap. */
  removeExpired(now: string, steps: number): void {
    for (let step = 0; step < steps; step++) {
      const hint = this.#heap[0]
      if (hint === undefined || hint.expires > now) return
      this.#pop()
      this.#undo.record(() => this.#push(hint))
      if (this.#table.get(hint.id)?.expires === hint.expires) this.#table.remove(hint.id)
    }
  }

  #push(hint: Expiring): void {
    const heap = this.#heap
    let at = heap.push(hint) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!this.#isEarlier(at, above)) return
      this.#swap(at, above)
      at = above
    }
  }

  #pop(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    this.#heap[0] = last
    for (let at = 0; ; ) {
      const below = this.#isEarlier(2 * at + 2, 2 * at + 1) ? 2 * at + 2 : 2 * at + 1
      if (!this.#isEarlier(below, at)) return
      this.#swap(at, below)
      at = below
    }
  }

  #isEarlier(one: number, other: number): boolean {
    const [left, right] = [this.#heap[one], this.#heap[other]]
    return left !== undefined && right !== undefined && left.expires < right.expires
  }

  #swap(one: number, other: number): void {
    const [left, right] = [this.#heap[one], this.#heap[other]]
    if (left === undefined || right === undefined) return
    this.#heap[one] = right
    this.#heap[other] = left
  }
}
