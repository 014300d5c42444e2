import type { Filters, ListQuery, Page, SortOrder } from '@opsgraph/core'
import { writeTime } from './column-parser.js'
import type { Session, SqlValue } from './database.js'
import { isStorable, textArray } from './text-array.js'

/** One column of a list: how SQL calls it, and what its values look like in an answer. */
export interface ListColumn {
  readonly sql: string
  /** `text` unless given; `number` is a small whole one; `list` fits when it holds one of the values. */
  readonly type?: ColumnType
  /** Whether null comes last when descending too, and not first, which an index read backwards gives. */
  readonly nullsLast?: true
  /** Another table with a row for each, whose index has this order; both have the column, `id` and the key. */
  readonly orderedBy?: { readonly table: string; readonly key: string }
}

type ColumnType = 'text' | 'time' | 'number' | 'float' | 'boolean' | 'list'

/** How one kind of row is listed. */
export interface ListTable<Filter extends string, Sort extends string> {
  readonly name: string
  readonly filters: Readonly<Record<Filter, ListColumn>>
  readonly sorts: Readonly<Record<Sort, ListColumn>>
  /** Columns of the default order, and whether it goes down. */
  readonly order: readonly string[]
  readonly descending?: boolean
  /** What is read of each row. */
  readonly select: string
}

/**
 * Reads one page and the total, from one state of the table. SQL is put together from the fixed texts of `table` only;
 * whatever the caller sent goes as values. A descending order is the ascending one reversed, ties by id included.
 *
 * Only a page beyond the first can be empty while there is a total to tell. Wherever a plain join does, the page comes out
 * of it in its order, and the planner takes half of the time.
 */
export async function listPage<Filter extends string, Sort extends string, Row extends readonly unknown[], Item>(
  session: Session,
  table: ListTable<Filter, Sort>,
  query: ListQuery<Filter, Sort>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const values: SqlValue[] = []
  const where = conditions(table, query.filters, values)
  const order = orderBy(table, query.sort)
  const source = sourceOf(table, query.sort)
  values.push(query.pageSize, Math.min((query.page - 1) * query.pageSize, Number.MAX_SAFE_INTEGER))
  const { rows } = await session.query<readonly [number, string | null, ...Row]>({
    text: `select total.rows, page.id, ${table.select}
      from (
        select ${source.columns} from ${source.from} ${where} order by ${orderBy(table, query.sort, source.owner)}
        limit $${values.length - 1}::bigint offset $${values.length}::bigint
      ) as page
      ${query.page === 1 ? '' : 'right'} join (select count(*) as rows from ${table.name} ${where}) as total on true
      order by ${order}`,
    values,
  })
  const items = rows.filter(([, id]) => id !== null).map(([, , ...row]) => toItem(row as unknown as Row))
  return { items, total: rows[0]?.[0] ?? 0 }
}

/** The `where` of filters, if there are any; appends their values to `values`. */
export function conditions<Filter extends string>(
  { filters: columns }: Pick<ListTable<Filter, string>, 'filters'>,
  filters: Filters<Filter>,
  values: SqlValue[],
): string {
  const named = (Object.keys(columns) as Filter[]).filter((column) => Object.hasOwn(filters, column))
  const tests = named.flatMap((name) => {
    const accepted = filters[name]
    return accepted === undefined ? [] : [condition(columns[name], accepted, values)]
  })
  return tests.length === 0 ? '' : `where ${tests.join(' and ')}`
}

function condition(column: ListColumn, accepted: readonly string[], values: SqlValue[]): string {
  const { sql, type = 'text' } = column
  const known = accepted.flatMap((value) => readValue(value, type))
  const [first, ...others] = known
  if (first === undefined) return 'false'
  const isSingle = others.length === 0 && type !== 'list'
  const at = `$${values.push(isSingle ? first : textArray(known))}::${SQL_TYPE[type]}`
  if (isSingle) return `${sql} = ${at}`
  return type === 'list' ? `${sql} && ${at}[]` : `${sql} = any(${at}[])`
}

const SQL_TYPE: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  time: 'timestamptz',
  number: 'smallint',
  float: 'float8',
  boolean: 'boolean',
  list: 'text',
}

/** The value as SQL reads it; nothing when no row could show it. */
function readValue(value: string, type: ColumnType): readonly string[] {
  if (!CAN_BE_SHOWN[type](value)) return []
  return [type === 'time' ? writeTime(value) : value]
}

const CAN_BE_SHOWN: Readonly<Record<ColumnType, (value: string) => boolean>> = {
  time: isTime,
  number: (value) => /^-?[0-9]{1,4}$/.test(value) && String(Number(value)) === value,
  float: (value) => String(Number(value)) === value,
  boolean: (value) => value === 'true' || value === 'false',
  text: isStorable,
  list: isStorable,
}

function isTime(value: string): boolean {
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString() === value && /^[0-9]{4}-/.test(value)
}

/** What a page is read from, and whose columns it is in the order of. */
function sourceOf<Sort extends string>({ name, sorts }: ListTable<string, Sort>, sort: SortOrder<Sort> | undefined) {
  const other = sort === undefined ? undefined : sorts[sort.column].orderedBy
  if (other === undefined) return { columns: '*', from: name, owner: '' }
  // All of them have a row there. A planner that has to reckon how many do would rather sort them all.
  const from = `${other.table} left join ${name} using (${other.key})`
  return { columns: `${name}.*`, from, owner: `${other.table}.` }
}

function orderBy<Sort extends string>(
  { order, descending = false, sorts }: ListTable<string, Sort>,
  sort: SortOrder<Sort> | undefined,
  owner = '',
): string {
  if (sort === undefined) return order.map((column) => (descending ? `${column} desc` : column)).join(', ')
  if (!Object.hasOwn(sorts, sort.column)) throw new RangeError(`no list is sorted by ${sort.column}`)
  const { sql, nullsLast } = sorts[sort.column]
  const direction = sort.descending ? ' desc' : ''
  return `${owner}${sql}${direction}${nullsLast ? ' nulls last' : ''}, ${owner}id${direction}`
}
