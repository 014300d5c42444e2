import type { LockArea, Store, StoreParts } from '@opsgraph/core/store'
import { PostgresAlertStore } from './alert/postgres-alert-store.js'
import { spreadTables } from './citus/spread-tables.js'
import { readTables, type TableStatus } from './citus/table-status.js'
import { postgresHistoryStore } from './history/history-store.js'
import { postgresAliasStore } from './relation/alias-store.js'
import { LogPruning } from './relation/log-relations.js'
import { relationLogIn } from './relation/postgres-relation-log.js'
import { postgresRedundancyRuleStore } from './relation/redundancy-rule-store.js'
import { postgresRelationStore } from './relation/relation-store.js'
import { postgresResourceStore } from './relation/resource-store.js'
import { postgresApiKeyStore, postgresAuditTrail } from './setting/access-stores.js'
import { postgresHeartbeatStore } from './setting/heartbeat-store.js'
import { settingStores } from './setting/setting-stores.js'
import type { Database, PoolCounts, Session, Statement } from './sql/database.js'
import { AlertLocks, AreaLocks, type LeaderTask } from './sql/locks.js'
import { HAS_CITUS } from './sql/server-kind.js'
import { readRevision } from './sql/table.js'
import { LazyTransaction, runWithRetries } from './sql/transaction.js'
import { postgresSubscriptionStore } from './subscription/subscription-store.js'
import { postgresTopologyStore } from './topology/topology-store.js'
import { postgresWebhookStore } from './webhook/webhook-store.js'

/** A store whose data are in one PostgreSQL database. */
export interface PostgresStore extends Store {
  /** Reads the state of the connection pool; `undefined` for the embedded database. */
  readonly poolCounts: (() => PoolCounts) | undefined
  /** Distributes the large tables over the workers of Citus, see `spreadTables`. */
  spread(shards: number): Promise<readonly string[]>
  /** Lists the tables with their sizes, and says how the rows of each table are distributed. */
  tables(): Promise<readonly TableStatus[]>
}

/** @param database a database whose schema is up to date (see `migrate`) */
export function postgresStore(database: Database): PostgresStore {
  const { poolCounts } = database
  const pruning = new LogPruning()
  const locks = new AreaLocks()
  const calls = sessionOfSingleCalls(database)
  return {
    ...createParts(calls, pruning),
    poolCounts,
    transaction: (work) =>
      runWithRetries((isRepeated) =>
        locks.releasing((lock) =>
          LazyTransaction.run(database, async (session) => {
            if (isRepeated) await lock(session, 'repeated')
            return work({
              ...createParts(session, pruning, new AlertLocks(session)),
              lock: (area, mode) => lock(session, area, mode),
              // A database without a pool has one connection, so no other transaction can run at the same time, and no
              // lock is needed.
              ...(poolCounts !== undefined && { tryLock: (area: LockArea) => locks.tryTake(session, area) }),
            })
          }),
        ),
      ),
    snapshot: (work) =>
      database.transaction('snapshot', (session) =>
        work({
          ...createParts(session, pruning),
          relationLog: relationLogIn(session),
          version: () => snapshotVersion(session),
        }),
      ),
    // A database without a pool is used by no other process, so it needs no leader. With a pool, the leader takes its
    // lock in a snapshot, which uses none of the connections for writing transactions. The leader needs a second
    // connection for its work.
    ...((poolCounts?.().max ?? 1) > 1 && {
      lead: (task: LeaderTask, work: () => Promise<never>) =>
        database.transaction('snapshot', (session) => locks.lead(session, task, work)),
    }),
    spread: (shards) => spreadTables(database, shards),
    tables: () => readTables(calls),
    ping: () => database.ping(),
    close: () => database.close(),
  }
}

/** Creates the parts of the store. All their statements run in one session. */
function createParts(session: Session, pruning: LogPruning, alertLocks?: AlertLocks): StoreParts {
  return {
    ...settingStores(session),
    relations: postgresRelationStore(session, pruning),
    resources: postgresResourceStore(session),
    redundancyRules: postgresRedundancyRuleStore(session),
    aliases: postgresAliasStore(session),
    topologies: postgresTopologyStore(session),
    alerts: new PostgresAlertStore(session, alertLocks),
    serviceHistory: postgresHistoryStore(session),
    policyRevision: { read: () => readRevision(session, 'policy_revision') },
    webhooks: postgresWebhookStore(session),
    heartbeats: postgresHeartbeatStore(session),
    subscriptions: postgresSubscriptionStore(session),
    apiKeys: postgresApiKeyStore(session),
    audit: postgresAuditTrail(session),
  }
}

/** Runs every call as a separate transaction, and retries the transaction if it collides with another one. */
function sessionOfSingleCalls(database: Database): Session {
  return {
    query: <Row extends readonly unknown[]>(statement: Statement) =>
      runWithRetries(() => database.query<Row>(statement)),
    atomic: (work) => runWithRetries(() => database.transaction('write', work)),
  }
}

/**
 * Identifies the data that a snapshot of PostgreSQL sees. A PostgreSQL snapshot says which transactions are visible,
 * and so determines the data. Two snapshots with the same list of transactions see the same data.
 *
 * There are three exceptions:
 *
 * - After a crash, PostgreSQL may assign the numbers of lost transactions again. Every crash ends all connections, so
 *   the version contains the connection and the time when it began.
 * - On Citus, the workers have transactions of their own, which the list does not contain. So there is no version.
 * - On a standby, the list does not change with each commit that it receives. So there is no version.
 */
async function snapshotVersion(session: Session): Promise<string | undefined> {
  const { rows } = await session.query<readonly [version: string, hasVersion: boolean]>({
    name: 'snapshot-version',
    keepsPlan: true,
    text: SNAPSHOT_VERSION_SQL,
  })
  const [version, hasVersion = false] = rows[0] ?? []
  return hasVersion ? version : undefined
}

const SNAPSHOT_VERSION_SQL = `select concat_ws(' ', pg_backend_pid(), backend_start, pg_current_snapshot()),
    not pg_is_in_recovery() and not ${HAS_CITUS}
  from pg_stat_get_activity(pg_backend_pid())`
