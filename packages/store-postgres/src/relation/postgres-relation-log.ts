import type { RelationLog, RelationStore } from '@opsgraph/core/store'
import type { Session } from '../sql/database.js'
import { HAS_CITUS } from '../sql/server-kind.js'
import { storableText, textArray } from '../sql/values.js'
import { MAX_LOGGED_RELATIONS } from './log-relations.js'

/**
 * Reads the log of changed relations in a snapshot. A position says up to where a process has read the log. It
 * contains: the PostgreSQL snapshot in which the process read the log, the newest transaction whose changes had been
 * pruned from the log, and the start time of PostgreSQL.
 *
 * A PostgreSQL snapshot says which transactions are finished. In a position, the snapshot is cut off after the newest
 * transaction in the log. A transaction with a higher number may have left nothing on the disk, and after a crash
 * PostgreSQL may give this number to a new transaction. If the position included the number, the process would never
 * read the changes of the new transaction.
 *
 * If the start time has changed, PostgreSQL has restarted, or a standby has replaced it. The last transactions may then
 * be lost, so positions with the old start time are not used any more.
 */
export function relationLogIn(session: Session): RelationLog {
  return {
    position: async () => {
      const { rows } = await session.query<readonly [here: string, isCitus: boolean]>({ text: SELECT_POSITION_SQL })
      const [here = '', isCitus = false] = rows[0] ?? []
      const place = readLogState(here)
      return positionAt(place, isCitus ? place.pruned : place.newest)
    },
    version: async () => {
      const { rows } = await session.query<readonly [here: string]>({ text: `select ${LOG_STATE_SQL}` })
      const { newest, seen, server } = readLogState(rows[0]?.[0] ?? '')
      return `${newest} ${snapshotText(snapshotAfter(newest, seen))} ${server}`
    },
    page: async (environment, last, limit) => {
      const { rows } = await session.query<readonly [links: readonly StoredRelation[] | null]>({
        text: last === undefined ? pageSql('') : pageSql('and (resource, parent) > ($3::text, $4::text)'),
        values: [storableText(environment), limit, ...(last === undefined ? [] : [last.resource, last.parent])],
      })
      return (rows[0]?.[0] ?? []).map(([resource, parent, rank, time]) => ({ resource, parent, rank, time }))
    },
    since: async (positions) => {
      const snapshots = Array.from(positions.values(), (position) => position.slice(0, position.indexOf(' ')))
      const values = [textArray([...positions.keys()]), textArray(snapshots)]
      const { rows } = await session.query<SizeRow>({
        name: 'changes',
        keepsPlan: true,
        text: SELECT_SIZES_SQL,
        values,
      })
      const links = rows.every(([, size]) => size === 0)
        ? new Map<string, []>()
        : await readChangedRelations(session, values)
      return rows.map(([environment, size, here]) => {
        const known = readPosition(positions.get(environment) ?? '')
        const now = readLogState(here)
        if (size > MAX_LOGGED_RELATIONS || mayMissChanges(known, now)) return { environment, kind: 'lost' }
        if (isNewer(known.seen, now.seen)) return { environment, kind: 'newer' }
        const position = positionAt(now, now.newest)
        return { environment, kind: 'changed', position, links: links.get(environment) ?? [] }
      })
    },
  }
}

/**
 * Finds the environments whose relations have changed since a position (`RelationStore.changedSince`). After a restart
 * of the server, or if the log was pruned, the changed environments cannot be determined.
 */
export async function changedSince(session: Session, position: string | undefined): Promise<ChangedRelations> {
  const known = position === undefined ? undefined : readPosition(position)
  const values = [known === undefined ? null : snapshotText(known.seen)]
  const statement = { name: 'changed-environments', keepsPlan: true, text: SELECT_CHANGED_ENVIRONMENTS_SQL, values }
  const { rows } = await session.query<readonly [here: string, environments: readonly string[] | null]>(statement)
  const [here = '', environments] = rows[0] ?? []
  const now = readLogState(here)
  if (position !== undefined && known !== undefined && isNewer(known.seen, now.seen)) {
    return { position, environments: [] }
  }
  return {
    position: positionAt(now, now.newest),
    environments: known !== undefined && mayMissChanges(known, now) ? undefined : (environments ?? []),
  }
}

type ChangedRelations = Awaited<ReturnType<RelationStore['changedSince']>>

type StoredRelation = readonly [resource: string, parent: string, rank: number, time: number]

/** A relation that was written or removed. If it was removed, the rank and the time are `null`. */
type LoggedRelation = StoredRelation | readonly [resource: string, parent: string, rank: null, time: null]

/**
 * For one environment: how many of its relations have changed since the position of the caller, and the state of the
 * log in the current snapshot, as a text for `readLogState`.
 */
type SizeRow = readonly [environment: string, size: number, here: string]

interface Position {
  readonly seen: PgSnapshot
  /** The newest transaction whose changes were pruned from the log. */
  readonly pruned: number
  /** The start time of the server. */
  readonly server: string
}

/** The state of the log in a snapshot. */
interface LogState extends Position {
  /** The newest transaction that is, or was, in the log. */
  readonly newest: number
}

function readPosition(position: string): Position {
  const [seen = '', pruned, ...server] = position.split(' ')
  return { seen: readSnapshot(seen), pruned: Number(pruned), server: server.join(' ') }
}

function readLogState(here: string): LogState {
  const [newest, ...position] = here.split(' ')
  return { ...readPosition(position.join(' ')), newest: Number(newest) }
}

