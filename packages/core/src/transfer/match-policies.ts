import { compareCreation } from '../compare-creation.js'
import { type Clause, type Filter, itemsOf, type Scalar } from '../filter/filter.js'
import { groupBy } from '../group-by.js'
import { type JsonValue, sortedJson } from '../json-value.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { Topology } from '../topology/topology.js'
import type { DocumentPolicy, PolicyContent } from './read-attachments.js'

/**
 * A policy that a document asks for, and the topology to bind it to. If `topologyId` is `null`, the policy becomes
 * global.
 */
export interface PolicyWish {
  readonly policy: DocumentPolicy
  readonly topologyId: string | null
}

/**
 * The wishes that have the same name and the same topology, in the order of the file, and the stored policies that are
 * chosen for these wishes.
 */
interface Namesakes {
  readonly name: string
  readonly topologyId: string | null
  readonly wishes: readonly PolicyWish[]
  readonly meant: WeightPolicy[]
}

/**
 * The rules for choosing among policies with the wanted name, best rule first: a policy of the same topology, a global
 * policy, any policy. A rule accepts a stored policy for a group of wishes (`Namesakes`) if `ofStored` returns the same
 * value for the policy as `ofWishes` returns for the group.
 */
const PREFERENCES: readonly {
  readonly ofStored: (policy: WeightPolicy) => string | null
  readonly ofWishes: (namesakes: Namesakes) => string | null
}[] = [
  { ofStored: ({ topologyId }) => topologyId, ofWishes: ({ topologyId }) => topologyId },
  { ofStored: ({ topologyId }) => topologyId, ofWishes: () => null },
  { ofStored: () => null, ofWishes: () => null },
]

/**
 * Finds the stored policy for each wish (rules.md#imported-weight-policies-2). Names are not unique, so policies with
 * the wanted name are chosen in this order:
 * 1. the policy with the id in the file
 * 2. policies of the same topology
 * 3. global policies
 * 4. all other policies
 * Within each step, the oldest policy is chosen first. For wishes with the same name and the same topology, the
 * policies that were chosen in steps 2 to 4 are then sorted by creation time: the first wish gets the oldest policy,
 * the next wish gets the next policy, and so on. New policies are created in the order of the wishes, so a second
 * import of the same file gives the same matches.
 */
export function matchPolicies(
  wishes: readonly PolicyWish[],
  stored: readonly WeightPolicy[],
): ReadonlyMap<PolicyWish, WeightPolicy> {
  const matches = matchIds(wishes, stored)
  const claimed = new Set(matches.values())
  const open = wishes.filter((wish) => !matches.has(wish))
  const groups = [...groupBy(open, ({ policy, topologyId }) => keyOf(policy.name, topologyId)).values()].map(namesakes)
  const newestFirst = [...stored].sort((left, right) => -compareCreation(left, right))
  for (const { ofStored, ofWishes } of PREFERENCES) {
    const free = groupBy(
      newestFirst.filter((policy) => !claimed.has(policy)),
      (policy) => keyOf(policy.name, ofStored(policy)),
    )
    for (const group of groups) claim(group, free.get(keyOf(group.name, ofWishes(group))) ?? [], claimed)
  }
  for (const { wishes: asking, meant } of groups) {
    meant.sort(compareCreation)
    for (const [index, policy] of meant.entries()) matches.set(asking[index] as PolicyWish, policy)
  }
  return matches
}

function matchIds(wishes: readonly PolicyWish[], stored: readonly WeightPolicy[]): Map<PolicyWish, WeightPolicy> {
  const byId = new Map(stored.map((policy) => [keyOf(policy.name, policy.id), policy]))
  const matches = new Map<PolicyWish, WeightPolicy>()
  for (const wish of wishes) {
    const key = keyOf(wish.policy.name, wish.policy.id ?? null)
    const match = byId.get(key)
    if (match === undefined) continue
    matches.set(wish, match)
    byId.delete(key)
  }
  return matches
}

function namesakes(wishes: readonly PolicyWish[]): Namesakes {
  const [first] = wishes as readonly [PolicyWish]
  return { name: first.policy.name, topologyId: first.topologyId, wishes, meant: [] }
}

/** @param free the policies that are not chosen yet, newest first */
function claim({ wishes, meant }: Namesakes, free: WeightPolicy[], claimed: Set<WeightPolicy>): void {
  while (meant.length < wishes.length) {
    const policy = free.pop()
    if (policy === undefined) return
    meant.push(policy)
    claimed.add(policy)
  }
}

/**
 * A text that is equal for two policies if and only if they have the same name, description, filters, weight and
 * status.
 */
export function contentOf({ name, description, filters, weight, status }: PolicyContent): string {
  return JSON.stringify([name, description, weight, status, sortedJson(filters as unknown as JsonValue)])
}

function keyOf(name: string, detail: string | null): string {
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
