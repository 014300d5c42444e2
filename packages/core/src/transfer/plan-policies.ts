import type { ChangeSet } from '../change-set.js'
import { groupBy } from '../group-by.js'
import type { WeightPolicy } from '../policy/policy.js'
import { contentOf, matchPolicies, type PolicyWish } from './match-policies.js'
import type { TopologyDocument } from './topology-document.js'
import type { TransferMode } from './topology-import-options.js'

/** A weight policy to be created: it gets its id, unless it has one, and its time when it is written. */
export type NewPolicy = Omit<WeightPolicy, 'id' | 'createTime'> & { readonly id: string | undefined }
export type PolicyChanges = ChangeSet<NewPolicy, WeightPolicy, WeightPolicy>

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
 * Plans the weight policies of all documents of a file, one plan for each (api.md, Application rules, 5 and 6). What
 * several documents hold with one id is one policy; it cannot be tied to all of them, so that it is global, as it was
 * where it comes from. It is counted with the first.
 */
export function planPolicies(
  documents: readonly TiedDocument[],
  { mode, stored }: PolicyPlanning,
): readonly PolicyChanges[] {
  const wishes = wishesOf(documents)
  const matches = matchPolicies(wishes.flat(), stored)
  const claimed = new Set(matches.values())
  const tied = groupBy(mode === 'replace' ? stored : [], ({ topologyId }) => topologyId)
  const ids = new Set(stored.map(({ id }) => id))
  return documents.map(({ document, topologyId }, index) => {
    const wanted = wishes[index] ?? []
    const create = wanted.filter((wish) => !matches.has(wish)).map((wish) => newPolicy(wish, ids))
    const update = wanted.flatMap((wish) => updateOf(wish, matches.get(wish)))
    const remove = (tied.get(topologyId) ?? []).filter((policy) => !claimed.has(policy))
    return { create, update, remove, unchanged: document.weightPolicies.length - create.length - update.length }
  })
}

/** What each document asks for that none before it does. */
function wishesOf(documents: readonly TiedDocument[]): readonly (readonly PolicyWish[])[] {
  const first = new Map<string, OpenWish>()
  return documents.map(({ document, topologyId }) =>
    document.weightPolicies.flatMap((policy) => wishUnlessKnown(first, { policy, topologyId })),
  )
}

interface OpenWish extends PolicyWish {
  topologyId: string | null
}

/** @param first by id, the wishes so far: one that comes again from another document is nobody's alone */
function wishUnlessKnown(first: Map<string, OpenWish>, wish: OpenWish): readonly PolicyWish[] {
  const { id } = wish.policy
  const known = id === undefined ? undefined : first.get(id)
  if (known === undefined) {
    if (id !== undefined) first.set(id, wish)
    return [wish]
  }
  // Two policies with one id: it is that of the first.
  if (contentOf(known.policy) !== contentOf(wish.policy))
    return [{ ...wish, policy: { ...wish.policy, id: undefined } }]
  if (known.topologyId !== wish.topologyId) known.topologyId = null
  return []
}

/** @param ids those that no further policy may have */
function newPolicy({ policy, topologyId }: PolicyWish, ids: Set<string>): NewPolicy {
  const id = policy.id === undefined || ids.has(policy.id) ? undefined : policy.id
  if (id !== undefined) ids.add(id)
  return { ...policy, topologyId, id }
}

function updateOf({ policy, topologyId }: PolicyWish, stored: WeightPolicy | undefined): readonly WeightPolicy[] {
  if (stored === undefined || (stored.topologyId === topologyId && contentOf(stored) === contentOf(policy))) return []
  return [{ ...stored, ...policy, id: stored.id, topologyId }]
}
