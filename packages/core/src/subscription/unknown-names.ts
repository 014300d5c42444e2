import type { ServiceImpact } from '../impact/service-impact.js'
import type { Subscription } from './subscription.js'

/** The names of a subscription that stand for nothing: misspelt ones tell nothing, and nobody notices. */
export interface UnknownNames {
  readonly services: readonly string[]
  readonly owners: readonly string[]
}

/**
 * Finds the names of services and owners that no service has now, in the order of the subscription
 * (rules.md#subscriptions-15). Services without an owner may be to come: the owner `""` is always known.
 */
export function unknownNames(
  { services, owners }: Pick<Subscription, 'services' | 'owners'>,
  known: readonly Pick<ServiceImpact, 'service' | 'owner'>[],
): UnknownNames {
  const knownServices = new Set(services.length === 0 ? [] : known.map(({ service }) => service))
  const knownOwners = new Set(owners.length === 0 ? [] : ['', ...known.map(({ owner }) => owner)])
  return {
    services: services.filter((service) => !knownServices.has(service)),
    owners: owners.filter((owner) => !knownOwners.has(owner)),
  }
}
