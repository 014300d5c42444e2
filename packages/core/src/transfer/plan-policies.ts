import { type ChangeSet, type Revision, revisedFields } from '../change-set.js'
import { groupBy } from '../group-by.js'
import type { WeightPolicy } from '../policy/policy.js'
import { contentOf, matchPolicies, type PolicyWish } from './match-policies.js'
import type { PolicyContent } from './read-attachments.js'
import type { TopologyDocument } from './read-document.js'
import type { TransferMode } from './topology-import-options.js'

/** A weight policy to create. When the policy is stored, it gets a creation time, and an id if it has no id. */
export interface NewPolicy extends PolicyContent {
  readonly id: string | undefined
  readonly topologyId: string | null
  /** The index of the policy among the policies of all documents. Policies are created and applied in this order. */
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

/**
 * The wishes ({@link PolicyWish}) of each document, in order and without duplicates. If several documents contain the
 * same policy, they share one wish.
 */
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

/**
 * Returns the earlier wish for the same policy (same id and content), if there is one; otherwise `wish`, without its id
 * if a different policy has the same id. If the earlier wish is for another topology, the earlier wish becomes global.
 *
 * @param known the first wish for each policy id, so far
 */
function knownWish(known: Map<string, OpenWish>, wish: OpenWish): PolicyWish {
  const { id } = wish.policy
  if (id === undefined) return wish
  const first = known.get(id)
  if (first === undefined) {
    known.set(id, wish)
    return wish
  }
  // If two different policies have the same id, the first policy keeps the id, and the second policy gets a new id.
  if (contentOf(first.policy) !== contentOf(wish.policy)) return { ...wish, policy: { ...wish.policy, id: undefined } }
  if (first.topologyId !== wish.topologyId) first.topologyId = null
  return first
}

/** @param taken the ids that a new policy must not get */
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

/**
 * The fields that an import may change. The name is not among them: the import finds the stored policy by its name, so
 * the stored policy already has the name in the file.
 */
const POLICY_FIELDS = ['description', 'filters', 'weight', 'status', 'topologyId'] as const

export function revisedPolicyFields(revision: Revision<WeightPolicy>): readonly (keyof WeightPolicy)[] {
  return revisedFields(POLICY_FIELDS, revision)
}

/**
 * Merges lists into one list without duplicates, so that the items of each list keep their order. If no list determines
 * the order of two items, the item of the earlier list comes first. If lists contradict each other, earlier lists win
 * where possible.
 */
export function mergeOrders<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const steps = lists.flatMap((list) => list.slice(1).map((item, place) => ({ before: list[place], item })))
  const following = groupBy(steps, ({ before }) => before)
  const waitingFor = new Map(lists.flat().map((item) => [item, 0]))
  const count = (item: T, by: number) => {
    const left = (waitingFor.get(item) ?? 0) + by
    waitingFor.set(item, left)
    return left
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
