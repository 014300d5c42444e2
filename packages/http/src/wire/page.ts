import { type Filters, LIMITS, type ListRequest, type PagedList } from '@opsgraph/core'
import { z } from 'zod'
import { range, wholeNumber } from './whole-number.js'

const filterParam = z.array(z.string()).optional()

/** The query parameters of every list besides its filters. */
interface ListParams {
  readonly 'sort-by'?: string | undefined
  readonly page?: number | undefined
  readonly 'page-size'?: number | undefined
}

/** The columns by which a list can be filtered and sorted. */
interface Columns<Filter extends string> {
  readonly filters: readonly Filter[]
  readonly sorts: readonly string[]
}

/** The query of a list: its repeatable filters, the order, and the page (rules.md#lists). */
export function listQuery<Filter extends string>({ filters, sorts }: Columns<Filter>) {
  const ofFilters = Object.fromEntries(filters.map((filter) => [filter, filterParam]))
  return {
    ...(ofFilters as Record<Filter, typeof filterParam>),
    'sort-by': z
      .string()
      .optional()
      .meta({ enum: sorts.flatMap((column) => [column, `-${column}`]), description: 'A column; `-` = descending' }),
    page: wholeNumber.meta(range({ min: 1, default: 1 })),
    'page-size': wholeNumber.meta(range(LIMITS.pageSize)),
  }
}

/** Converts the query of a list to the form that the use-cases of core accept. */
export function toListRequest<Filter extends string>(
  query: ListParams & Readonly<Partial<Record<Filter, readonly string[] | undefined>>>,
  { filters: names }: Columns<Filter>,
): ListRequest<Filter> {
  const given = names.filter((filter) => query[filter] !== undefined)
  const filters: Readonly<Record<string, readonly string[] | undefined>> = Object.fromEntries(
    given.map((filter) => [filter, query[filter]]),
  )
  return {
    filters: filters as Filters<Filter>,
    sortBy: query['sort-by'],
    page: query.page,
    pageSize: query['page-size'],
  }
}

const count = z.int().meta({ minimum: 0 })

/** The fields of a page besides its items (rules.md#lists-1). */
export const paging = { total: count, page: count, pageSize: count, pages: count, more: z.boolean() }

export function pagingOf({ total, page, pageSize, pages, more }: PagedList<unknown>) {
  return { total, page, pageSize, pages, more }
}
