import { type ListColumn, SQL_TYPE } from './list-page.js'
import { writeTime } from './values.js'
import { columnNamesSql, type WrittenColumn } from './written-columns.js'

/** The column of each field. The fields with `document` are stored together in the JSON column `document`. */
export type FieldColumns<Item> = Readonly<Record<keyof Item & string, ListColumn | 'document'>>

/** How the items of one kind are written to rows, and read from them. */
export interface RowFormat<Item> {
  /** The fields that have a column of their own. */
  readonly placed: readonly (readonly [field: string, column: ListColumn])[]
  /** The names of the columns. */
  readonly names: string
  readonly written: readonly WrittenColumn<Item>[]
  /** @param row the values of `written` */
  readonly toItem: (row: readonly unknown[]) => Item
}

/** @param columns in the order of the columns of a row */
export function rowFormat<Item>(columns: FieldColumns<Item>): RowFormat<Item> {
  const fields = Object.entries<ListColumn | 'document'>(columns)
  const placed = fields.flatMap(([field, column]) => (column === 'document' ? [] : [[field, column] as const]))
  const inDocument = fields.flatMap(([field, column]) => (column === 'document' ? [field] : []))
  const written = [
    ...placed.map(([field, column]) => fieldColumn<Item>(field, column)),
    ...(inDocument.length > 0 ? [documentColumn<Item>(inDocument)] : []),
  ]
  // Copying an object that has all fields, and then setting their values, takes a fiftieth of the time of adding the
  // fields one by one.
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(fields.map(([field]) => [field, undefined]))
  const toItem = (row: readonly unknown[]): Item => {
    const item = { ...blank }
    placed.forEach(([field], at) => {
      item[field] = row[at]
    })
    return Object.assign(item, row[placed.length]) as Item
  }
  return { placed, names: columnNamesSql(written), written, toItem }
}

function fieldColumn<Item>(field: string, { sql, type = 'text' }: ListColumn): WrittenColumn<Item> {
  return [sql, SQL_TYPE[type], (item) => writeValue(item[field as keyof Item], type)]
}

function writeValue(value: unknown, type: ListColumn['type']): string | null {
  if (type === 'json') return JSON.stringify(value)
  if (value === null) return null
  return type === 'time' ? writeTime(String(value)) : String(value)
}

function documentColumn<Item>(fields: readonly string[]): WrittenColumn<Item> {
  return [
    'document',
    'json',
    (item) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, item[field as keyof Item]]))),
  ]
}
