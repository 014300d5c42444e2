import type { SqlValue, Statement } from './database.js'
import { storableText, textArray } from './values.js'

/**
 * A column that a statement writes: its name, its SQL type, and a function that returns the value for an item as text.
 */
export type WrittenColumn<Item> = readonly [name: string, type: string, write: (item: Item) => string | null]

type WrittenColumns = readonly WrittenColumn<never>[]

/** Returns the names of columns as `id, name, …`. */
export function columnNamesSql(columns: WrittenColumns): string {
  return columns.map(([name]) => name).join(', ')
}

/** Returns the SQL that assigns the values of the row `source` to columns: `name = source.name, …`. */
export function assignColumnsSql(columns: WrittenColumns, source: string): string {
  return columns.map(([name]) => `${name} = ${source}.${name}`).join(', ')
}

/**
 * Returns the SQL for the rows `arrived`, which a statement receives as one parameter per column (see {@link
 * arrivedValues}). All documents of a column are sent as one JSON list, because in an array of texts each document
 * would have to be escaped. A value of the type `text[]` is sent as one text, such as `{"a","b"}`, which {@link
 * arrivedColumnsSql} converts.
 *
 * @param before how many parameters the statement has before these
 */
export function arrivedRowsSql(columns: WrittenColumns, before = 0): string {
  const lists = columns.map(([, type], at) => {
    const parameter = `$${before + at + 1}`
    return type === 'json' ? `json_array_elements(${parameter}::json)` : `unnest(${parameter}::${elementType(type)}[])`
  })
  return `rows from (${lists.join(', ')}) as arrived (${columnNamesSql(columns)})`
}

/** Returns the SQL that selects the columns of {@link arrivedRowsSql}. */
export function arrivedColumnsSql(columns: WrittenColumns): string {
  return columns.map(([name, type]) => (type === 'text[]' ? `${name}::text[]` : name)).join(', ')
}

export function elementType(type: string): string {
  return type === 'text[]' ? 'text' : type
}

/** Returns the parameters for {@link arrivedRowsSql}. */
export function arrivedValues<Item>(
  columns: readonly WrittenColumn<Item>[],
  items: readonly Item[],
): readonly string[] {
  return columns.map(([, type, write]) => {
    const values = items.map(write)
    return type === 'json' ? `[${values.join()}]` : textArray(values)
  })
}

/** An `insert` of rows into a table. */
interface Insertion<Item> {
  /** The name of the statement. */
  readonly name: string
  readonly table: string
  readonly columns: readonly WrittenColumn<Item>[]
  /**
   * For at most this number of rows, the statement has a `values` list; default: 0. On Citus, such a list is faster
   * than arrays, because Citus first sends rows from arrays to the coordinator as an intermediate result. For more
   * rows, arrays are faster, because PostgreSQL must parse the whole `values` list.
   */
  readonly few?: number
  /** The SQL after the rows, such as `on conflict …`. */
  readonly ending?: string
}

/**
 * @param items at least one
 * @param before how many parameters the statement has before those of this insertion
 */
export function insertStatement<Item>(insertion: Insertion<Item>, items: readonly Item[], before = 0): Statement {
  const { name, table, columns, few = 0, ending = '' } = insertion
  const insert = (rows: string) => `insert into ${table} (${columnNamesSql(columns)}) ${rows} ${ending}`
  if (items.length > few) {
    const text = insert(`select ${arrivedColumnsSql(columns)} from ${arrivedRowsSql(columns, before)}`)
    return { name, keepsPlan: true, text, values: arrivedValues(columns, items) }
  }
  const values: SqlValue[] = []
  const rows = items.map((item) => {
    const row = columns.map(([, type, write]) => `$${before + values.push(storableOrNull(write(item)))}::${type}`)
    return `(${row.join(', ')})`
  })
  const text = insert(`values ${rows.join(', ')}`)
  return { text, values, ...(items.length === 1 && { name: `${name}-single`, keepsPlan: true }) }
}

function storableOrNull(value: string | null): string | null {
  return value === null ? null : storableText(value)
}
