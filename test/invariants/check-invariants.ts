import { HISTORIES } from './histories.js'
import { findJsonFaults, type JsonColumn, MALFORMED_ROWS } from './json-columns.js'
import { ORPHANS } from './orphans.js'
import { DRAWN_RELATIONS, TOPOLOGIES } from './topologies.js'
import { UNIQUE_KEYS } from './unique-keys.js'

/** Runs a statement directly in the database, without a store. Returns its rows as objects. */
export type Run = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** The invariants of the rows, by name. Each statement selects the rows that violate the invariant. */
export const INVARIANTS: Readonly<Record<string, string>> = {
  ...UNIQUE_KEYS,
  ...ORPHANS,
  ...TOPOLOGIES,
  ...DRAWN_RELATIONS,
  ...HISTORIES,
  ...MALFORMED_ROWS,
  'an index is not valid': `select indexrelid::regclass::text as index from pg_index where not indisvalid`,
}

/** Maximum number of rows that are reported for each violation. */
const SHOWN = 5

/**
 * Checks a database of opsgraph, and returns a line for each violation. No other session may write during the check,
 * because it could change rows between two statements.
 */
export async function findViolations(run: Run): Promise<readonly string[]> {
  const found: string[] = []
  for (const [name, text] of Object.entries(INVARIANTS)) {
    const rows = await run(`select * from (${text}) as violation limit ${SHOWN}`)
    if (rows.length > 0) found.push(`${name}: ${rows.map((row) => JSON.stringify(row)).join(' ')}`)
  }
  return [...found, ...(await findUnreadableJson(run))]
}

/** Checks every JSON column of every table by parsing all values. */
async function findUnreadableJson(run: Run): Promise<readonly string[]> {
  const columns = (await run(`select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and data_type in ('json', 'jsonb')`)) as unknown as readonly JsonColumn[]
  const faults: string[] = []
  for (const column of [...columns, { table: 'topology_tree', column: 'tree' }]) {
    const rows = await run(`select ctid::text as place, "${column.column}"::text as json from "${column.table}"`)
    faults.push(
      ...findJsonFaults(column, rows as unknown as readonly { place: string; json: string | null }[]).slice(0, SHOWN),
    )
  }
  return faults
}
