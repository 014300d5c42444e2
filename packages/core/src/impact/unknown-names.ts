import { nearestName } from '../nearest-name.js'
import type { ServiceImpact } from './service-impact.js'

/** The names in a choice of services to which no service belongs, perhaps because somebody has misspelled them. */
export interface UnknownNames {
  /** The services that do not exist. */
  readonly services: readonly string[]
  /** The owners that no service has. */
  readonly owners: readonly string[]
  /** The services that exist, but whose owner is not among the chosen owners. */
  readonly otherOwner: readonly string[]
  /** The most similar service or owner of the first of these `services` and `owners`, if there is one. */
  readonly near: readonly NearName[]
}

interface NearName {
  readonly name: string
  readonly near: string
}

/** Similar names are searched for this many names, because each of them is compared with all services. */
const NAMES_COMPARED = 5

/** Chooses services by their names and by their owners. An empty list chooses all of them. */
interface ServiceChoice {
  readonly services: readonly string[]
  readonly owners: readonly string[]
}

/**
 * Finds the names in the `services` and `owners` of a subscription, or in the filters of a list, to which no service
 * belongs now. The names stay in their order (rules.md#subscriptions-15; rules.md#impact-on-services-15). The owner
 * `""` is never among them: services without an owner may be created later.
 *
 * @param known all services
 */
export function unknownNames(
  { services, owners }: ServiceChoice,
  known: readonly Pick<ServiceImpact, 'service' | 'owner'>[],
): UnknownNames {
  const ownerOf = new Map(services.length === 0 ? [] : known.map(({ service, owner }) => [service, owner]))
  const knownOwners = new Set(owners.length === 0 ? [] : ['', ...known.map(({ owner }) => owner)])
  const named = new Set(owners)
  const unknownServices = services.filter((service) => !ownerOf.has(service))
  const unknownOwners = owners.filter((owner) => !knownOwners.has(owner))
  return {
    services: unknownServices,
    owners: unknownOwners,
    otherOwner: services.filter(
      (service) => ownerOf.has(service) && named.size > 0 && !named.has(ownerOf.get(service) ?? ''),
    ),
    near: [...nearNames(unknownServices, [...ownerOf.keys()]), ...nearNames(unknownOwners, [...knownOwners])],
  }
}

function nearNames(unknown: readonly string[], known: readonly string[]): readonly NearName[] {
  return unknown.slice(0, NAMES_COMPARED).flatMap((name) => {
    const near = nearestName(name, known)
    return near === undefined ? [] : [{ name, near }]
  })
}

/** Like {@link unknownNames}; `undefined` if there are none. */
export function unknownNamesIfAny(...choice: Parameters<typeof unknownNames>): UnknownNames | undefined {
  const unknown = unknownNames(...choice)
  return Object.values(unknown).some((names) => names.length > 0) ? unknown : undefined
}
