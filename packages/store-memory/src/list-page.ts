import type { Filters } from '@opsgraph/core'
import { compareNames, type ListQuery, type Page } from '@opsgraph/core/store'
import { forEachInSteps, type Steps } from './access.js'

/** The value of a row in one column. */
type Cell = string | number | null

type FilterCell = Cell | boolean | readonly string[]

/**
 * For each column, a function that returns the value of a row. Default: the value of the field with the name of the
 * column.
 */
type Cells<Row, Column extends string, CellOf> = Readonly<
  Record<Exclude<Column, keyof Row>, CellOf> & Partial<Record<Column, CellOf>>
>

/**
 * Returns the value of a row for a filter. The row matches if `accepted` contains this value or, for a list, one of its
 * items. If the function returns a boolean, the function has compared the row with `accepted` itself, and `true` means
 * that the row matches.
 */
type FilterCellOf<Row> = (row: Row, accepted: ReadonlySet<string>) => FilterCell

/** How the rows of a list are filtered and sorted. */
export interface ListColumns<Row, Filter extends string, Sort extends string> {
  readonly filter: Cells<Row, Filter, FilterCellOf<Row>>
  readonly sort: Cells<Row, Sort, (row: Row) => Cell>
  /**
   * The functions that return a time for a row, by sort column. Rows with equal values in such a column are sorted by
   * this time and then by id, both in the opposite direction: if the order is ascending, the newest row comes first.
   */
  readonly newestBy?: Readonly<Partial<Record<Sort, (row: Row) => string>>>
  /** The default order. */
  readonly compare: (left: Row, right: Row) => number
}

function createCellReader<Row>(column: string): (row: Row) => Cell {
  return (row) => row[column as keyof Row] as Cell
}

/**
 * Filters and sorts `rows`, and returns one page. Rows with equal values are sorted by id, or as `newestBy` says. A
 * descending order is the exact reverse of the ascending order, except that rows with `null` come last in both.
 */
export function* listPage<Row extends { readonly id: string }, Filter extends string, Sort extends string>(
  rows: Iterable<Row>,
  query: ListQuery<Filter, Sort>,
  columns: ListColumns<Row, Filter, Sort>,
): Steps<Page<Row>> {
  const isMatching = buildFilterTest<Row, Filter>(query.filters, columns)
  const matching: Row[] = []
  yield* forEachInSteps(rows, ROWS_AT_ONCE, (row) => {
    if (isMatching(row)) matching.push(row)
  })
  const found = yield* sortInSteps(matching, toComparison(query, columns))
  const start = (query.page - 1) * query.pageSize
  return { items: found.slice(start, start + query.pageSize), total: found.length }
}

/** Maximum number of rows that one step filters or sorts, which takes a few milliseconds. */
const ROWS_AT_ONCE = 2_000

/** Sorts in steps: sorts sections of the list, and then repeatedly merges two neighboring sections. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Steps<readonly Item[]> {
  let sections: (readonly Item[])[] = []
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE) {
    sections.push(items.slice(start, start + ROWS_AT_ONCE).sort(compare))
    yield
  }
  while (sections.length > 1) {
    const merged: (readonly Item[])[] = []
    for (let at = 0; at < sections.length; at += 2)
      merged.push(yield* mergeSections(sections[at] ?? [], sections[at + 1] ?? [], compare))
    sections = merged
  }
  return sections[0] ?? []
}

function* mergeSections<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Steps<readonly Item[]> {
  const merged: Item[] = []
  let at = 0
  yield* forEachInSteps(left, ROWS_AT_ONCE, (item) => {
    for (let next = right[at]; next !== undefined && compare(next, item) < 0; next = right[++at]) merged.push(next)
    merged.push(item)
  })
  for (; at < right.length; at++) merged.push(right[at] as Item)
  return merged
}

/**
 * Returns the first `limit` rows of a sorted list that come after `last` and that match.
 *
 * @param last the key of a row, which does not have to be in the list; `undefined` = begin with the first row
 */
export function* firstRowsAfter<Row extends Key, Key>(
  rows: readonly Row[],
  { last, compare }: { readonly last: Key | undefined; readonly compare: (left: Key, right: Key) => number },
  limit: number,
  fits: (row: Row) => boolean,
): Steps<readonly Row[]> {
  const found: Row[] = []
  const start = last === undefined ? 0 : countUpTo(rows, (row) => compare(row, last) <= 0)
  for (let at = start; at < rows.length && found.length < limit; at++) {
    const row = rows[at] as Row
    if (fits(row)) found.push(row)
    if ((at - start + 1) % ROWS_AT_ONCE === 0) yield
  }
  return found
}

/** Returns the rows that match the filters, in their order. */
export function filterRows<Row, Filter extends string>(
  rows: Iterable<Row>,
  filters: Filters<Filter>,
  columns: Pick<ListColumns<Row, Filter, never>, 'filter'>,
): Row[] {
  const isMatching = buildFilterTest(filters, columns)
  const found: Row[] = []
  for (const row of rows) if (isMatching(row)) found.push(row)
  return found
}

/** Returns a function that tests whether a row matches the filters. */
export function buildFilterTest<Row, Filter extends string>(
  filters: Filters<Filter>,
  columns: Pick<ListColumns<Row, Filter, never>, 'filter'>,
): (row: Row) => boolean {
  const named = Object.keys(filters) as Filter[]
  const tests = named.flatMap((column) => {
    const values = filters[column]
    const cellOf: FilterCellOf<Row> = columns.filter[column] ?? createCellReader(column)
    return values === undefined ? [] : [{ cellOf, accepted: new Set(values) }]
  })
  return (row) => tests.every(({ cellOf, accepted }) => isAccepted(cellOf(row, accepted), accepted))
}

function isAccepted(cell: FilterCell, accepted: ReadonlySet<string>): boolean {
  if (cell === null || typeof cell === 'boolean') return cell ?? false
  return typeof cell === 'object' ? cell.some((value) => accepted.has(value)) : accepted.has(String(cell))
}

function toComparison<Row extends { readonly id: string }, Filter extends string, Sort extends string>(
  { sort }: ListQuery<Filter, Sort>,
  columns: ListColumns<Row, Filter, Sort>,
): (left: Row, right: Row) => number {
  if (sort === undefined) return columns.compare
  const cellOf: (row: Row) => Cell = columns.sort[sort.column] ?? createCellReader(sort.column)
  const timeOf = columns.newestBy?.[sort.column]
  const compareTies = (left: Row, right: Row) =>
    timeOf === undefined
      ? compareNames(left.id, right.id)
      : compareNames(timeOf(right), timeOf(left)) || compareNames(right.id, left.id)
  const sign = sort.descending ? -1 : 1
  return (left, right) => {
    const a = cellOf(left)
    const b = cellOf(right)
    if ((a === null) !== (b === null)) return a === null ? 1 : -1
    return sign * (compareCells(a, b) || compareTies(left, right))
  }
}

function compareCells(left: Cell, right: Cell): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return compareNames(String(left), String(right))
}

/** Returns how many items at the beginning of a sorted list satisfy `isBefore` (binary search). */
export function countUpTo<Item>(sorted: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(sorted[middle] as Item)) low = middle + 1
    else high = middle
  }
  return low
}
