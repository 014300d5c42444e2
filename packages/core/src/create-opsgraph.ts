import { randomBytes, toText } from '#platform'
import { digestOfSecret } from './access/secret-digest.js'
import { LIMITS } from './limits.js'
import { type MeasuredMetric, measured } from './metric.js'
import type { Clock } from './port/clock.js'
import type { IdGenerator } from './port/id-generator.js'
import type { License } from './port/license.js'
import type { Notifier } from './port/notifier.js'
import type { Store } from './port/store.js'
import { deriveSecretKeys, NONCE_BYTES } from './secret/secret.js'
import { timeOrderedId } from './time-ordered-id.js'
import { type BoundUseCases, bindUseCases } from './use-case/bind-use-cases.js'
import { GroupCommit } from './use-case/concurrency/group-commit.js'
import { Semaphore } from './use-case/concurrency/semaphore.js'
import type { Dependencies } from './use-case/dependencies.js'
import { ImpactCache } from './use-case/impact/impact-cache.js'
import { TopologyCache } from './use-case/impact/topology-cache.js'
import { GRAPH_MEMORY_METRICS, GraphMemory, type GraphMemoryCounts } from './use-case/relation/graph-memory.js'
import { type DeliveryCounts, DeliveryTracker } from './use-case/subscription/delivery-desk.js'
import { SubscriptionLookCache } from './use-case/subscription/subscription-watch.js'
import { WebhookCache } from './use-case/webhook/webhook-cache.js'

/**
 * Every use-case of the system, bound to its store. A use-case that needs a scope takes the caller as its first
 * argument, and throws OpsgraphError `forbidden` if the caller does not hold the scope.
 */
export interface Opsgraph extends BoundUseCases {
  /** Resolves if the store answers and accepts writes. */
  ping(): Promise<void>
  /** Returns counts of the resource graph in the memory of this process, for example the number of loaded relations. */
  graphMemoryCounts(): GraphMemoryCounts
  /** Returns what core counts in this process, for `/metrics`: always the same metrics, with their current values. */
  metrics(): readonly MeasuredMetric[]
  /** Returns the maximum number of bytes in the body of a delivery. */
  webhookBodyLimit(): number
  /** Returns how many tries to deliver a message of a subscription have succeeded and failed in this process. */
  deliveryCounts(): DeliveryCounts
  /** Stops sending messages of subscriptions: begins no further try, and waits until the tries in flight have ended. */
  endDeliveries(): Promise<void>
}

export interface OpsgraphOptions {
  readonly store: Store
  /** Returns the current time; default: the clock of the system. */
  readonly clock?: Clock
  /**
   * Creates ids; default: UUIDs of version 7. The ids that one process creates ascend, unless its clock is set back by
   * more than ten seconds.
   */
  readonly newId?: IdGenerator
  /** What the license allows; default: every feature, and any number of topologies. */
  readonly license?: License
  /**
   * The secret of the administrator's key: the server accepts this API key although it is not stored. The user of the
   * key is `admin`, and its only scope is `admin`. Default: none.
   */
  readonly adminKey?: string | undefined
  /**
   * The key that protects the stored secrets of webhooks, and the addresses and secrets of subscriptions. Without this
   * key, no webhook can have a secret, and there can be no subscription. Default: none.
   */
  readonly secretKey?: string | undefined
  /**
   * The approximate number of bytes that this process may use to keep the resource graph in memory. If the graph of an
   * environment is in memory, a walk through it reads no relations from the store. 0 = keep nothing in memory. Has no
   * effect if the store has no `relationLog`. Default: 256 MiB.
   */
  readonly graphMemory?: number | undefined
  /**
   * The maximum number of bytes in the body of a delivery to a webhook, before and after unpacking; at most 8 MiB.
   * Default: 262,144.
   */
  readonly webhookBodyLimit?: number | undefined
  /** Carries messages to the receivers of subscriptions. Default: none, so that there can be no subscription. */
  readonly notifier?: Notifier | undefined
  /**
   * Returns the URL of the console, without a trailing slash; `undefined` = unknown. Messages of subscriptions contain
   * links to the console if the URL is known. Default: unknown.
   */
  readonly consoleUrl?: (() => string | undefined) | undefined
  /**
   * The pause after the first failed try to deliver a message, in seconds. The pause doubles after each further failed
   * try. Default: 10.
   */
  readonly subscriptionRetry?: number | undefined
  /** If all tries of a subscription fail for this many seconds, the server opens an alert about it. Default: 600. */
  readonly subscriptionFailing?: number | undefined
}

