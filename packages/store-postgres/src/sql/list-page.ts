import type { Filters } from '@opsgraph/core'
import type { ListQuery, Page, SortOrder } from '@opsgraph/core/store'
import { mapWithPauses } from './batches.js'
import { readItems, type Session, type SqlValue } from './database.js'
import { isStorable, textArray, writeTime } from './values.js'

/** One column of a list: its SQL expression and the type of its values. */
export interface ListColumn {
  readonly sql: string
  /**
   * By default `text`. `number` is an integer of at most nine digits. A `list` matches if it contains one of the
   * values. `json` is only stored: no filter and no sort names such a column.
   */
  readonly type?: ColumnType
  /**
   * Whether null comes last in descending order too. By default null comes first there, as in PostgreSQL, which can
   * then read an ascending index backwards.
   */
  readonly nullsLast?: true
  /**
   * The column by which rows with equal values are sorted, in the opposite direction: if the order is ascending, the
   * newest row comes first. The ids are then in the opposite direction too.
   */
  readonly newestBy?: string
  /**
   * How a filter compares the column with each of its values. Default: the column must equal the value. `contains`: the
   * text in the column must contain the value. A function returns the SQL that compares with a parameter, such as
   * `$1::text`.
   */
  readonly match?: FilterMatch
  /** Converts the value of a filter to the form in which the column stores it, such as a digest. */
  readonly convert?: (value: string) => string
}

type FilterMatch = '>=' | '<' | 'contains' | ((parameter: string) => string)

type ColumnType = 'text' | 'time' | 'number' | 'float' | 'boolean' | 'list' | 'json'

/** Describes how rows of one kind are listed. */
export interface ListTable<Filter extends string, Sort extends string> {
  readonly name: string
  readonly filters: Readonly<Record<Filter, ListColumn>>
  readonly sorts: Readonly<Record<Sort, ListColumn>>
  /** The columns of the default order, and whether it is descending. */
  readonly order: readonly string[]
  readonly descending?: boolean
  /** The columns of the table that `select` and `order` use; by default all. */
  readonly columns?: string
  /** The selected columns of each row. The SQL calls the row `page`. */
  readonly select: string
}

/**
 * Reads one page and the total from one state of the table. The SQL contains only the fixed texts of `table`; the input
 * of callers is passed as parameters. A descending order is the exact reverse of the ascending order, also for rows
 * with equal values.
 *
 * PostgreSQL plans the count and the page separately and runs each of them once, whatever its statistics are. If the
 * two were joined, and the statistics expected a single row, PostgreSQL would count the table once per row of the page.
 */
export async function listPage<Filter extends string, Sort extends string, Row extends readonly unknown[], Item>(
  session: Session,
  table: ListTable<Filter, Sort>,
  query: ListQuery<Filter, Sort>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const values: SqlValue[] = []
  const where = buildWhere(table, query.filters, values)
  const order = orderBySql(table, query.sort)
  values.push(query.pageSize, Math.min((query.page - 1) * query.pageSize, Number.MAX_SAFE_INTEGER))
  const { rows } = await session.query<readonly [number, string | null, ...Row]>({
    text: `select (select count(*) from ${table.name} ${where}), page.id, ${table.select}
      from ${query.page === 1 ? '' : ONE_ROW_EVEN_IF_EMPTY_SQL} (
        select ${table.columns ?? '*'} from ${table.name} ${where} order by ${order}
        limit $${values.length - 1}::bigint offset $${values.length}::bigint
      ) as page ${query.page === 1 ? '' : 'on true'}
      order by ${order}`,
    values,
  })
  const found = rows.filter(([, id]) => id !== null)
  const items = await mapWithPauses(found, ([, , ...row]) => toItem(row as unknown as Row))
  return { items, total: rows[0]?.[0] ?? 0 }
}

/**
 * With this join, the statement returns the total even if the page has no rows, because it is beyond the last page. The
 * first page needs no join: if it has no rows, the total is 0.
 */
const ONE_ROW_EVEN_IF_EMPTY_SQL = '(select) as one_row left join'

/** The values of the default order of a row, each with its SQL type. */
export type ListKey = readonly (readonly [value: string, type: 'text' | 'timestamptz'])[]

/**
 * Reads the first `limit` rows that match the filters and that come after a key in the default order. Does not count
 * the rows, so that reading a whole list this way takes time linear in the number of its rows.
 *
 * @param last the key of a row, which does not have to be stored; `undefined` = begin with the first row
 */
