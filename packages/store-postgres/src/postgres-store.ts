import type { LockArea, Store, StoreParts, StoreSnapshot, StoreTransaction } from '@opsgraph/core/store'
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

/** The parts of the store, whose statements all run in one session. */
class PostgresParts implements StoreParts {
  readonly relations: StoreParts['relations']
  readonly topologies: StoreParts['topologies']
  readonly alerts: StoreParts['alerts']
  readonly catalog: StoreParts['catalog']
  readonly weightPolicies: StoreParts['weightPolicies']
  readonly relationPolicies: StoreParts['relationPolicies']
  readonly alertPolicies: StoreParts['alertPolicies']
  readonly maintenance: StoreParts['maintenance']
  readonly policyRevision: StoreParts['policyRevision']
  readonly webhooks: StoreParts['webhooks']
  readonly apiKeys: StoreParts['apiKeys']
  readonly audit: StoreParts['audit']

  constructor(session: Session, pruning: LogPruning, alertLocks?: AlertLocks) {
    this.relations = new PostgresRelationStore(session, pruning)
    this.topologies = new PostgresTopologyStore(session)
    this.alerts = new PostgresAlertStore(session, alertLocks)
    this.catalog = postgresCatalogStore(session)
    this.weightPolicies = postgresWeightPolicyStore(session)
    this.relationPolicies = postgresRelationPolicyStore(session)
    this.alertPolicies = postgresAlertPolicyStore(session)
    this.maintenance = postgresMaintenanceStore(session)
    this.policyRevision = { read: () => readRevision(session, 'policy_revision') }
    this.webhooks = postgresWebhookStore(session)
    this.apiKeys = postgresApiKeyStore(session)
    this.audit = postgresAuditTrail(session)
  }
}

/** Stores all data in one PostgreSQL database with a migrated schema (`migrate`). */
export class PostgresStore extends PostgresParts implements Store {
  /** The state of the connection pool; `undefined` for the embedded database. */
  readonly poolCounts: (() => PoolCounts) | undefined
  readonly #database: Database
  readonly #pruning: LogPruning
  readonly #locks = new AreaLocks()

  constructor(database: Database, pruning = new LogPruning()) {
    super(singleCalls(database), pruning)
    this.poolCounts = database.poolCounts
    this.#database = database
    this.#pruning = pruning
  }

  transaction<T>(work: (parts: StoreTransaction) => Promise<T>): Promise<T> {
    return retrying((isRepeated) =>
      this.#locks.releasing((lock) =>
        LazyTransaction.run(this.#database, async (session) => {
          if (isRepeated) await lock(session, 'repeated')
          return work({
            ...new PostgresParts(session, this.#pruning, new AlertLocks(session)),
            lock: (area) => lock(session, area),
            // Without a pool there is one connection, so no other transaction can run at the same time.
            ...(this.poolCounts !== undefined && {
              tryLock: (area: LockArea) => this.#locks.tryTake(session, area),
            }),
          })
        }),
      ),
    )
  }

  snapshot<T>(work: (parts: StoreSnapshot) => Promise<T>): Promise<T> {
    return this.#database.transaction('snapshot', (session) =>
      work({
        ...new PostgresParts(session, this.#pruning),
        relationLog: relationLogIn(session),
        version: () => snapshotVersion(session),
      }),
    )
  }

  /** Distributes the large tables over the workers of Citus, see `spreadTables`. */
  spread(shards: number): Promise<readonly string[]> {
    return spreadTables(this.#database, shards)
  }

  /** Lists the tables with their sizes, and says how the rows of each table are distributed. */
  tables(): Promise<readonly TableStatus[]> {
    return readTables(singleCalls(this.#database))
  }

  ping(): Promise<void> {
    return this.#database.ping()
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/** Runs every call as a separate transaction, and retries the transaction if it collides with another one. */
function singleCalls(database: Database): Session {
  return {
    query: <Row extends readonly unknown[]>(statement: Statement) => retrying(() => database.query<Row>(statement)),
    atomic: (work) => retrying(() => database.transaction('write', work)),
  }
}