/**
 * The number of random bytes in the secret of an API key, and in a signing secret. Nobody can guess 256 random bits.
 */
const SECRET_BYTES = 32

const ENDED_TRIES_QUEUE_LIMIT = { items: LIMITS.subscriptionTries, weight: LIMITS.subscriptionTries }

/**
 * Returns all use-cases, bound to the given store. The inputs of use-cases are typed, and are also checked at run time:
 * a use-case refuses a wrong input with an OpsgraphError of the kind `invalid`.
 *
 * @example
 * ```ts
 * import { type Caller, createOpsgraph } from '@opsgraph/core'
 * import { MemoryStore } from '@opsgraph/store-memory'
 *
 * const opsgraph = createOpsgraph({ store: new MemoryStore() })
 * const me: Caller = { user: 'me', scopes: ['admin'], requestId: null }
 * const disk = { environment: 'Production', resource: 'disk-sdb' }
 * await opsgraph.putRelation(me, { ...disk, parent: 'database' })
 * const { ancestors } = await opsgraph.readResourceGraph(me, disk)
 * console.log(ancestors) // [ { resource: 'database', depth: 1, path: [ 'disk-sdb', 'database' ] } ]
 * ```
 */
export function createOpsgraph(options: OpsgraphOptions): Opsgraph {
  const { store, newId, license, adminKey, secretKey } = options
  const clock = options.clock ?? (() => new Date())
  const graphMemory = new GraphMemory(store, clock, options.graphMemory ?? LIMITS.graphMemory)
  const deliveryDesk = new DeliveryTracker()
  const secretKeys = deriveSecretKeys(secretKey ?? '')
  const dependencies: Dependencies = {
    store,
    clock,
    newId: newId ?? timeOrderedId,
    license: license ?? { topologyFeature: true, topologyLimit: null },
    newSecret: () => toText(randomBytes(SECRET_BYTES), 'base64url'),
    adminKeyDigest: adminKey === undefined ? undefined : digestOfSecret(adminKey),
    policyCache: { cached: undefined },
    maintenanceCache: { applied: undefined },
    fileSemaphores: { receiving: new Semaphore(LIMITS.receivedFiles), working: new Semaphore(1) },
    graphSemaphore: new Semaphore(LIMITS.graphReaders),
    graphMemory,
    topologyCache: new TopologyCache(),
    impactCache: new ImpactCache(),
    subscriptionWatch: new SubscriptionLookCache(),
    deliveryDesk,
    endedTries: new GroupCommit({ group: ENDED_TRIES_QUEUE_LIMIT, groupsAtOnce: 1, queue: ENDED_TRIES_QUEUE_LIMIT }),
    subscriptionTimes: { retry: options.subscriptionRetry ?? 10, failing: options.subscriptionFailing ?? 600 },
    consoleUrl: options.consoleUrl ?? (() => undefined),
    secretKeys,
    bodyLimit: options.webhookBodyLimit ?? LIMITS.webhookBody,
    newNonce: () => randomBytes(NONCE_BYTES),
    newSigningSecret: () => `whsec_${toText(randomBytes(SECRET_BYTES), 'base64')}`,
    notifier: options.notifier,
    webhookCache: new WebhookCache(store, secretKeys),
    deliveries: new GroupCommit({
      group: LIMITS.webhookGroup,
      groupsAtOnce: LIMITS.webhookGroups,
      queue: LIMITS.webhookQueue,
    }),
  }
  return {
    ...bindUseCases(dependencies),
    ping: () => store.ping(),
    graphMemoryCounts: () => graphMemory.counts(),
    metrics: () => measured(GRAPH_MEMORY_METRICS, graphMemory.counts()),
    webhookBodyLimit: () => dependencies.bodyLimit,
    deliveryCounts: () => deliveryDesk.counts(),
    endDeliveries: () => deliveryDesk.close(),
  }
}
