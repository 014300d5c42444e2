import type { Filters } from '@opsgraph/core'
import type { ListQuery, Page, Store } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acceptedOrders, bothDirections, type Shown } from './list-order.js'
import { propertyRuns } from './property-runs.js'
import { at } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** One list of a store, such as `AlertStore.list`, with the rows and functions that its tests need. */
export interface ListSubject<Row extends { readonly id: string }, Filter extends string, Sort extends string> {
  /** At least ten different rows. In most columns, several rows must have the same value. */
  readonly rows: readonly Row[]
  readonly save: (store: Store, rows: readonly Row[]) => Promise<unknown>
  readonly list: (store: Store, query: ListQuery<Filter, Sort>) => Promise<Page<Row>>
  /**
   * How to read the rows that come after a row in the default order, and how to remove a row. Absent if the port has no
   * such calls.
   */
  readonly after?: {
    readonly read: (
      store: Store,
      last: Row | undefined,
      limit: number,
      filters: Filters<Filter>,
    ) => Promise<readonly Row[]>
    readonly remove: (store: Store, row: Row) => Promise<unknown>
  }
  readonly filters: readonly Filter[]
  readonly sorts: readonly Sort[]
  /** Returns the value of a row in a column, or a list if a row can have several values in the column. */
  readonly show: Readonly<Record<Filter | Sort, (row: Row) => Shown>>
  readonly compareByDefault: (left: Row, right: Row) => number
  /** Whether the port guarantees that `null` comes last in both directions. If not, `null` may come first or last. */
  readonly nullsLast: boolean
}

