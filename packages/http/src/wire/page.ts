import { type Filters, LIMITS, type ListRequest, type PagedList, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { count, rangeSchema, wholeNumber } from './fields.js'

type FilterParam = z.ZodOptional<z.ZodArray<z.ZodString> | z.ZodString>

/** The query parameters that every list has besides its filters. */
interface ListParams {
  readonly 'sort-by'?: string | undefined
  readonly page?: number | undefined
  readonly 'page-size'?: number | undefined
}

/** The columns by which a list can be filtered and sorted, as `LIST_COLUMNS` has them. */
export interface Columns<Filter extends string> {
  readonly filters: readonly Filter[]
  readonly sorts: readonly string[]
  /** The allowed values of filters with a closed list of values, by filter. Core refuses other values. */
  readonly closed: Readonly<Record<string, readonly string[]>>
  /** The filters that have only one value. The others can be repeated. */
  readonly single?: readonly string[]
}

/** The query parameters that choose a page. */
export const pageParams = {
  page: wholeNumber.meta({ ...rangeSchema({ min: 1, default: 1 }), description: 'The number of the page' }),
  'page-size': wholeNumber.meta({
    ...rangeSchema(LIMITS.pageSize),
    description: 'The maximum number of items of a page',
  }),
}

/** The query of a list: its filters, the order unless it is fixed, and the page (rules.md#lists). */
export function listQuery<Filter extends string>(
  { filters, sorts, closed, single = [] }: Columns<Filter>,
  described: Readonly<Record<string, string>> = {},
) {
  const ofFilters = filters.map((filter) => {
    const value = filterValueSchema(closed[filter])
    const isSingle = single.includes(filter)
    const description = described[filter] ?? `Only items that have one of these values as \`${filter}\``
    return [filter, (isSingle ? value : z.array(value)).optional().meta({ description })]
  })
  const sortBy = z
    .string()
    .optional()
    .meta({
      enum: sorts.flatMap((column) => [column, `-${column}`]),
      description: 'The column by which the items are sorted; `-` = descending',
    })
  return {
    ...(Object.fromEntries(ofFilters) as Record<Filter, FilterParam>),
    ...((sorts.length > 0 && { 'sort-by': sortBy }) as { 'sort-by': typeof sortBy }),
    ...pageParams,
  }
}

/** What the filters of alerts mean (rules.md#alert-filters). */
export const ALERT_FILTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SCHEMAS.alertFilters.shape).map(([name, { description = '' }]) => [name, description]),
)

/** The schema of one value of a filter. The OpenAPI document lists the values of a closed list; core checks them. */
export function filterValueSchema(closed: readonly string[] | undefined): z.ZodString {
  return closed === undefined ? z.string() : z.string().meta({ enum: [...closed] })
}

/** Converts the query of a list to the form that the use-cases of core accept. */
export function toListRequest<Filter extends string>(
  query: ListParams & Readonly<Partial<Record<Filter, readonly string[] | string | undefined>>>,
  { filters: names }: Columns<Filter>,
): ListRequest<Filter> {
  const filters: Readonly<Record<string, readonly string[] | undefined>> = Object.fromEntries(
    names.flatMap((filter) => (query[filter] === undefined ? [] : [[filter, [query[filter]].flat()]])),
  )
  return {
    filters: filters as Filters<Filter>,
    sortBy: query['sort-by'],
    page: query.page,
    pageSize: query['page-size'],
  }
}

/** The fields of a page besides its items (rules.md#lists-1). */
export const paging = { total: count, page: count, pageSize: count, pages: count, more: z.boolean() }

export function pagingOf({ total, page, pageSize, pages, more }: PagedList<unknown>) {
  return { total, page, pageSize, pages, more }
}
