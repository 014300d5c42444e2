import type { ChangeSet, Revision } from '../change-set.js'
import { groupBy } from '../group-by.js'
import { isSameJson, type JsonValue } from '../json-value.js'
import type { WeightPolicy } from '../policy/policy.js'
import { contentOf, matchPolicies, type PolicyWish } from './match-policies.js'
import { mergeOrders } from './merge-orders.js'
import type { PolicyContent, TopologyDocument } from './topology-document.js'
import type { TransferMode } from './topology-import-options.js'

/** A weight policy to create. It gets its time when it is written, and also its id unless it has one. */
export interface NewPolicy extends PolicyContent {
  readonly id: string | undefined
  readonly topologyId: string | null
  /** Its position among the policies of all documents, because policies apply in the order of creation. */
  readonly place: number
}
export type PolicyChanges = ChangeSet<NewPolicy, Revision<WeightPolicy>, WeightPolicy>

/** A document and the id that its topology has or gets. */
export interface TiedDocument {
  readonly document: Pick<TopologyDocument, 'weightPolicies'>
  readonly topologyId: string
}

export interface PolicyPlanning {
  readonly mode: TransferMode
  /**
   * Policies bound to one of the topologies, policies with a name in the files, and policies with an id in the files.
   */
  readonly stored: readonly WeightPolicy[]
}

/**
 * Plans the weight policies of all documents of a file, one plan for each document (rules.md#imported-weight-policies).
 * A policy with the same id in several documents is one policy. It cannot be bound to all of their topologies, so it is
 * global, as in the system that it was exported from. It is counted with the first document.
 */
export function planPolicies(
  documents: readonly TiedDocument[],
  { mode, stored }: PolicyPlanning,
): readonly PolicyChanges[] {
  const lists = wishesOf(documents)
  const ordered = mergeOrders(lists)
  const places = new Map(ordered.map((wish, place) => [wish, place]))
  const matches = matchPolicies([...new Set(lists.flat())], stored)
  const claimed = new Set(matches.values())
  const tied = groupBy(mode === 'replace' ? stored : [], ({ topologyId }) => topologyId)
  const taken = new Set(stored.map(({ id }) => id))
  const counted = new Set<PolicyWish>()
  return documents.map(({ topologyId }, index) => {
    const wanted = (lists[index] ?? []).filter((wish) => !counted.has(wish))
    for (const wish of wanted) counted.add(wish)
    const create = wanted.flatMap((wish) => (matches.has(wish) ? [] : newPolicy(wish, taken, places.get(wish) ?? 0)))
    const update = wanted.flatMap((wish) => updateOf(wish, matches.get(wish), mode))
    const remove = (tied.get(topologyId) ?? []).filter((policy) => !claimed.has(policy))
    return { create, update, remove, unchanged: wanted.length - create.length - update.length }
  })
}

/** The wishes of each document in order, without duplicates. Several documents may share a wish. */
function wishesOf(documents: readonly TiedDocument[]): readonly (readonly PolicyWish[])[] {
  const known = new Map<string, OpenWish>()
  return documents.map(({ document, topologyId }) => {
    const wishes = document.weightPolicies.map((policy) => knownWish(known, { policy, topologyId }))
    return [...new Set(wishes)]
  })
}

interface OpenWish extends PolicyWish {
  topologyId: string | null
}

/** @param known the wishes so far, by id; a wish that another document repeats becomes global */
function knownWish(known: Map<string, OpenWish>, wish: OpenWish): PolicyWish {
  const { id } = wish.policy
  if (id === undefined) return wish
  const first = known.get(id)
  if (first === undefined) {
    known.set(id, wish)
    return wish
  }
  // If two policies have the same id, the first one keeps it.
  if (contentOf(first.policy) !== contentOf(wish.policy)) return { ...wish, policy: { ...wish.policy, id: undefined } }
  if (first.topologyId !== wish.topologyId) first.topologyId = null
  return first
}

/** @param taken ids that are not available */
function newPolicy({ policy, topologyId }: PolicyWish, taken: ReadonlySet<string>, place: number): NewPolicy {
  const id = policy.id === undefined || taken.has(policy.id) ? undefined : policy.id
  return { ...contentFields(policy), topologyId, id, place }
}

function updateOf(
  { policy, topologyId }: PolicyWish,
  stored: WeightPolicy | undefined,
  mode: TransferMode,
): readonly Revision<WeightPolicy>[] {
  if (stored === undefined) return []
  const kept = mode === 'merge' ? [...policy.silence].map((field) => [field, stored[field]]) : []
  const wanted = { ...stored, ...contentFields(policy), ...Object.fromEntries(kept), topologyId }
  const revision = { stored, wanted }
  return revisedPolicyFields(revision).length === 0 ? [] : [revision]
}

function contentFields({ name, description, filters, weight, status }: PolicyContent): PolicyContent {
  return { name, description, filters, weight, status }
}

/** Policies are identified by their names. */
const POLICY_FIELDS = ['description', 'filters', 'weight', 'status', 'topologyId'] as const

export function revisedPolicyFields({ stored, wanted }: Revision<WeightPolicy>): readonly (keyof WeightPolicy)[] {
  return POLICY_FIELDS.filter((field) => !isSameJson(stored[field] as JsonValue, wanted[field] as JsonValue))
}
