import type { SqlValue, Statement } from './database.js'
import { storable, textArray } from './text-array.js'

/**
 * Up to this number of keys, the statement has one condition for each key. Such a statement is faster on Citus, which
 * then queries only the servers that store these rows.
 */
const FEW = 10

/** A table, and the columns of its primary key in the order of the key. */
interface Keyed {
  readonly table: string
  readonly key: readonly [string, string, string]
}

export type Key = readonly [string, string, string]

/** Selects the rows that have one of the keys, without duplicates. */
export function findByKeys({ table, key }: Keyed, columns: string, keys: readonly Key[]): Statement {
  return keys.length > FEW ? findMany({ table, key }, columns, keys) : findFew({ table, key }, columns, keys)
}

function findFew({ table, key }: Keyed, columns: string, keys: readonly Key[]): Statement {
  const values: SqlValue[] = []
  const tests = keys.map((wanted) => {
    const parts = key.map((column, at) => `${column} = $${values.push(storable(wanted[at] ?? ''))}::text`)
    return `(${parts.join(' and ')})`
  })
  const text = `select ${columns} from ${table} where ${tests.join(' or ') || 'false'}`
  return { text, values, ...(keys.length === 1 && { name: `find-${table}`, keepsPlan: true }) }
}

function findMany({ table, key }: Keyed, columns: string, keys: readonly Key[]): Statement {
  const names = key.join(', ')
  return {
    text: `select ${columns}
      from (select distinct * from unnest($1::text[], $2::text[], $3::text[]) as wanted (${names})) as wanted
      join ${table} using (${names})`,
    values: key.map((_, at) => textArray(keys.map((wanted) => wanted[at] ?? ''))),
  }
}
