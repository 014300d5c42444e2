import type { ChangeSet, Revision } from '../change-set.js'
import { groupBy } from '../group-by.js'
import { isSameJson, type JsonValue } from '../json-value.js'
import type { WeightPolicy } from '../policy/policy.js'
import { contentOf, matchPolicies, type PolicyWish } from './match-policies.js'
import { mergeOrders } from './merge-orders.js'
import type { PolicyContent, TopologyDocument } from './topology-document.js'
import type { TransferMode } from './topology-import-options.js'

/** A weight policy to be created: it gets its id, unless it has one, and its time when it is written. */
export interface NewPolicy extends PolicyContent {
  readonly id: string | undefined
  readonly topologyId: string | null
  /** Where it comes among those of all documents: policies act in the order in which they are created. */
  readonly place: number
}
export type PolicyChanges = ChangeSet<NewPolicy, Revision<WeightPolicy>, WeightPolicy>

/** One document, and the id that its topology has or gets. */
export interface TiedDocument {
  readonly document: Pick<TopologyDocument, 'weightPolicies'>
  readonly topologyId: string
}

export interface PolicyPlanning {
  readonly mode: TransferMode
  /** Those tied to one of the topologies, those named as one of the files, and those with an id of the files. */
  readonly stored: readonly WeightPolicy[]
}

/**
 * Plans the weight policies of all documents of a file, one plan for each (rules.md#imported-weight-policies). What
 * several documents hold with one id is one policy; it cannot be tied to all of them, so that it is global, as it was
 * where it comes from. It is counted with the first.
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

/** What each document asks for, in its order, each wish once; several documents may share one. */
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

/** @param known by id, the wishes so far: one that comes again from another document is nobody's alone */
function knownWish(known: Map<string, OpenWish>, wish: OpenWish): PolicyWish {
  const { id } = wish.policy
  if (id === undefined) return wish
  const first = known.get(id)
  if (first === undefined) {
    known.set(id, wish)
    return wish
  }
  // Two policies with one id: it is that of the first.
  if (contentOf(first.policy) !== contentOf(wish.policy)) return { ...wish, policy: { ...wish.policy, id: undefined } }
  if (first.topologyId !== wish.topologyId) first.topologyId = null
  return first
}

/** @param taken ids that it may not have */
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

/** Policies are known by their names. */
const POLICY_FIELDS = ['description', 'filters', 'weight', 'status', 'topologyId'] as const

export function revisedPolicyFields({ stored, wanted }: Revision<WeightPolicy>): readonly (keyof WeightPolicy)[] {
  return POLICY_FIELDS.filter((field) => !isSameJson(stored[field] as JsonValue, wanted[field] as JsonValue))
}
