import {
  OpsgraphError,
  Semaphore,
  type Store,
  type StoreParts,
  type StoreSnapshot,
  type StoreTransaction,
} from '@opsgraph/core/store'
import { createAccess, StepPauses, type Steps, type TableAccess } from './access.js'
import { apiKeyStore, auditTrail } from './access-stores.js'
import { alertStore } from './alert-store.js'
import { heartbeatStore } from './heartbeat-store.js'
import { historyStore } from './history-store.js'
import { relationStore } from './relation-store.js'
import { resourceStore } from './resource-store.js'
import { settingStores } from './setting-stores.js'
import { subscriptionStore } from './subscription-store.js'
import { Tables } from './tables.js'
import { topologyStore } from './topology-store.js'
import { webhookStore } from './webhook-store.js'

/** Declares the parts of a store as fields. The constructor of {@link MemoryStore} assigns them. */
const StorePartsBase = Object as unknown as new () => StoreParts

/**
 * Keeps all data in memory until the process ends. This store is for tests, demos and embedding.
 *
 * Single calls, transactions and snapshots run one at a time. Work in a transaction or a snapshot must use only the
 * parts that it receives: a call on the store itself would wait for the end of this work, which is a deadlock.
 *
 * @example
 * ```ts
 * import { type Caller, createOpsgraph } from '@opsgraph/core'
 * import { MemoryStore } from '@opsgraph/store-memory'
 *
 * const opsgraph = createOpsgraph({ store: new MemoryStore() })
 * const me: Caller = { user: 'me', scopes: ['admin'], requestId: null }
 * await opsgraph.receiveAlert(me, { environment: 'Production', resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical' })
 * console.log((await opsgraph.listAlerts(me, {})).total) // 1
 * ```
 */
export class MemoryStore extends StorePartsBase implements Store {
  readonly #tables: Tables
  readonly #turns = new Semaphore(1)
  readonly #pauses = new StepPauses()
  #isClosed = false

  constructor()
  /** @internal @param tables the tables to use; tests pass their own tables to read them directly */
  constructor(tables: Tables)
  constructor(tables: Tables = new Tables()) {
    super()
    this.#tables = tables
    const access = createAccess((work) => this.#turn(() => this.#pauses.run(work())))
    Object.assign(this, createParts(tables, access))
  }

  transaction<T>(work: (parts: StoreTransaction) => Promise<T>): Promise<T> {
    const inTables = <R>(access: () => Steps<R>) => this.#pauses.run(this.#tables.atomically(access))
    return this.#turn(() =>
      guardWhileOpen('transaction', inTables, (access) =>
        // Only one transaction runs at a time, so a lock is always free.
        work({ ...createParts(this.#tables, access), lock: () => access(() => undefined) }),
      ),
    )
  }

  snapshot<T>(work: (parts: StoreParts) => Promise<T>): Promise<T> {
    const inTables = <R>(access: () => Steps<R>) => this.#pauses.run(this.#tables.readOnly(access))
    return this.#turn(() => guardWhileOpen('snapshot', inTables, (access) => work(createParts(this.#tables, access))))
  }

  ping(): Promise<void> {
    return this.#turn(async () => undefined)
  }

  /** Waits for running work. Later calls fail with `unavailable`. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#turns.pass(async () => undefined)
  }

  /** Runs `work` after all earlier work has ended. If `work` throws, rolls back its changes. */
  async #turn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new OpsgraphError('unavailable', 'the store is closed')
    return this.#turns.pass(async () => {
      try {
        return await work()
      } catch (error) {
        await this.#pauses.run(this.#tables.rollBack())
        throw error
      } finally {
        this.#tables.commit()
      }
    })
  }
}

function createParts(tables: Tables, access: TableAccess): StoreSnapshot {
  return {
    ...settingStores(tables, access),
    version: () => access(() => tables.version),
    relations: relationStore(tables, access),
    resources: resourceStore(tables, access),
    topologies: topologyStore(tables, access),
    alerts: alertStore(tables, access),
    serviceHistory: historyStore(tables, access),
    webhooks: webhookStore(tables, access),
    heartbeats: heartbeatStore(tables, access),
    subscriptions: subscriptionStore(tables, access),
    apiKeys: apiKeyStore(tables, access),
    audit: auditTrail(tables, access),
  }
}

/** Runs `work` with access to the tables. Refuses any access after `work` has ended. */
async function guardWhileOpen<T>(
  what: 'transaction' | 'snapshot',
  inTables: <R>(access: () => Steps<R>) => Promise<R>,
  work: (access: TableAccess) => Promise<T>,
): Promise<T> {
  let isOpen = true
  try {
    const turns = new Semaphore(1)
    return await work(
      createAccess(async (steps) => {
        if (!isOpen) throw new Error(`the ${what} has ended: await all calls of its parts before its end`)
        return await turns.pass(() => inTables(steps))
      }),
    )
  } finally {
    isOpen = false
  }
}
