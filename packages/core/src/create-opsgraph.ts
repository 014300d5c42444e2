import { LIMITS } from './limits.js'
import { nodeIdGenerator, nodeNonceSource, nodeSecretBox } from './node-gateways.js'
import type { Clock } from './port/clock.js'
import type { Dependencies } from './port/dependencies.js'
import type { IdGenerator } from './port/id-generator.js'
import type { License } from './port/license.js'
import type { Store } from './port/store.js'
import { type BoundUseCases, bindUseCases } from './use-case/all-use-cases.js'
import { GroupCommit } from './use-case/fairness/group-commit.js'
import { Turnstile } from './use-case/fairness/turnstile.js'
import { WebhookDirectory } from './use-case/webhook/webhook-directory.js'
import { deriveSecretKeys } from './webhook/secret.js'

/**
 * Every action of the system, bound to its store. An action that needs a scope takes its caller first, and throws an
 * OpsgraphError `forbidden` if the caller does not hold it.
 */
export type Opsgraph = BoundUseCases & {
  /** Resolves when the store answers. */
  ping(): Promise<void>
}

export interface OpsgraphOptions {
  readonly store: Store
  /** Default: the system's clock. */
  readonly clock?: Clock
  /** Default: random UUIDs. */
  readonly newId?: IdGenerator
  /** Default: every feature, any number of topologies. */
  readonly license?: License
  /** The secret of an API key that is accepted besides the stored ones, as user `admin` with scope `admin`. */
  readonly adminKey?: string | undefined
  /** Keeps the secrets of webhooks: without it no webhook can have one. Default: none. */
  readonly secretKey?: string | undefined
}

/** Puts opsgraph together: all use-cases, bound to the given store. */
export function createOpsgraph({ store, clock, newId, license, adminKey, secretKey }: OpsgraphOptions): Opsgraph {
  const secretKeys = deriveSecretKeys(secretKey ?? '')
  const dependencies: Dependencies = {
    store,
    clock: clock ?? (() => new Date()),
    newId: newId ?? nodeIdGenerator,
    license: license ?? { topologyFeature: true, topologyLimit: null },
    secretBox: nodeSecretBox,
    adminKeyDigest: adminKey === undefined ? undefined : nodeSecretBox.digest(adminKey),
    policyMemo: { kept: undefined },
    fileTurns: { receiving: new Turnstile(LIMITS.receivedFiles), working: new Turnstile(1) },
    graphTurns: new Turnstile(LIMITS.graphReaders),
    secretKeys,
    newNonce: nodeNonceSource,
    knownWebhooks: new WebhookDirectory(store, secretKeys),
    deliveries: new GroupCommit({
      group: LIMITS.webhookGroup,
      groupsAtOnce: LIMITS.webhookGroups,
      queue: LIMITS.webhookQueue,
    }),
  }
  return { ...bindUseCases(dependencies), ping: () => store.ping() }
}