export async function listAfter<Filter extends string, Row extends readonly unknown[], Item>(
  session: Session,
  table: ListTable<Filter, string>,
  { last, limit, filters }: { last: ListKey | undefined; limit: number; filters: Filters<Filter> },
  toItem: (row: Row) => Item,
): Promise<readonly Item[]> {
  const values: SqlValue[] = []
  const tests = filterTests(table, filters, values)
  if (last !== undefined) {
    const key = last.map(([value, type]) => `$${values.push(value)}::${type}`)
    tests.push(`(${table.order.join(', ')}) > (${key.join(', ')})`)
  }
  const order = orderBySql(table, undefined)
  const text = `select ${table.select} from (
      select ${table.columns ?? '*'} from ${table.name} ${whereAllSql(tests)} order by ${order}
      limit $${values.push(limit)}::bigint
    ) as page order by ${order}`
  return await readItems(session, { text, values }, toItem)
}

/** Builds the `where` clause of the filters and appends their values to `values`. Without filters, returns `''`. */
export function buildWhere<Filter extends string>(
  table: Pick<ListTable<Filter, string>, 'filters'>,
  filters: Filters<Filter>,
  values: SqlValue[],
): string {
  return whereAllSql(filterTests(table, filters, values))
}

function filterTests<Filter extends string>(
  { filters: columns }: Pick<ListTable<Filter, string>, 'filters'>,
  filters: Filters<Filter>,
  values: SqlValue[],
): string[] {
  return (Object.keys(columns) as Filter[]).flatMap((name) => {
    const accepted = filters[name]
    return accepted === undefined ? [] : [filterSql(columns[name], accepted, values)]
  })
}

function whereAllSql(tests: readonly string[]): string {
  return tests.length === 0 ? '' : `where ${tests.join(' and ')}`
}

function filterSql(column: ListColumn, accepted: readonly string[], values: SqlValue[]): string {
  const { sql, type = 'text', match, convert } = column
  const known = accepted.flatMap((value) => readFilterValue(convert ? convert(value) : value, type))
  const [first, ...others] = known
  if (first === undefined) return 'false'
  if (match !== undefined) {
    const tests = known.map((value) => compareSql(sql, match, `$${values.push(value)}::${SQL_TYPE[type]}`))
    return `(${tests.join(' or ')})`
  }
  const isSingle = others.length === 0 && type !== 'list'
  const at = `$${values.push(isSingle ? first : textArray(known))}::${SQL_TYPE[type]}`
  if (isSingle) return `${sql} = ${at}`
  return type === 'list' ? `${sql} && ${at}[]` : `${sql} = any(${at}[])`
}

function compareSql(sql: string, match: FilterMatch, parameter: string): string {
  if (typeof match === 'function') return match(parameter)
  return match === 'contains' ? `strpos(${sql}, ${parameter}) > 0` : `${sql} ${match} ${parameter}`
}

/** The SQL type of a value that is compared with a column of each type. The elements of a `list` are texts. */
export const SQL_TYPE: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  time: 'timestamptz',
  number: 'integer',
  float: 'float8',
  boolean: 'boolean',
  list: 'text',
  json: 'json',
}

/** Converts a filter value for SQL. Returns an empty list if no row can have this value. */
function readFilterValue(value: string, type: ColumnType): readonly string[] {
  if (!IS_POSSIBLE_VALUE[type](value)) return []
  return [type === 'time' ? writeTime(value) : value]
}

const IS_POSSIBLE_VALUE: Readonly<Record<ColumnType, (value: string) => boolean>> = {
  time: isTime,
  number: (value) => /^-?[0-9]{1,9}$/.test(value) && String(Number(value)) === value,
  float: (value) => String(Number(value)) === value,
  boolean: (value) => value === 'true' || value === 'false',
  text: isStorable,
  list: isStorable,
  json: () => false,
}

function isTime(value: string): boolean {
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString() === value && /^[0-9]{4}-/.test(value)
}

function orderBySql<Sort extends string>(
  { order, descending = false, sorts }: ListTable<string, Sort>,
  sort: SortOrder<Sort> | undefined,
): string {
  if (sort === undefined) return order.map((column) => (descending ? `${column} desc` : column)).join(', ')
  if (!Object.hasOwn(sorts, sort.column)) throw new RangeError(`no list is sorted by ${sort.column}`)
  const { sql, nullsLast, newestBy } = sorts[sort.column]
  const direction = sort.descending ? ' desc' : ''
  const opposite = sort.descending ? '' : ' desc'
  const ties = newestBy === undefined ? `id${direction}` : `${newestBy}${opposite}, id${opposite}`
  return `${sql}${direction}${nullsLast ? ' nulls last' : ''}, ${ties}`
}