/** Tests the guarantees of every list of every port (`ListQuery`, `Page`). */
export function listContract<Row extends { readonly id: string }, Filter extends string, Sort extends string>(
  harness: StoreHarness,
  subject: ListSubject<Row, Filter, Sort>,
): void {
  const { rows, filters, sorts, show } = subject

  it('should list nothing in an empty store', async () => {
    const { store } = await harness.open()
    expect(await subject.list(store, everything())).toEqual({ items: [], total: 0 })
  })

  it('should list every row as it was saved, in the default order', async () => {
    const { list } = await openList()
    expect(await list({})).toEqual({ items: rows.toSorted(subject.compareByDefault), total: rows.length })
  })

  it.each(bothDirections(sorts))('should sort by $column (descending: $descending), ties by id', async (sort) => {
    const { list } = await openList()
    const accepted = acceptedOrders({ rows, show: show[sort.column], nullsLast: subject.nullsLast }, sort.descending)
    expect(accepted).toContainEqual(idsOf(await list({ sort })))
  })

  it('should divide every order into pages with each row once, and the total on each page', async () => {
    const { list } = await openList()
    for (const sort of [undefined, ...bothDirections(sorts)]) {
      const paged: string[] = []
      for (let page = 1; page <= Math.ceil(rows.length / 4); page++) {
        const cut = await list({ sort, page, pageSize: 4 })
        expect(cut.total).toBe(rows.length)
        paged.push(...idsOf(cut))
      }
      expect(paged).toEqual(idsOf(await list({ sort })))
    }
  })

  it('should answer a page past the end with no rows and the total', async () => {
    const { list } = await openList()
    for (const page of [2, 1_000_000, Number.MAX_SAFE_INTEGER]) {
      expect(await list({ page })).toEqual({ items: [], total: rows.length })
    }
  })

  it.each(filters)('should filter by %s: only rows with exactly one of the values', async (column) => {
    const { list } = await openList()
    const values = shownValues(rows, show[column])
    for (const value of values)
      expect(idsOf(await list(filterBy(column, [value])))).toEqual(wanted(filterBy(column, [value]).filters))
    const several = [...values.slice(0, 2), ...values.slice(0, 2), ...values.slice(-1)]
    const { items, total } = await list(filterBy(column, several))
    expect(idsOf({ items })).toEqual(wanted(filterBy(column, several).filters))
    expect(total).toBe(items.length)
  })

  it.each(filters)('should find nothing by %s for values that no row has', async (column) => {
    const { list } = await openList()
    const shown = new Set(shownValues(rows, show[column]))
    const strangers = UNUSED_VALUES.filter((value) => !shown.has(value))
    expect(await list(filterBy(column, strangers))).toEqual({ items: [], total: 0 })
    for (const value of strangers) expect((await list(filterBy(column, [value]))).total, JSON.stringify(value)).toBe(0)
    expect((await list(filterBy(column, []))).total).toBe(0)
  })

  it('should ignore a filter that is undefined', async () => {
    const { list } = await openList()
    const none = Object.fromEntries(filters.map((column) => [column, undefined]))
    expect((await list({ filters: none as Filters<Filter> })).total).toBe(rows.length)
  })

  it('should answer every combination of filters, order and page like a scan of all rows', async () => {
    const { list } = await openList()
    await fc.assert(
      fc.asyncProperty(anyQuery(), async (query) => {
        const whole = await list({ ...query, page: 1, pageSize: 1_000 })
        expect(idsOf(whole).toSorted()).toEqual(wanted(query.filters).toSorted())
        const { page, pageSize } = query
        const items = whole.items.slice((page - 1) * pageSize, page * pageSize)
        expect(await list(query)).toEqual({ items, total: whole.total })
      }),
      propertyRuns(harness, 50),
    )
  })

  const { after } = subject
  if (after !== undefined) {
    it('should continue after any row, with any filters, in the default order', async () => {
      const { store, list } = await openList()
      const last = fc.constantFrom(undefined, ...rows)
      await fc.assert(
        fc.asyncProperty(anyQuery(), last, async ({ filters, pageSize }, row) => {
          const { items } = await list({ filters })
          const following = items.filter((item) => row === undefined || subject.compareByDefault(item, row) > 0)
          expect(await after.read(store, row, pageSize, filters)).toEqual(following.slice(0, pageSize))
        }),
        propertyRuns(harness, 50),
      )
    })

    it('should continue after a row that is gone, and reach every row that stays', async () => {
      const { store } = await openList()
      const [first, ...others] = rows.toSorted(subject.compareByDefault)
      await after.remove(store, first as Row)
      expect(await after.read(store, first, 3, {} as Filters<Filter>)).toEqual(others.slice(0, 3))
    })
  }

  // Helpers

  async function openList() {
    const { store } = await harness.open()
    // Saves the rows in reverse order of their ids, so that ties are not sorted correctly by chance.
    await subject.save(store, rows.toReversed())
    return {
      store,
      list: (query: Partial<ListQuery<Filter, Sort>>) => subject.list(store, { ...everything(), ...query }),
    }
  }

  function everything(): ListQuery<Filter, Sort> {
    return { filters: {} as Filters<Filter>, sort: undefined, page: 1, pageSize: 1_000 }
  }

  function filterBy(column: Filter, values: readonly string[]) {
    return { filters: { [column]: values } as Filters<Filter> }
  }

  /** Returns the ids of the matching rows, in the default order. */
  function wanted(accepted: Filters<Filter>): readonly string[] {
    const fitting = rows.filter((row) =>
      filters.every((column) => {
        const values = accepted[column]
        return values === undefined || valuesOf(show[column](row)).some((value) => values.includes(value))
      }),
    )
    return idsOf({ items: fitting.toSorted(subject.compareByDefault) })
  }

  function anyQuery(): fc.Arbitrary<ListQuery<Filter, Sort>> {
    const values = filters.map((column) => fc.constantFrom(...shownValues(rows, show[column]), 'stranger'))
    const choices = values.map((value) => fc.array(value, { minLength: 1, maxLength: 4 }))
    const columns = Object.fromEntries(filters.map((column, index) => [column, choices[index] ?? fc.constant([])]))
    return fc.record({
      filters: fc.record(columns, { requiredKeys: [] }).map((chosen) => chosen as Filters<Filter>),
      sort: fc.constantFrom(undefined, ...bothDirections(sorts)),
      page: fc.integer({ min: 1, max: 4 }),
      pageSize: fc.integer({ min: 1, max: 5 }),
    })
  }
}

/** Filter values that no row has. Some databases interpret such values in a special way. */
const UNUSED_VALUES: readonly string[] = [
  '',
  ' ',
  'stranger',
  'null',
  'NULL',
  '%',
  "'",
  '\\',
  '{}',
  '\u0000',
  'nul\u0000',
  '\ud800',
  '\ufffd',
  'now',
  'today',
  'epoch',
  'infinity',
  'yesterday',
  at(0).slice(0, 10),
  at(0).replace('.000Z', 'Z'),
  at(0).replace('Z', '+00:00'),
  at(0).replace('Z', '000Z'),
  '2.0',
  '02',
  ' 2',
  '2 ',
  '0x2',
  'NaN',
  '1e400',
  '99999999999999999999',
]

function idsOf<Row extends { readonly id: string }>({ items }: { readonly items: readonly Row[] }): readonly string[] {
  return items.map((row) => row.id)
}

function shownValues<Row>(rows: readonly Row[], show: (row: Row) => Shown): readonly string[] {
  return [...new Set(rows.flatMap((row) => valuesOf(show(row))))]
}

function valuesOf(shown: Shown): readonly string[] {
  if (shown === null) return []
  return typeof shown === 'object' ? shown : [String(shown)]
}
