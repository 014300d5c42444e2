import type { SqlValue, Statement } from './database.js'
import { storableText, textArrays } from './values.js'

/**
 * For at most this number of keys, the statement has one condition for each key. Citus then queries only the servers
 * that store these rows.
 */
const FEW_KEYS = 10

/** A table, and the columns of its primary key in the order of the key. */
interface KeyedTable<Column> {
  readonly table: string
  readonly key: readonly [Column, Column, Column]
}

/** Selects the rows that have one of the keys, without duplicates. */
export function findByKeys<Column extends string>(
  { table, key }: KeyedTable<Column>,
  columns: string,
  keys: readonly Readonly<Record<Column, string>>[],
): Statement {
  if (keys.length > FEW_KEYS) {
    const names = key.join(', ')
    return {
      text: `select ${columns}
        from (select distinct * from unnest($1::text[], $2::text[], $3::text[]) as wanted (${names})) as wanted
        join ${table} using (${names})`,
      values: textArrays(keys, key),
    }
  }
  const values: SqlValue[] = []
  const tests = keys.map((wanted) => {
    const comparisons = key.map((column) => `${column} = $${values.push(storableText(wanted[column]))}::text`)
    return `(${comparisons.join(' and ')})`
  })
  const text = `select ${columns} from ${table} where ${tests.join(' or ') || 'false'}`
  return { text, values, ...(keys.length === 1 && { name: `find-${table}`, keepsPlan: true }) }
}
