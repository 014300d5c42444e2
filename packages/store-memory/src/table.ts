import type { Steps } from './access.js'

export interface Identified {
  readonly id: string
}

/**
 * Rows by id, with indexes that are updated at every change. Do not change a stored row in place: put a new row
 * instead.
 */
export class Table<Row extends Identified> {
  readonly #rows = new Map<string, Row>()
  readonly #indexes: Index<Row>[] = []
  readonly #orders: OrderedRows<Row>[] = []
  readonly #counters: ChangeCounter<Row>[] = []
  readonly #undo: UndoLog
  #changes = 0

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  /** Adds an index to an empty table. The index finds a row by each of the keys that `keysOf` returns for it. */
  indexBy(keysOf: (row: Row) => Iterable<string>): Index<Row> {
    const index = new Index(keysOf)
    this.#indexes.push(index)
    return index
  }

  /** Adds a sort order, for reading all rows page by page in this order. */
  orderBy(compare: (left: Row, right: Row) => number): OrderedRows<Row> {
    const order = new OrderedRows(() => this.#rows.values(), compare)
    this.#orders.push(order)
    return order
  }

  /**
   * Adds a counter of changes to an empty table. `keyOf` returns the key under which the changes of a row are counted.
   */
  countBy(keyOf: (row: Row) => string): ChangeCounter<Row> {
    const counter = new ChangeCounter(keyOf)
    this.#counters.push(counter)
    return counter
  }

  get size(): number {
    return this.#rows.size
  }

  /** Changes with every change of the table, and never returns to an earlier value, even after a rollback. */
  get version(): string {
    return String(this.#changes)
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** The rows with one of these ids, without duplicates. */
  getAll(ids: readonly string[]): readonly Row[] {
    return [...new Set(ids)].map((id) => this.#rows.get(id)).filter((row) => row !== undefined)
  }

  rows(): Iterable<Row> {
    return this.#rows.values()
  }

  /** Adds the row, or replaces the stored row with the same id. */
  put(row: Row): void {
    const former = this.#rows.get(row.id)
    this.#undo.record(() => this.#restore(row.id, former))
    this.#restore(row.id, row)
  }

  /** Removes the row with this id, if there is one, and returns it. */
  remove(id: string): Row | undefined {
    const former = this.#rows.get(id)
    if (former === undefined) return undefined
    this.#undo.record(() => this.#restore(id, former))
    this.#restore(id, undefined)
    return former
  }

  #restore(id: string, row: Row | undefined): void {
    this.#changes++
    for (const order of this.#orders) order.forget()
    const former = this.#rows.get(id)
    for (const changed of [former, row])
      if (changed !== undefined) for (const each of this.#counters) each.note(changed)
    if (former !== undefined) for (const index of this.#indexes) index.drop(former)
    if (row === undefined) {
      this.#rows.delete(id)
      return
    }
    this.#rows.set(id, row)
    for (const index of this.#indexes) index.add(row)
  }
}

/** An index of rows by other keys than their id. */
export class Index<Row extends Identified> {
  readonly #rowsByKey = new Map<string, Map<string, Row>>()
  readonly #keysOf: (row: Row) => Iterable<string>

  constructor(keysOf: (row: Row) => Iterable<string>) {
    this.#keysOf = keysOf
  }

  find(key: string): readonly Row[] {
    return [...(this.#rowsByKey.get(key)?.values() ?? [])]
  }

  /** The row with this key. Only for an index in which keys are unique. */
  findOne(key: string): Row | undefined {
    return this.#rowsByKey.get(key)?.values().next().value
  }

  add(row: Row): void {
    for (const key of this.#keysOf(row)) {
      const rows = this.#rowsByKey.get(key)
      if (rows === undefined) this.#rowsByKey.set(key, new Map([[row.id, row]]))
      else rows.set(row.id, row)
    }
  }

  drop(row: Row): void {
    for (const key of this.#keysOf(row)) {
      const rows = this.#rowsByKey.get(key)
      rows?.delete(row.id)
      if (rows?.size === 0) this.#rowsByKey.delete(key)
    }
  }
}

/** Numbers the changes of rows, and stores the number of the last change of each key. */
export class ChangeCounter<Row> {
  readonly #keyOf: (row: Row) => string
  readonly #lastOf = new Map<string, number>()
  #count = 0

  constructor(keyOf: (row: Row) => string) {
    this.#keyOf = keyOf
  }

  /** The number of the last change of any row. */
  get count(): number {
    return this.#count
  }

  note(row: Row): void {
    this.#count++
    this.#lastOf.set(this.#keyOf(row), this.#count)
  }

  /** Returns the keys that have changed after the change with this number. */
  keysSince(count: number): readonly string[] {
    return [...this.#lastOf].flatMap(([key, last]) => (last > count ? [key] : []))
  }
}

/** Rows in a sort order. The rows are sorted when needed; the sorted list is cached until a row changes. */
export class OrderedRows<Row> {
  readonly #source: () => Iterable<Row>
  readonly #compare: (left: Row, right: Row) => number
  #sorted: readonly Row[] | undefined

  constructor(source: () => Iterable<Row>, compare: (left: Row, right: Row) => number) {
    this.#source = source
    this.#compare = compare
  }

  rows(): readonly Row[] {
    this.#sorted ??= [...this.#source()].sort(this.#compare)
    return this.#sorted
  }

  forget(): void {
    this.#sorted = undefined
  }
}

/** Returns the latest of the times of rows; `undefined` if there are no rows. */
export function latestTime<Row>(rows: Iterable<Row>, timeOf: (row: Row) => string): string | undefined {
  let last: string | undefined
  for (const row of rows) if (last === undefined || timeOf(row) > last) last = timeOf(row)
  return last
}

/** Maximum number of changes that one step reverts, which takes a few milliseconds. */
const CHANGES_REVERTED_AT_ONCE = 1_000

/** A list of functions, each of which reverts one change since the last commit. */
export class UndoLog {
  readonly #steps: (() => void)[] = []

  /** The number of changes in the log. Pass it to `rollBackTo` later to revert all later changes. */
  get length(): number {
    return this.#steps.length
  }

  record(step: () => void): void {
    this.#steps.push(step)
  }

  /** Reverts all changes after the first `length` ones, newest first. */
  *rollBackTo(length: number): Steps<void> {
    while (this.#steps.length > length) {
      this.#steps.pop()?.()
      if (this.#steps.length % CHANGES_REVERTED_AT_ONCE === 0) yield
    }
  }

  /** Empties the log, so that the changes can no longer be reverted. */
  forget(): void {
    this.#steps.length = 0
  }
}

/**
 * Returns a deeply frozen copy of plain data. A store can store this copy, and return it without copying it again. A
 * key such as `__proto__` remains an ordinary key.
 */
export function frozenCopy<T>(value: T): T {
  const copy = structuredClone(value)
  const pending: unknown[] = [copy]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue
    Object.freeze(next)
    for (const child of Object.values(next)) if (typeof child === 'object') pending.push(child)
  }
  return copy
}
