import type { Session, TransactionSession } from '../sql/database.js'

/**
 * Extends a statement that writes relations, so that it also writes the log. As one statement, it cannot miss a write,
 * and needs no further round trip.
 *
 * @param write an insert, update or delete of relations that returns the columns of `relation`
 * @param result the columns that the whole statement selects from `written`
 * @param further another write that the statement contains; PostgreSQL runs it after `write`
 */
export function withLogSql(write: string, result: string, further?: string): string {
  const isGone = write.startsWith('delete')
  const state = isGone ? 'null, null' : 'source_rank, (extract(epoch from update_time) * 1000)::bigint'
  return `with written as (${write}),
    logged as (
      insert into relation_change (environment, size, links)
      select environment, count(*), json_agg(json_build_array(resource, parent, ${state}))
      from written group by environment
    )${further === undefined ? '' : `, further as (${further})`}
    select ${result} from written`
}

/**
 * How long a change stays in the log, in minutes. A process that has not read the log for longer loads its graph again.
 */
const LOG_MINUTES = 10

/**
 * The maximum number of changed relations that pruning leaves in the log, and that a process reads from the log.
 * Loading an environment again is faster than reading more changes.
 */
export const MAX_LOGGED_RELATIONS = 50_000

/** Milliseconds between two prunings by one process. */
const PRUNE_AFTER_MILLISECONDS = 60_000

/** Prunes the log from time to time, within transactions that write relations. */
export class LogPruning {
  #prunedAt = Number.NEGATIVE_INFINITY
  #written = 0

  /** @param size the number of relations that the session has just written */
  async after(session: Session, size: number): Promise<void> {
    this.#written += size
    const now = Date.now()
    const isBurst = this.#written >= MAX_LOGGED_RELATIONS
    if (now - this.#prunedAt < PRUNE_AFTER_MILLISECONDS && !isBurst) return
    this.#prunedAt = now
    this.#written = 0
    await session.query({ text: PRUNE_LOG_SQL, values: [LOG_LOCK_NUMBER, LOG_MINUTES, MAX_LOGGED_RELATIONS] })
    // PostgreSQL caches the plan of the statement that reads the log. A plan that was made while the log was short
    // would read the whole log at every walk. Analyzing the table renews the plan at once; autovacuum would do it a
    // minute or two later.
    if (isBurst) await session.query({ text: 'analyze (skip_locked) relation_change' })
  }
}

/**
 * The key of the advisory lock for pruning. If another transaction has the lock, this one does not prune, so no
 * transaction waits.
 */
const LOG_LOCK_NUMBER = 7_310_408

/**
 * Deletes old rows of the log, but only rows of transactions that are older than the oldest running transaction. A
 * process that has just read its graph may not have seen later transactions. It needs their rows when it reads the log
 * again.
 */
const PRUNE_LOG_SQL = `with old as (
    delete from relation_change
    where pg_try_advisory_xact_lock($1::bigint)
      and transaction < pg_snapshot_xmin(pg_current_snapshot())
      and number <= (
        select max(number)
        from (select number, written_at, sum(size) over (order by number desc) as newer from relation_change) as kept
        where newer > $3::int or written_at < now() - make_interval(mins => $2::int)
      )
    returning transaction
  )
  update relation_log set pruned = newest.transaction
  from (select transaction from old order by transaction desc limit 1) as newest
  where pruned < newest.transaction`

/**
 * Removes changes of transactions that this server has not reached yet. They are in the log if a dump of another server
 * was restored into this server. No snapshot includes such a transaction, so every walk of the graph would apply its
 * changes again. Also resets `relation_log.pruned` if it is such a transaction.
 */
export async function dropForeignChanges(session: TransactionSession): Promise<void> {
  await session.script(`
    delete from relation_change where transaction >= pg_snapshot_xmax(pg_current_snapshot());
    update relation_log set pruned = '0' where pruned >= pg_snapshot_xmax(pg_current_snapshot())`)
}
