import { type ChangeSet, type Revision, revisedFields } from '../change-set.js'
import { groupBy } from '../group-by.js'
import type { WeightPolicy } from '../policy/policy.js'
import { matchPolicies, policyContentText, type RequestedPolicy } from './match-policies.js'
import type { PolicyContent } from './read-attachments.js'
import type { TopologyDocument } from './read-document.js'
import type { TransferMode } from './topology-import-options.js'

/** A weight policy to create. When the policy is stored, it gets a creation time, and an id if it has no id. */
export interface NewPolicy extends PolicyContent {
  readonly id: string | undefined
  readonly topologyId: string | null
  /** The index of the policy among the policies of all documents. Policies are created and applied in this order. */
  readonly index: number
}
export type PolicyChanges = ChangeSet<NewPolicy, Revision<WeightPolicy>, WeightPolicy>

/** A document, and the id of its stored topology or of the topology to create. */
export interface AssignedDocument {
  readonly document: Pick<TopologyDocument, 'weightPolicies'>
  readonly topologyId: string
}

export interface PolicyPlanOptions {
  readonly mode: TransferMode
  /**
   * The stored policies that are bound to the topology of a document, or that have the same name or id as a policy in a
   * document.
   */
  readonly stored: readonly WeightPolicy[]
}

/**
 * Plans the weight policies of all documents of a file, one plan for each document (rules.md#imported-weight-policies).
 * If several documents contain the same policy (same id and content), this policy becomes one global policy, because a
 * policy can be bound to only one topology. The plan of the first of these documents contains this global policy.
 */
export function planPolicies(
  documents: readonly AssignedDocument[],
  { mode, stored }: PolicyPlanOptions,
): readonly PolicyChanges[] {
  const requestLists = requestedPolicies(documents)
  const ordered = mergeOrders(requestLists)
  const indexes = new Map(ordered.map((request, index) => [request, index]))
  const matches = matchPolicies([...new Set(requestLists.flat())], stored)
  const matched = new Set(matches.values())
  const bound = groupBy(mode === 'replace' ? stored : [], ({ topologyId }) => topologyId)
  const taken = new Set(stored.map(({ id }) => id))
  const counted = new Set<RequestedPolicy>()
  return documents.map(({ topologyId }, index) => {
    const uncountedRequests = (requestLists[index] ?? []).filter((request) => !counted.has(request))
    for (const request of uncountedRequests) counted.add(request)
    const create = uncountedRequests.flatMap((request) =>
      matches.has(request) ? [] : newPolicy(request, taken, indexes.get(request) ?? 0),
    )
    const update = uncountedRequests.flatMap((request) => policyUpdateOf(request, matches.get(request), mode))
    const remove = (bound.get(topologyId) ?? []).filter((policy) => !matched.has(policy))
    return { create, update, remove, unchanged: uncountedRequests.length - create.length - update.length }
  })
}

/**
 * The policies that each document requests, in order and without duplicates. If several documents contain the same
 * policy, they share one object.
 */
function requestedPolicies(documents: readonly AssignedDocument[]): readonly (readonly RequestedPolicy[])[] {
  const earlier = new Map<string, MutableRequest>()
  return documents.map(({ document, topologyId }) => {
    const requests = document.weightPolicies.map((policy) => sharedRequest(earlier, { policy, topologyId }))
    return [...new Set(requests)]
  })
}

interface MutableRequest extends RequestedPolicy {
  topologyId: string | null
}

/**
 * If an earlier document requests the same policy (same id and content), returns the earlier request; it becomes global
 * if it is for another topology. Otherwise returns the given request, without its id if a different policy has this id.
 *
 * @param earlier the first request for each policy id, so far
 */
function sharedRequest(earlier: Map<string, MutableRequest>, request: MutableRequest): RequestedPolicy {
  const { id } = request.policy
  if (id === undefined) return request
  const first = earlier.get(id)
  if (first === undefined) {
    earlier.set(id, request)
    return request
  }
  // Two different policies have the same id: the first one keeps it, and the second one gets a new id.
  if (policyContentText(first.policy) !== policyContentText(request.policy))
    return { ...request, policy: { ...request.policy, id: undefined } }
  if (first.topologyId !== request.topologyId) first.topologyId = null
  return first
}

/** @param taken the ids that a new policy must not get */
function newPolicy({ policy, topologyId }: RequestedPolicy, taken: ReadonlySet<string>, index: number): NewPolicy {
  const id = policy.id === undefined || taken.has(policy.id) ? undefined : policy.id
  return { ...contentFields(policy), topologyId, id, index }
}

function policyUpdateOf(
  { policy, topologyId }: RequestedPolicy,
  stored: WeightPolicy | undefined,
  mode: TransferMode,
): readonly Revision<WeightPolicy>[] {
  if (stored === undefined) return []
  const unchangedFields = mode === 'merge' ? [...policy.missingFields].map((field) => [field, stored[field]]) : []
  const wantedPolicy = { ...stored, ...contentFields(policy), ...Object.fromEntries(unchangedFields), topologyId }
  const revision = { stored, wanted: wantedPolicy }
  return revisedPolicyFields(revision).length === 0 ? [] : [revision]
}

function contentFields({ name, description, filters, weight, status }: PolicyContent): PolicyContent {
  return { name, description, filters, weight, status }
}

/**
 * The fields that an import may change. The name is not among them: the import finds the stored policy by its name, so
 * the stored policy already has the name in the file.
 */
const POLICY_FIELDS = ['description', 'filters', 'weight', 'status', 'topologyId'] as const

export function revisedPolicyFields(revision: Revision<WeightPolicy>): readonly (keyof WeightPolicy)[] {
  return revisedFields(POLICY_FIELDS, revision)
}

/**
 * Merges lists into one list without duplicates, in which the items of each list keep their order. If no list
 * determines the order of two items, the item of the earlier list comes first. If lists contradict each other, earlier
 * lists win where possible.
 */
export function mergeOrders<T>(requestLists: readonly (readonly T[])[]): readonly T[] {
  const steps = requestLists.flatMap((list) =>
    list.slice(1).map((item, position) => ({ before: list[position], item })),
  )
  const following = groupBy(steps, ({ before }) => before)
  const waitingFor = new Map(requestLists.flat().map((item) => [item, 0]))
  const count = (item: T, by: number) => {
    const waitingCount = (waitingFor.get(item) ?? 0) + by
    waitingFor.set(item, waitingCount)
    return waitingCount
  }
  for (const { item } of steps) count(item, 1)
  const merged = new Set<T>()
  const ready = [...waitingFor].flatMap(([item, before]) => (before === 0 ? [item] : [])).reverse()
  for (let item = ready.pop(); item !== undefined; item = ready.pop()) {
    merged.add(item)
    for (const step of following.get(item) ?? []) if (count(step.item, -1) === 0) ready.push(step.item)
  }
  return [...merged, ...[...waitingFor.keys()].filter((item) => !merged.has(item))]
}
