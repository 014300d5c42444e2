import { pause } from '#platform'
import { unknownNames } from '../../impact/unknown-names.js'
import { selectsNoExistingService } from '../../subscription/concerns.js'
import { openReceiver } from '../../subscription/receiver.js'
import type { StoredSubscription } from '../../subscription/subscription.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from '../impact/current-impact.js'

/** An enabled subscription that sends nothing, although no try of it has failed. */
export interface SilentSubscription {
  readonly id: string
  readonly name: string
  /**
   * `secretKey`: its address or its secret was stored under another `SECRET_KEY`; `services`: there is no service that
   * its `services` and `owners` choose.
   */
  readonly reason: 'secretKey' | 'services'
}

/**
 * Lists the enabled subscriptions that send nothing as they are set (rules.md#deliveries-of-subscriptions-13), in the
 * order of their ids.
 */
export async function listSilentSubscriptions(dependencies: Dependencies): Promise<readonly SilentSubscription[]> {
  const { store, secretKeys, clock } = dependencies
  const now = timestamp(clock())
  const enabled = (await store.subscriptions.all()).filter((each) => each.enabled)
  const choosy = await findSubscriptionsWithoutService(dependencies, enabled)
  return enabled.flatMap((each) => {
    const { id, name } = each
    if (openReceiver(each, secretKeys, now) === undefined) return { id, name, reason: 'secretKey' as const }
    return choosy.has(id) ? { id, name, reason: 'services' as const } : []
  })
}

/**
 * The ids of the subscriptions that choose no service. Computes no impact if none of them names a service or an owner.
 */
async function findSubscriptionsWithoutService(
  dependencies: Dependencies,
  subscriptions: readonly StoredSubscription[],
): Promise<ReadonlySet<string>> {
  const narrowed = subscriptions.filter(({ services, owners }) => services.length + owners.length > 0)
  const found = new Set<string>()
  if (narrowed.length === 0) return found
  return await readCurrentImpact(dependencies, async ({ impact }) => {
    for (const subscription of narrowed) {
      const unknown = unknownNames(subscription, impact.services)
      if (selectsNoExistingService(subscription, unknown)) found.add(subscription.id)
      await pause()
    }
    return found
  })
}
