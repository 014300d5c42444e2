import type { LockArea, RelationPolicyStore, Store, StoreSnapshot, StoreTransaction } from '@opsgraph/core/store'
import { AlertLocks } from './alert-locks.js'
import { AreaLocks } from './area-locks.js'
import type { Database, Outcome, PoolCounts, Session, Statement } from './database.js'
import { LazyTransaction } from './lazy-transaction.js'
import { LogPruning } from './log-relations.js'
import { PostgresAlertStore } from './postgres-alert-store.js'
import { PostgresApiKeyStore } from './postgres-api-key-store.js'
import { PostgresAuditTrail } from './postgres-audit-trail.js'
import { PostgresCatalogStore } from './postgres-catalog-store.js'
import { PostgresMaintenanceStore } from './postgres-maintenance-store.js'
import {
  PostgresAlertPolicyStore,
  PostgresPolicyRevision,
  PostgresWeightPolicyStore,
  relationPolicyStore,
} from './postgres-policy-store.js'
import { relationLogIn } from './postgres-relation-log.js'
import { PostgresRelationStore } from './postgres-relation-store.js'
import { PostgresTopologyStore } from './postgres-topology-store.js'
import { PostgresWebhookStore } from './postgres-webhook-store.js'
import { retrying } from './retry.js'
import { snapshotVersion } from './snapshot-version.js'
import { spreadTables } from './spread-tables.js'
import { readTables, type TableStatus } from './table-status.js'

/** Stores all data in one PostgreSQL database with a migrated schema (`migrate`). */
export class PostgresStore implements Store {
  readonly relations: PostgresRelationStore
  readonly topologies: PostgresTopologyStore
  readonly alerts: PostgresAlertStore
  readonly catalog: PostgresCatalogStore
  readonly weightPolicies: PostgresWeightPolicyStore
  readonly relationPolicies: RelationPolicyStore
  readonly alertPolicies: PostgresAlertPolicyStore
  readonly maintenance: PostgresMaintenanceStore
  readonly policyRevision: PostgresPolicyRevision
  readonly webhooks: PostgresWebhookStore
  readonly apiKeys: PostgresApiKeyStore
  readonly audit: PostgresAuditTrail
  /** The state of the connection pool; `undefined` for the embedded database. */
  readonly poolCounts: (() => PoolCounts) | undefined
  readonly #database: Database
  readonly #locks: AreaLocks
  readonly #pruning = new LogPruning()

  constructor(database: Database) {
    const parts = partsOf(new SingleCalls(database), this.#pruning)
    this.relations = parts.relations
    this.topologies = parts.topologies
    this.alerts = parts.alerts
    this.catalog = parts.catalog
    this.weightPolicies = parts.weightPolicies
    this.relationPolicies = parts.relationPolicies
    this.alertPolicies = parts.alertPolicies
    this.maintenance = parts.maintenance
    this.policyRevision = parts.policyRevision
    this.webhooks = parts.webhooks
    this.apiKeys = parts.apiKeys
    this.audit = parts.audit
    this.poolCounts = database.poolCounts
    this.#database = database
    this.#locks = new AreaLocks()
  }

  transaction<T>(work: (parts: StoreTransaction) => Promise<T>): Promise<T> {
    return retrying((isRepeated) =>
      this.#locks.releasing((lock) =>
        LazyTransaction.run(this.#database, async (session) => {
          if (isRepeated) await lock(session, 'repeated')
          return work({
            ...partsOf(session, this.#pruning, new AlertLocks(session)),
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
        ...partsOf(session, this.#pruning),
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
    return readTables(new SingleCalls(this.#database))
  }

  ping(): Promise<void> {
    return this.#database.ping()
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/** Runs every call as a separate transaction, and retries the transaction if it collides with another one. */
class SingleCalls implements Session {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  query<Row extends readonly unknown[]>(statement: Statement): Promise<Outcome<Row>> {
    return retrying(() => this.#database.query<Row>(statement))
  }

  atomic<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return retrying(() => this.#database.transaction('write', work))
  }
}

function partsOf(session: Session, pruning: LogPruning, alertLocks?: AlertLocks) {
  return {
    relations: new PostgresRelationStore(session, pruning),
    topologies: new PostgresTopologyStore(session),
    alerts: new PostgresAlertStore(session, alertLocks),
    catalog: new PostgresCatalogStore(session),
    weightPolicies: new PostgresWeightPolicyStore(session),
    relationPolicies: relationPolicyStore(session),
    alertPolicies: new PostgresAlertPolicyStore(session),
    maintenance: new PostgresMaintenanceStore(session),
    policyRevision: new PostgresPolicyRevision(session),
    webhooks: new PostgresWebhookStore(session),
    apiKeys: new PostgresApiKeyStore(session),
    audit: new PostgresAuditTrail(session),
  }
}
