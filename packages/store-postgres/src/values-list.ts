import type { SqlValue } from './database.js'
import { storable } from './text-array.js'

/**
 * The rows of an `insert`: `($1::text, …), …`. Appends the values to `values`. For few rows this is faster than arrays:
 * Citus would first send the rows of arrays to the coordinator as an intermediate result.
 */
export function valuesList(
  types: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  values: SqlValue[],
): string {
  const texts = rows.map((row) =>
    types.map((type, at) => `$${values.push(stored(row[at] ?? null))}::${type}`).join(', '),
  )
  return `values (${texts.join('), (')})`
}

function stored(value: SqlValue): SqlValue {
  return typeof value === 'string' ? storable(value) : value
}
