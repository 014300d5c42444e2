import type { ServiceImpact } from '../impact/service-impact.js'
import type { Subscription } from './subscription.js'

/** The names of a subscription of which it tells nothing, perhaps because somebody has made a mistake. */
export interface UnknownNames {
  /** The services that do not exist. */
  readonly services: readonly string[]
  /** The owners that no service has. */
  readonly owners: readonly string[]
  /** The services that exist, but have another owner than those that the subscription names. */
  readonly otherOwner: readonly string[]
}

/**
 * Finds the names of a subscription of which it tells nothing now, in the order of the subscription
 * (rules.md#subscriptions-15). The owner `""` is never among them: services without an owner may be created later.
 *
 * @param known all services
 */
export function unknownNames(
  { services, owners }: Pick<Subscription, 'services' | 'owners'>,
  known: readonly Pick<ServiceImpact, 'service' | 'owner'>[],
): UnknownNames {
  const ownerOf = new Map(services.length === 0 ? [] : known.map(({ service, owner }) => [service, owner]))
  const knownOwners = new Set(owners.length === 0 ? [] : ['', ...known.map(({ owner }) => owner)])
  const named = new Set(owners)
  return {
    services: services.filter((service) => !ownerOf.has(service)),
    owners: owners.filter((owner) => !knownOwners.has(owner)),
    otherOwner: services.filter(
      (service) => ownerOf.has(service) && named.size > 0 && !named.has(ownerOf.get(service) ?? ''),
    ),
  }
}

/**
 * Whether a subscription tells of nothing now, because it chooses no existing service. A subscription to alerts that
 * reach no service always tells of something, whatever services it chooses.
 */
export function choosesNothing(
  { services, owners, kinds }: Pick<Subscription, 'services' | 'owners' | 'kinds'>,
  unknown: UnknownNames,
): boolean {
  if (kinds.includes('unreached')) return false
  if (services.length > 0) return unknown.services.length + unknown.otherOwner.length === services.length
  return owners.length > 0 && unknown.owners.length === owners.length
}
