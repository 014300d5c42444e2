import { compareCreation } from '../compare-creation.js'
import { type Clause, type Filter, itemsOf, type Scalar } from '../filter/filter.js'
import { groupBy } from '../group-by.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { Topology } from '../topology/topology.js'

/**
 * The weight policies in the export of each topology, by topology id: the policies bound to the topology, and the
 * global policies whose filters name the service of the topology (rules.md#topology-export-3). The policies are in the
 * order in which they are applied. An import preserves this order.
 *
 * @param policies all policies bound to one of the topologies, and all global policies
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

/** The values of all clauses with the key `service`, at every level of the filter. */
function servicesNamedIn(filter: Filter): ReadonlySet<string> {
  const values = clausesOf(filter).flatMap((clause) => (clause.key === 'service' ? valuesOf(clause) : []))
  return new Set(values.filter((value) => typeof value === 'string'))
}

/**
 * The values of a clause. A clause with `IN` or `NOT IN` has several values, as a list or in a comma-separated string.
 */
function valuesOf(clause: Clause): readonly Scalar[] {
  switch (clause.op) {
    case 'IN':
    case 'NOT IN':
      return itemsOf(clause.value)
    default:
      return [clause.value]
  }
}

/** All clauses of a filter. The recursion is limited by `LIMITS.filterDepth`. */
function clausesOf({ clauses }: Filter): readonly Clause[] {
  return clauses.flatMap((clause) => ('clauses' in clause ? clausesOf(clause) : clause))
}
