import { type Clause, type Filter, itemsOf, type Scalar } from '../filter/filter.js'
import { groupBy } from '../group-by.js'
import { compareCreation, type WeightPolicy } from '../policy/policy.js'
import type { Topology } from '../topology/topology.js'

/**
 * The weight policies of each topology, by its id: those bound to it, and the global ones that mention its service
 * (rules.md#topology-export-3). They are in the order in which they apply, which an import preserves.
 *
 * @param policies those bound to any of the topologies, and all global ones
 */
export function policiesOfTopologies(
  topologies: readonly Pick<Topology, 'id' | 'service'>[],
  policies: readonly WeightPolicy[],
): ReadonlyMap<string, readonly WeightPolicy[]> {
  const byService = groupBy(topologies, ({ service }) => service)
  const held = new Map<string, WeightPolicy[]>(topologies.map(({ id }) => [id, []]))
  for (const policy of [...policies].sort(compareCreation)) {
    const ids =
      policy.topologyId === null
        ? [...servicesNamedIn(policy.filters)].flatMap((service) => byService.get(service) ?? []).map(({ id }) => id)
        : [policy.topologyId]
    for (const id of ids) held.get(id)?.push(policy)
  }
  return held
}

/** The values of the clauses on the key `service`, at every level. */
function servicesNamedIn(filter: Filter): ReadonlySet<string> {
  const values = clausesOf(filter).flatMap((clause) => (clause.key === 'service' ? valuesOf(clause) : []))
  return new Set(values.filter((value) => typeof value === 'string'))
}

/** For `IN`: each item of the list, which may be written with commas. */
function valuesOf(clause: Clause): readonly Scalar[] {
  switch (clause.op) {
    case 'IN':
    case 'NOT IN':
      return itemsOf(clause.value)
    default:
      return [clause.value]
  }
}

/** Recursive; the depth is bounded by `LIMITS.filterDepth`. */
function clausesOf({ clauses }: Filter): readonly Clause[] {
  return clauses.flatMap((clause) => ('clauses' in clause ? clausesOf(clause) : clause))
}
