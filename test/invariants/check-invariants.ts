import { HISTORIES } from './histories.js'
import { findJsonFaults, type JsonColumn, MALFORMED_ROWS } from './json-columns.js'
import { ORPHANS } from './orphans.js'
import { DRAWN_RELATIONS, TOPOLOGIES } from './topologies.js'

/** Runs a statement directly in the database, without a store. Returns its rows as objects. */
export type Run = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/**
 * The invariants of the rows besides the unique keys, by name. Each statement selects the rows that violate the
 * invariant.
 */
export const INVARIANTS: Readonly<Record<string, string>> = {
  ...ORPHANS,
  ...TOPOLOGIES,
  ...DRAWN_RELATIONS,
  ...HISTORIES,
  ...MALFORMED_ROWS,
  'an index is not valid': `select indexrelid::regclass::text as index from pg_index where not indisvalid`,
}

/** A unique key of a table. */
export interface UniqueKey {
  readonly table: string
  /** The columns or expressions, separated by commas. */
  readonly columns: string
  /** Which rows a partial index covers; `null` = all rows. */
  readonly condition: string | null
}

/** Maximum number of rows that are reported for each violation. */
const SHOWN = 5

/**
 * Checks a database of opsgraph, and returns a line for each violation. No other session may write during the check,
 * because it could change rows between two statements.
 *
 * @param keys the unique keys of the tables; default: all of them
 */
export async function findViolations(run: Run, keys?: readonly UniqueKey[]): Promise<readonly string[]> {
  const shared = (keys ?? (await readUniqueKeys(run))).map((key) => [sharedKey(key), selectSharedKeys(key)] as const)
  const found: string[] = []
  for (const [name, text] of [...shared, ...Object.entries(INVARIANTS)]) {
    const rows = await run(`select * from (${text}) as violation limit ${SHOWN}`)
    if (rows.length > 0) found.push(`${name}: ${rows.map((row) => JSON.stringify(row)).join(' ')}`)
  }
  return [...found, ...(await findUnreadableJson(run))]
}

/** Reads the unique keys of all tables, and appends those that have no index. */
export async function readUniqueKeys(run: Run): Promise<readonly UniqueKey[]> {
  return [...((await run(UNIQUE_INDEXES)) as unknown as readonly UniqueKey[]), ...UNINDEXED_KEYS]
}

/** The unique keys that no index enforces. */
const UNINDEXED_KEYS: readonly UniqueKey[] = [
  { table: 'alert', columns: 'id', condition: null },
  { table: 'relation', columns: 'id', condition: null },
  { table: 'audit_entry', columns: 'id', condition: null },
  { table: 'topology_edge', columns: 'topology_id, id', condition: null },
  { table: 'topology_edge', columns: 'topology_id, source, target', condition: null },
  { table: 'topology_node', columns: 'topology_id, ordinal', condition: null },
]

const UNIQUE_INDEXES = `select relname as "table", pg_get_expr(indpred, indrelid) as condition, (
    select string_agg(pg_get_indexdef(indexrelid, position, true), ', ' order by position)
    from generate_series(1, indnkeyatts) as position) as columns
  from pg_index join pg_class on pg_class.oid = indrelid
  where indisunique and relkind = 'r' and relnamespace = current_schema()::regnamespace
  order by 1, 3`

/** What is wrong if two rows share a unique key. */
export function sharedKey({ table, columns, condition }: UniqueKey): string {
  return `two rows of ${table} share ${columns}${condition === null ? '' : ` where ${condition}`}`
}

/** Selects the rows that share a unique key, which is possible if the key has no index, or a corrupt one. */
export function selectSharedKeys({ table, columns, condition }: UniqueKey): string {
  return `select ${columns}, count(*) as rows from ${table} where (${columns}) is not null and ${condition ?? 'true'}
    group by ${columns} having count(*) > 1`
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
