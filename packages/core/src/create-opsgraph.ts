import { randomBytes, toText } from '#platform'
import { digestOfSecret } from './access/secret-digest.js'
import { LIMITS } from './limits.js'
import type { Clock } from './port/clock.js'
import type { IdGenerator } from './port/id-generator.js'
import type { License } from './port/license.js'
import type { Notifier } from './port/notifier.js'
import type { Store } from './port/store.js'
import { timeOrderedId } from './time-ordered-id.js'
import { type BoundUseCases, bindUseCases } from './use-case/bind-use-cases.js'
import { GroupCommit } from './use-case/concurrency/group-commit.js'
import { Semaphore } from './use-case/concurrency/semaphore.js'
import type { Dependencies } from './use-case/dependencies.js'
import { ImpactCache } from './use-case/impact/impact-cache.js'
import { TopologyCache } from './use-case/impact/topology-cache.js'
import { GraphMemory, type GraphMemoryCounts } from './use-case/relation/graph-memory.js'
import { WebhookCache } from './use-case/webhook/webhook-cache.js'
import { deriveSecretKeys, NONCE_BYTES } from './webhook/auth/secret.js'

/**
 * Every use-case of the system, bound to its store. A use-case that needs a scope takes the caller as its first
 * argument, and throws OpsgraphError `forbidden` if the caller does not hold the scope.
 */
export interface Opsgraph extends BoundUseCases {
  /** Resolves if the store answers and accepts writes. */
  ping(): Promise<void>
  /** Returns counts of the resource graph in the memory of this process, for example the number of loaded relations. */
  graphMemoryCounts(): GraphMemoryCounts
  /** Returns the maximum number of bytes in the body of a delivery. */
  webhookBodyLimit(): number
}

export interface OpsgraphOptions {
  readonly store: Store
  /** Default: the system's clock. */
  readonly clock?: Clock
  /**
   * Default: UUIDs of version 7. The ids that one process creates ascend, unless its clock is set back by more than ten
   * seconds.
   */
  readonly newId?: IdGenerator
  /** Default: every feature, unlimited topologies. */
  readonly license?: License
  /**
   * The secret of an API key that the server accepts although the key is not stored. The user of this key is `admin`,
   * and its only scope is `admin`. Default: none.
   */
  readonly adminKey?: string | undefined
  /**
   * The key that protects the stored shared secrets of webhooks. Without this key, no webhook can have a secret.
   * Default: none.
   */
  readonly secretKey?: string | undefined
  /**
   * The approximate number of bytes that this process may use to keep the resource graph in memory. If an environment
   * is in memory, a walk through its graph does not read relations from the store. 0 = keep nothing in memory. Has no
   * effect if the store has no `relationLog`. Default: 256 MiB.
   */
  readonly graphMemory?: number | undefined
  /**
   * At most this many bytes in the body of a delivery to a webhook, also after unpacking; at most 8 MiB. Default:
   * 262,144.
   */
  readonly webhookBodyLimit?: number | undefined
  /** Carries the messages of subscriptions. Default: none, so that no subscription can be stored. */
  readonly notifier?: Notifier | undefined
}

/** The number of random bytes in the secret of an API key. A secret of 256 random bits cannot be guessed. */
const SECRET_BYTES = 32

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
    fileTurns: { receiving: new Semaphore(LIMITS.receivedFiles), working: new Semaphore(1) },
    graphTurns: new Semaphore(LIMITS.graphReaders),
    graphMemory,
    topologyCache: new TopologyCache(),
    impactCache: new ImpactCache(),
    notifier: options.notifier,
    secretKeys,
    bodyLimit: options.webhookBodyLimit ?? LIMITS.webhookBody,
    newNonce: () => randomBytes(NONCE_BYTES),
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
    webhookBodyLimit: () => dependencies.bodyLimit,
  }
}
