import type { Link, LoggedChanges, RelationLog } from '@opsgraph/core/store'
import type { Session } from './database.js'
import { KEPT_LINKS } from './log-relations.js'
import { storable, textArray } from './text-array.js'

/**
 * Reads the log of changed relations in a snapshot. A position is the snapshot of PostgreSQL at which it was read, with
 * the start time of the server: after a restart or a failover, another server may lack the last transactions.
 */
export class PostgresRelationLog implements RelationLog {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async position(): Promise<string> {
    const { rows } = await this.#session.query<readonly [position: string]>({ text: POSITION })
    return rows[0]?.[0] ?? ''
  }

  async page(environment: string, last: Link | undefined, limit: number): Promise<readonly Link[]> {
    const { rows } = await this.#session.query<readonly [links: readonly StoredLink[] | null]>({
      name: last === undefined ? 'first-links' : 'links',
      text: PAGE(last === undefined ? '' : 'and (resource, parent) > ($3::text, $4::text)'),
      values: [storable(environment), limit, ...(last === undefined ? [] : [last.resource, last.parent])],
    })
    return (rows[0]?.[0] ?? []).map(([resource, parent, rank, time]) => ({ resource, parent, rank, time }))
  }

  async since(positions: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, LoggedChanges>> {
    const { rows } = await this.#session.query<ChangesRow>({
      name: 'changes',
      keepsPlan: true,
      text: SINCE,
      values: [textArray([...positions.keys()]), textArray([...positions.values()]), KEPT_LINKS],
    })
    return new Map(rows.map((row) => [row[0], toChanges(row)]))
  }
}

type StoredLink = readonly [resource: string, parent: string, rank: number, time: number]

/** A relation that was written or removed. */
type LoggedLink = StoredLink | readonly [resource: string, parent: string, rank: null, time: null]

type ChangesRow = readonly [
  environment: string,
  position: string,
  isLost: boolean,
  isNewer: boolean,
  links: readonly (readonly LoggedLink[])[] | null,
]

function toChanges([, position, isLost, isNewer, links]: ChangesRow): LoggedChanges {
  if (isLost) return { kind: 'lost' }
  if (isNewer) return { kind: 'newer' }
  const changes = (links ?? []).flat().map(([resource, parent, rank, time]) =>
    // Written twice, because only then the compiler sees that both are null or neither is.
    rank === null ? { resource, parent, rank, time } : { resource, parent, rank, time },
  )
  return { kind: 'changed', position, links: changes }
}

/**
 * On Citus, a transaction is visible on the coordinator a moment before its rows are visible on the workers. There a
 * position is at the beginning of the log, so that all changes in the log are applied to what was read.
 */
const POSITION = `select concat_ws(' ',
    case when exists (select from pg_extension where extname = 'citus')
      then (select concat_ws(':', pruned::text::numeric + 1, pruned::text::numeric + 1, '') from relation_log)
      else pg_current_snapshot()::text end,
    pg_postmaster_start_time())`

function PAGE(after: string): string {
  return `select json_agg(json_build_array(resource, parent, source_rank, (extract(epoch from update_time) * 1000)::bigint))
    from (
      select resource, parent, source_rank, update_time from relation
      where environment = $1::text ${after} order by resource, parent limit $2::bigint
    ) as page`
}

/**
 * A position is newer than this snapshot if a transaction is visible in it, but not here: one that was still running
 * here, or one that had not begun.
 */
const SINCE = `select asked.environment, concat_ws(' ', now, pg_postmaster_start_time()),
    asked.server <> pg_postmaster_start_time()::text
      or (select pruned from relation_log) >= pg_snapshot_xmin(seen) or size > $3::int,
    pg_snapshot_xmax(seen) > pg_snapshot_xmax(now)
      or exists (select from pg_snapshot_xip(now) as running where pg_visible_in_snapshot(running, seen)),
    case when size <= $3::int then (
      select json_agg(links order by number) from relation_change as change
      where change.environment = asked.environment
        and transaction >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(transaction, seen)
    ) end
  from (
    select environment, split_part(position, ' ', 1)::pg_snapshot as seen,
      substr(position, strpos(position, ' ') + 1) as server
    from unnest($1::text[], $2::text[]) as asked (environment, position)
  ) as asked,
  pg_current_snapshot() as now,
  lateral (
    select coalesce(sum(size), 0) as size from relation_change as change
    where change.environment = asked.environment
      and transaction >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(transaction, seen)
  ) as changed`
