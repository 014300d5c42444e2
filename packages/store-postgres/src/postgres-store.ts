import type { LockArea, Store, StoreParts } from '@opsgraph/core/store'
import { AlertLocks } from './alert-locks.js'
import { AreaLocks } from './area-locks.js'
import type { Database, PoolCounts, Session, Statement } from './database.js'
import { LazyTransaction } from './lazy-transaction.js'
import { LogPruning } from './log-relations.js'
import { PostgresAlertStore } from './postgres-alert-store.js'
import { postgresApiKeyStore } from './postgres-api-key-store.js'
import { postgresAuditTrail } from './postgres-audit-trail.js'
import { postgresCatalogStore } from './postgres-catalog-store.js'
import { postgresMaintenanceStore } from './postgres-maintenance-store.js'
import {
  postgresAlertPolicyStore,
  postgresRelationPolicyStore,
  postgresWeightPolicyStore,
} from './postgres-policy-store.js'
import { relationLogIn } from './postgres-relation-log.js'
import { PostgresRelationStore } from './postgres-relation-store.js'
import { PostgresTopologyStore } from './postgres-topology-store.js'
import { postgresWebhookStore } from './postgres-webhook-store.js'
import { retrying } from './retry.js'
import { readRevision } from './revision.js'
import { snapshotVersion } from './snapshot-version.js'
import { spreadTables } from './spread-tables.js'
import { readTables, type TableStatus } from './table-status.js'

/** A store whose data are in one PostgreSQL database. */
export interface PostgresStore extends Store {
  /** The state of the connection pool; `undefined` for the embedded database. */
  readonly poolCounts: (() => PoolCounts) | undefined
  /** Distributes the large tables over the workers of Citus, see `spreadTables`. */
  spread(shards: number): Promise<readonly string[]>
  /** Lists the tables with their sizes, and says how the rows of each table are distributed. */
  tables(): Promise<readonly TableStatus[]>
}

/** @param database its schema must be migrated (`migrate`) */
export function postgresStore(database: Database): PostgresStore {
  const { poolCounts } = database
  const pruning = new LogPruning()
  const locks = new AreaLocks()
  const calls = singleCalls(database)
  return {
    ...partsIn(calls, pruning),
    poolCounts,
    transaction: (work) =>
      retrying((isRepeated) =>
        locks.releasing((lock) =>
          LazyTransaction.run(database, async (session) => {
            if (isRepeated) await lock(session, 'repeated')
            return work({
              ...partsIn(session, pruning, new AlertLocks(session)),
              lock: (area) => lock(session, area),
              // Without a pool there is one connection, so no other transaction can run at the same time.
              ...(poolCounts !== undefined && { tryLock: (area: LockArea) => locks.tryTake(session, area) }),
            })
          }),
        ),
      ),
    snapshot: (work) =>
      database.transaction('snapshot', (session) =>
        work({
          ...partsIn(session, pruning),
          relationLog: relationLogIn(session),
          version: () => snapshotVersion(session),
        }),
      ),
    spread: (shards) => spreadTables(database, shards),
    tables: () => readTables(calls),
    ping: () => database.ping(),
    close: () => database.close(),
  }
}

/** The parts of the store, whose statements all run in one session. */
function partsIn(session: Session, pruning: LogPruning, alertLocks?: AlertLocks): StoreParts {
  return {
    relations: new PostgresRelationStore(session, pruning),
    topologies: new PostgresTopologyStore(session),
    alerts: new PostgresAlertStore(session, alertLocks),
    catalog: postgresCatalogStore(session),
    weightPolicies: postgresWeightPolicyStore(session),
    relationPolicies: postgresRelationPolicyStore(session),
    alertPolicies: postgresAlertPolicyStore(session),
    maintenance: postgresMaintenanceStore(session),
    policyRevision: { read: () => readRevision(session, 'policy_revision') },
    webhooks: postgresWebhookStore(session),
    apiKeys: postgresApiKeyStore(session),
    audit: postgresAuditTrail(session),
  }
}

/** Runs every call as a separate transaction, and retries the transaction if it collides with another one. */
function singleCalls(database: Database): Session {
  return {
    query: <Row extends readonly unknown[]>(statement: Statement) => retrying(() => database.query<Row>(statement)),
    atomic: (work) => retrying(() => database.transaction('write', work)),
  }
}
