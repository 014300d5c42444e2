import { requireKnownValues } from './known-values.js'
import { LIMITS } from './limits.js'
import { LIST_COLUMNS, type ListFilter, type ListSort } from './list-columns.js'
import { normalizeName } from './name.js'
import { invalid } from './opsgraph-error.js'

/**
 * A request for a page of a list, with all defaults filled in. `Filter` and `Sort` are the names of the columns by
 * which the list can be filtered and sorted.
 */
export interface ListQuery<Filter extends string, Sort extends string> {
  readonly filters: Filters<Filter>
  /** The order of the items; `undefined` = the default order of the list. */
  readonly sort: SortOrder<Sort> | undefined
  readonly page: number
  readonly pageSize: number
}

/**
 * The accepted values of some columns, written as in the items of the list. An item matches if its value in each of
 * these columns is one of the accepted values; an empty list matches nothing.
 */
export type Filters<Column extends string> = Readonly<Partial<Record<Column, readonly string[]>>>

export interface SortOrder<Column extends string> {
  readonly column: Column
  readonly descending: boolean
}

export interface Page<T> {
  readonly items: readonly T[]
  /** The number of items on all pages. */
  readonly total: number
}

/** A page of a list, as use-cases return it (rules.md#lists-1). */
export interface PagedList<T> extends Page<T> {
  readonly page: number
  readonly pageSize: number
  /** Total number of pages; 0 if there are no items. */
  readonly pages: number
  /** True if another page follows. */
  readonly more: boolean
}

export function pageOf<T>({ page, pageSize }: ListQuery<string, string>, { items, total }: Page<T>): PagedList<T> {
  const pages = Math.ceil(total / pageSize)
  return { items, total, page, pageSize, pages, more: page < pages }
}

/** A caller's request for a page of a list. Every field is optional. */
export interface ListRequest<Filter extends string> {
  readonly filters?: Filters<Filter> | undefined
  /** A column name, with `-` in front for descending order. */
  readonly sortBy?: string | undefined
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

/** Trims the values of filters on `columns`. These columns contain names, and names are stored trimmed. */
export function normalizeNames<Column extends string>(
  filters: Filters<Column> = {} as Filters<Column>,
  columns: readonly Column[],
): Filters<Column> {
  const named = columns.map((column) => [column, filters[column]?.map(normalizeName)] as const)
  return { ...filters, ...Object.fromEntries(named.filter(([, values]) => values !== undefined)) }
}

/** Converts a boolean of a query (rules.md#requests-11) to the text that stores expect, `true` or `false`. */
export function normalizeBooleanText(value: string): string {
  return String(value === '1' || value === 'true')
}

/**
 * Checks the request for a page of a list, and fills in its defaults (rules.md#lists).
 *
 * @throws OpsgraphError `invalid` for a page or page size out of range, an unknown sort column, or an unknown value of
 *   a column with a closed list of values
 */
export function readListQuery<List extends keyof typeof LIST_COLUMNS>(
  list: List,
  request: ListRequest<ListFilter<List>>,
): ListQuery<ListFilter<List>, ListSort<List>> {
  const { sortBy, page = 1, pageSize = LIMITS.pageSize.default } = request
  const { min, max } = LIMITS.pageSize
  if (!Number.isSafeInteger(page) || page < 1) throw invalid('page must be a whole number from 1')
  if (!Number.isSafeInteger(pageSize) || pageSize < min || pageSize > max) {
    throw invalid(`page-size must be a whole number from ${min} to ${max}`)
  }
  const filters: Filters<ListFilter<List>> = request.filters ?? ({} as Filters<ListFilter<List>>)
  requireKnownValues(list, filters)
  const sorts: readonly ListSort<List>[] = LIST_COLUMNS[list].sorts
  return { filters, sort: sortBy === undefined ? undefined : readSort(sortBy, sorts), page, pageSize }
}

function readSort<Sort extends string>(sortBy: string, columns: readonly Sort[]): SortOrder<Sort> {
  const isDescending = sortBy.startsWith('-')
  const name = isDescending ? sortBy.slice(1) : sortBy
  const column = columns.find((candidate) => candidate === name)
  if (column === undefined) throw invalid(`sort-by must be one of ${columns.join(', ')} (with - for descending)`)
  return { column, descending: isDescending }
}
