import type { Session } from '../sql/database.js'
import { hasCitus } from '../sql/server-kind.js'

/** Where the rows of a table are, and how large it is. */
export interface TableStatus {
  readonly table: string
  /** `undefined` if the table is not distributed. */
  readonly spread: TableSpread | undefined
  /** The size in bytes on all servers, including indexes. */
  readonly bytes: number
}

interface TableSpread {
  /** The column whose hash selects the shard of a row. */
  readonly column: string
  readonly shards: number
  /** The number of servers that store a shard. */
  readonly nodes: number
}

/** Lists the tables of the schema, sorted by name. */
export async function readTables(session: Session): Promise<readonly TableStatus[]> {
  const { rows } = await session.query<TableRow>({
    text: (await hasCitus(session)) ? SELECT_TABLES_ON_CITUS_SQL : SELECT_TABLES_SQL,
  })
  return rows.map(([table, bytes, column, shards, nodes]) => ({
    table,
    spread: column === null ? undefined : { column, shards, nodes },
    bytes,
  }))
}

type TableRow = readonly [table: string, bytes: number, column: string | null, shards: number, nodes: number]

const IS_IN_SCHEMA_SQL = `relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
  order by relname collate "C"`

const SELECT_TABLES_SQL = `select relname, pg_total_relation_size(oid), null, 0, 0 from pg_class where ${IS_IN_SCHEMA_SQL}`

const SELECT_TABLES_ON_CITUS_SQL = `select relname,
    case when partmethod = 'h' then citus_total_relation_size(pg_class.oid) else pg_total_relation_size(pg_class.oid) end,
    case when partmethod = 'h' then column_to_column_name(logicalrelid, partkey) end,
    placed.shards, placed.nodes
  from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
  cross join lateral (
    select count(distinct shardid) as shards, count(distinct groupid) as nodes
    from pg_dist_shard join pg_dist_placement using (shardid) where pg_dist_shard.logicalrelid = pg_class.oid
  ) as placed
  where ${IS_IN_SCHEMA_SQL}`