/** @param last the last transaction that the position includes */
function positionAt({ seen, pruned, server }: Position, last: number): string {
  return `${snapshotText(snapshotAfter(last, seen))} ${pruned} ${server}`
}

/**
 * Whether the log may lack changes after the position `known`, because they were pruned or the server has restarted.
 */
function mayMissChanges(known: Position, now: Position): boolean {
  return now.server !== known.server || (now.pruned !== known.pruned && now.pruned >= known.seen.xmin)
}

/**
 * Whether any transaction is visible in `snapshot`, but not in `other`, because the transaction had not ended or not
 * begun when `other` was taken.
 */
function isNewer(snapshot: PgSnapshot, other: PgSnapshot): boolean {
  return snapshot.xmax > other.xmax || other.running.some((transaction) => isVisible(transaction, snapshot))
}

async function readChangedRelations(session: Session, values: readonly string[]) {
  const { rows } = await session.query<readonly [environment: string, links: readonly (readonly LoggedRelation[])[]]>({
    text: SELECT_CHANGED_RELATIONS_SQL,
    values: [...values, MAX_LOGGED_RELATIONS],
  })
  return new Map(rows.map(([environment, lists]) => [environment, lists.flat().map(toChange)]))
}

function toChange([resource, parent, rank, time]: LoggedRelation) {
  // The object is written twice, because only then does the compiler know that rank and time are either both null or
  // both numbers.
  return rank === null ? { resource, parent, rank, time } : { resource, parent, rank, time }
}

/** Selects the state of the log in the current snapshot, as a text for `readLogState`. */
const LOG_STATE_SQL = `concat_ws(' ',
    greatest((select transaction from relation_change order by transaction desc limit 1), (select pruned from relation_log)),
    pg_current_snapshot(), (select pruned from relation_log), pg_postmaster_start_time())`

/**
 * On Citus, a transaction is visible on the coordinator a moment before its rows are visible on the workers. So the
 * snapshot may include a transaction whose relations were not read. On Citus, the position is therefore always the
 * beginning of the log: afterwards, all changes in the log are applied to the relations that were read.
 */
const SELECT_POSITION_SQL = `select ${LOG_STATE_SQL}, ${HAS_CITUS}`

/**
 * Selects the environments with changes after a position. Without a position, the parameter is `null`, and the
 * comparison with it selects no change.
 */
const SELECT_CHANGED_ENVIRONMENTS_SQL = `select ${LOG_STATE_SQL}, (
    select json_agg(distinct environment) from relation_change
    where transaction >= pg_snapshot_xmin($1::pg_snapshot)
      and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)
  )`

function pageSql(after: string): string {
  return `select json_agg(json_build_array(resource, parent, source_rank, (extract(epoch from update_time) * 1000)::bigint))
    from (
      select resource, parent, source_rank, update_time from relation
      where environment = $1::text ${after} order by resource, parent limit $2::bigint
    ) as page`
}

const FROM_CHANGES_SQL = `from relation_change as change
  where change.environment = asked.environment
    and transaction >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(transaction, seen)`

/**
 * Selects the number of changed relations for each environment, but not the changes: this statement runs at every walk
 * of the graph and must be fast. Subqueries hide the lengths of the lists from the planner. Otherwise PostgreSQL would
 * plan the statement again at each walk, instead of caching the plan.
 */
const SELECT_SIZES_SQL = `select environment, (select coalesce(sum(size), 0) ${FROM_CHANGES_SQL})::int, ${LOG_STATE_SQL}
  from unnest((select $1::text[]), (select $2::text[]::pg_snapshot[])) as asked (environment, seen)`

/**
 * Selects the changes of each environment that has few changes. An environment with many changes is loaded again
 * instead, because loading reads pages, but this statement would read all changes at once.
 */
const SELECT_CHANGED_RELATIONS_SQL = `select environment, (select json_agg(links order by number) ${FROM_CHANGES_SQL})
  from unnest($1::text[], $2::text[]::pg_snapshot[]) as asked (environment, seen)
  where (select sum(size) ${FROM_CHANGES_SQL}) <= $3::int`

/** A snapshot of PostgreSQL: the transactions whose changes are visible. */
interface PgSnapshot {
  /** All transactions before this one are visible. */
  readonly xmin: number
  /** Neither this transaction nor any later one is visible. */
  readonly xmax: number
  /** The transactions from `xmin` up to `xmax` that are not visible, because they were still running. */
  readonly running: readonly number[]
}

/** Reads the text form of a `pg_snapshot`, for example `10:20:10,14,15`. */
function readSnapshot(text: string): PgSnapshot {
  const [xmin, xmax, running = ''] = text.split(':')
  return { xmin: Number(xmin), xmax: Number(xmax), running: running === '' ? [] : running.split(',').map(Number) }
}

/**
 * Whether the changes of a transaction are visible in a snapshot, like the function `pg_visible_in_snapshot` of
 * PostgreSQL.
 */
function isVisible(transaction: number, { xmin, xmax, running }: PgSnapshot): boolean {
  return transaction < xmin || (transaction < xmax && !running.includes(transaction))
}

/** Formats a snapshot as the text that {@link readSnapshot} reads. */
function snapshotText({ xmin, xmax, running }: PgSnapshot): string {
  return `${xmin}:${xmax}:${running.join(',')}`
}

/** Returns a copy of a snapshot in which no transaction after `last` is visible. */
function snapshotAfter(last: number, { xmin, xmax, running }: PgSnapshot): PgSnapshot {
  const end = last + 1
  return {
    xmin: Math.min(xmin, end),
    xmax: Math.min(xmax, end),
    running: running.filter((transaction) => transaction < end),
  }
}
