import { compareCreation } from '../compare-creation.js'
import { type Clause, type Filter, itemsOf, type Scalar } from '../filter/filter.js'
import { clausesOf } from '../filter/keyed-filter.js'
import { groupBy } from '../group-by.js'
import { type JsonValue, sortedJson } from '../json-value.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { Topology } from '../topology/topology.js'
import type { DocumentPolicy, PolicyContent } from './read-attachments.js'

/** A policy in a document, and the topology to bind it to. */
export interface RequestedPolicy {
  readonly policy: DocumentPolicy
  /** The topology to which the policy will belong; `null` = the policy becomes global. */
  readonly topologyId: string | null
}

/**
 * The requested policies that have the same name and the same topology, in the order of the file, and the stored
 * policies that were chosen for them.
 */
interface SameNameGroup {
  readonly name: string
  readonly topologyId: string | null
  readonly requested: readonly RequestedPolicy[]
  readonly chosen: WeightPolicy[]
}

/**
 * The rules for choosing among stored policies with the requested name, best rule first: a policy of the same topology,
 * a global policy, any policy. A rule accepts a stored policy for a group if both functions return the same value.
 */
const MATCH_PREFERENCES: readonly {
  readonly ofStored: (policy: WeightPolicy) => string | null
  readonly ofGroup: (group: SameNameGroup) => string | null
}[] = [
  { ofStored: ({ topologyId }) => topologyId, ofGroup: ({ topologyId }) => topologyId },
  { ofStored: ({ topologyId }) => topologyId, ofGroup: () => null },
  { ofStored: () => null, ofGroup: () => null },
]

/**
 * Finds the stored policy for each requested policy (rules.md#imported-weight-policies-2). Names are not unique, so
 * policies with the requested name are chosen in this order:
 * 1. the policy with the id in the file
 * 2. policies of the same topology
 * 3. global policies
 * 4. all other policies
 *
 * Within each step, the oldest policy is chosen first. If several requested policies have the same name and the same
 * topology, the policies chosen for them in steps 2 to 4 are assigned in order of creation: the first one gets the
 * oldest policy, and so on. New policies are created in the order of the file, so a second import of the same file
 * gives the same matches.
 */
export function matchPolicies(
  requested: readonly RequestedPolicy[],
  stored: readonly WeightPolicy[],
): ReadonlyMap<RequestedPolicy, WeightPolicy> {
  const matches = matchIds(requested, stored)
  const taken = new Set(matches.values())
  const unmatched = requested.filter((request) => !matches.has(request))
  const groups = [
    ...groupBy(unmatched, ({ policy, topologyId }) => policyMatchKey(policy.name, topologyId)).values(),
  ].map(toGroup)
  const newestFirst = [...stored].sort((left, right) => -compareCreation(left, right))
  for (const { ofStored, ofGroup } of MATCH_PREFERENCES) {
    const free = groupBy(
      newestFirst.filter((policy) => !taken.has(policy)),
      (policy) => policyMatchKey(policy.name, ofStored(policy)),
    )
    for (const group of groups) matchGroup(group, free.get(policyMatchKey(group.name, ofGroup(group))) ?? [], taken)
  }
  for (const { requested, chosen } of groups) {
    chosen.sort(compareCreation)
    for (const [index, policy] of chosen.entries()) matches.set(requested[index] as RequestedPolicy, policy)
  }
  return matches
}

function matchIds(
  requested: readonly RequestedPolicy[],
  stored: readonly WeightPolicy[],
): Map<RequestedPolicy, WeightPolicy> {
  const byId = new Map(stored.map((policy) => [policyMatchKey(policy.name, policy.id), policy]))
  const matches = new Map<RequestedPolicy, WeightPolicy>()
  for (const request of requested) {
    const key = policyMatchKey(request.policy.name, request.policy.id ?? null)
    const match = byId.get(key)
    if (match === undefined) continue
    matches.set(request, match)
    byId.delete(key)
  }
  return matches
}

function toGroup(requested: readonly RequestedPolicy[]): SameNameGroup {
  const [first] = requested as readonly [RequestedPolicy]
  return { name: first.policy.name, topologyId: first.topologyId, requested, chosen: [] }
}

/** @param free the policies that are not chosen yet, newest first */
function matchGroup({ requested, chosen }: SameNameGroup, free: WeightPolicy[], taken: Set<WeightPolicy>): void {
  while (chosen.length < requested.length) {
    const policy = free.pop()
    if (policy === undefined) return
    chosen.push(policy)
    taken.add(policy)
  }
}

/**
 * A text that is equal for two policies if and only if they have the same name, description, filters, weight and
 * status.
 */
export function policyContentText({ name, description, filters, weight, status }: PolicyContent): string {
  return JSON.stringify([name, description, weight, status, sortedJson(filters as unknown as JsonValue)])
}

function policyMatchKey(name: string, detail: string | null): string {
  return detail === null ? name : `${name}\u0000${detail}`
}

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
  const byTopology = new Map<string, WeightPolicy[]>(topologies.map(({ id }) => [id, []]))
  for (const policy of [...policies].sort(compareCreation)) {
    const ids =
      policy.topologyId === null
        ? [...servicesNamedIn(policy.filters)].flatMap((service) => byService.get(service) ?? []).map(({ id }) => id)
        : [policy.topologyId]
    for (const id of ids) byTopology.get(id)?.push(policy)
  }
  return byTopology
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
