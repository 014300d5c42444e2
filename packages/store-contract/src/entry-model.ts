import { compareNames, type Page, type StoreParts } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Model, runAgainstModel, type Step } from './model-run.js'
import type { OpenedStore, StoreHarness } from './store-harness.js'

/** A row that is always saved as a whole. `EntrySubject.idOf` returns its id. */
interface Entry {
  readonly name: string
}

/** The calls to test for one kind of rows, such as catalog entries. */
export interface EntrySubject<Row extends Entry> {
  readonly idOf: (row: Row) => string
  /** Generates a row. There are only a few ids and names, so that calls often affect the same rows. */
  readonly any: fc.Arbitrary<Row>
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly save: (parts: StoreParts, rows: readonly Row[]) => Promise<void>
  readonly delete: (parts: StoreParts, ids: readonly string[]) => Promise<number>
  readonly read: (parts: StoreParts, id: string) => Promise<Row | undefined>
  readonly find: (parts: StoreParts, ids: readonly string[]) => Promise<readonly Row[]>
  readonly list: (parts: StoreParts, query: EntryQuery) => Promise<Page<Row>>
  readonly compare: (left: Row, right: Row) => number
  /**
   * Makes the calls that only read, and compares their answers with `all`, the list of the expected rows in the default
   * order.
   */
  readonly ask: (parts: StoreParts, all: readonly Row[]) => Promise<void>
  /** Makes a call that changes the rows with these ids. `changed` returns the row that is expected after the call. */
  readonly change: (parts: StoreParts, ids: readonly string[]) => Promise<void>
  readonly changed: (row: Row, ids: readonly string[]) => Row
  readonly peekIds: (peek: OpenedStore['peek']) => Promise<readonly string[]>
}

interface EntryQuery {
  readonly filters: { readonly name?: readonly string[] }
  readonly sort: undefined
  readonly page: number
  readonly pageSize: number
}

/** Compares a store with a plain map after any sequence of calls. */
export async function runEntryModel<Row extends Entry>(
  harness: StoreHarness,
  subject: EntrySubject<Row>,
): Promise<void> {
  await runAgainstModel(harness, anyStep(subject), () => new EntryModel(subject, []))
}

class EntryModel<Row extends Entry> implements Model<EntryModel<Row>> {
  readonly #subject: EntrySubject<Row>
  readonly #rows: Map<string, Row>

  constructor(subject: EntrySubject<Row>, rows: readonly Row[]) {
    this.#subject = subject
    this.#rows = new Map(rows.map((row) => [subject.idOf(row), row]))
  }

  get all(): readonly Row[] {
    return [...this.#rows.values()].toSorted(this.#subject.compare)
  }

  copy(): EntryModel<Row> {
    return new EntryModel(this.#subject, this.all)
  }

  read(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  put(rows: readonly Row[]): void {
    for (const row of rows) this.#rows.set(this.#subject.idOf(row), row)
  }

  /** Removes rows, and returns how many of them existed. */
  remove(ids: readonly string[]): number {
    return ids.filter((id) => this.#rows.delete(id)).length
  }

  async expectKept(peek: OpenedStore['peek']): Promise<void> {
    expect((await this.#subject.peekIds(peek)).toSorted(compareNames)).toEqual(
      this.all.map(this.#subject.idOf).toSorted(compareNames),
    )
  }
}

// Helpers: the steps.

function anyStep<Row extends Entry>(subject: EntrySubject<Row>): fc.Arbitrary<Step<EntryModel<Row>>> {
  const rows = fc.uniqueArray(subject.any, { selector: subject.idOf, maxLength: 4 })
  const ids = fc.array(fc.constantFrom(...subject.ids), { maxLength: 4 })
  const query = fc.record({
    filters: fc.record({ name: fc.array(fc.constantFrom(...subject.names), { maxLength: 2 }) }, { requiredKeys: [] }),
    sort: fc.constant(undefined),
    page: fc.integer({ min: 1, max: 3 }),
    pageSize: fc.integer({ min: 1, max: 4 }),
  })
  return fc.oneof(
    { weight: 4, arbitrary: rows.map((drawn) => save(subject, drawn)) },
    { weight: 2, arbitrary: ids.map((drawn) => remove(subject, drawn)) },
    ids.map((drawn) => find(subject, drawn)),
    ids.map((drawn) => change(subject, drawn)),
    query.map((drawn) => list(subject, drawn)),
  )
}

function save<Row extends Entry>(subject: EntrySubject<Row>, rows: readonly Row[]): Step<EntryModel<Row>> {
  return {
    title: `save ${JSON.stringify(rows)}`,
    run: async (model, parts) => {
      await subject.save(parts, rows)
      model.put(rows)
      await subject.ask(parts, model.all)
    },
  }
}

function remove<Row extends Entry>(subject: EntrySubject<Row>, ids: readonly string[]): Step<EntryModel<Row>> {
  return {
    title: `delete ${JSON.stringify(ids)}`,
    run: async (model, parts) => {
      expect(await subject.delete(parts, ids)).toBe(model.remove(ids))
      await subject.ask(parts, model.all)
    },
  }
}

function find<Row extends Entry>(subject: EntrySubject<Row>, ids: readonly string[]): Step<EntryModel<Row>> {
  return {
    title: `find ${JSON.stringify(ids)}`,
    run: async (model, parts) => {
      const found = await subject.find(parts, ids)
      expect(found.toSorted(subject.compare)).toEqual(model.all.filter((row) => ids.includes(subject.idOf(row))))
      for (const id of ids) expect(await subject.read(parts, id)).toEqual(model.read(id))
    },
  }
}

function change<Row extends Entry>(subject: EntrySubject<Row>, ids: readonly string[]): Step<EntryModel<Row>> {
  return {
    title: `change ${JSON.stringify(ids)}`,
    run: async (model, parts) => {
      await subject.change(parts, ids)
      model.put(model.all.map((row) => subject.changed(row, ids)))
    },
  }
}

function list<Row extends Entry>(subject: EntrySubject<Row>, query: EntryQuery): Step<EntryModel<Row>> {
  return {
    title: `list ${JSON.stringify(query)}`,
    run: async (model, parts) => {
      const { filters, page, pageSize } = query
      const fitting = model.all.filter(({ name }) => filters.name?.includes(name) ?? true)
      const items = fitting.slice((page - 1) * pageSize, page * pageSize)
      expect(await subject.list(parts, query)).toEqual({ items, total: fitting.length })
    },
  }
}
