import type { ChangeSet } from '../change-set.js'
import { groupBy } from '../group-by.js'
import { isSameJson, type JsonValue } from '../json-value.js'
import type { WeightPolicy } from '../policy/policy.js'
import { matchPolicies, type PolicyWish } from './match-policies.js'
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
 * Plans the weight policies of all documents of a file, one plan for each (api.md, Application rules, 5 and 6). What two
 * documents hold with one id is one policy, which belongs to the first.
 */
export function planPolicies(
  documents: readonly TiedDocument[],
  { mode, stored }: PolicyPlanning,
): readonly PolicyChanges[] {
  const wishes = documents.map(({ document, topologyId }) =>
    document.weightPolicies.map((policy): PolicyWish => ({ policy, topologyId })),
  )
  const first = firstOfEach(wishes.flat())
  const matches = matchPolicies(
    wishes.flat().filter((wish) => first.get(wish) === wish),
    stored,
  )
  const claimed = new Set(matches.values())
  const tied = groupBy(mode === 'replace' ? stored : [], ({ topologyId }) => topologyId)
  const ids = new Set(stored.map(({ id }) => id))
  return documents.map(({ topologyId }, index) => {
    const own = wishes[index] ?? []
    const wanted = own.filter((wish) => first.get(wish) === wish)
    const create = wanted.filter((wish) => !matches.has(wish)).map((wish) => newPolicy(wish, ids))
    const update = wanted.flatMap((wish) => updateOf(wish, matches.get(wish)))
    const remove = (tied.get(topologyId) ?? []).filter((policy) => !claimed.has(policy))
    return { create, update, remove, unchanged: own.length - create.length - update.length }
  })
}

/** For each wish the first one that asks for the same policy: alike, and with the same id. */
function firstOfEach(wishes: readonly PolicyWish[]): ReadonlyMap<PolicyWish, PolicyWish> {
  const byId = new Map<string, PolicyWish>()
  return new Map(
    wishes.map((wish) => {
      const { id } = wish.policy
      const earlier = id === undefined ? undefined : byId.get(id)
      if (earlier !== undefined && isAlike(earlier.policy, wish.policy)) return [wish, earlier]
      if (id !== undefined && earlier === undefined) byId.set(id, wish)
      return [wish, wish]
    }),
  )
}

/** @param ids those that no further policy may have */
function newPolicy({ policy, topologyId }: PolicyWish, ids: Set<string>): NewPolicy {
  const id = policy.id === undefined || ids.has(policy.id) ? undefined : policy.id
  if (id !== undefined) ids.add(id)
  return { ...policy, topologyId, id }
}

function updateOf({ policy, topologyId }: PolicyWish, stored: WeightPolicy | undefined): readonly WeightPolicy[] {
  if (stored === undefined || (stored.topologyId === topologyId && isAlike(stored, policy))) return []
  return [{ ...stored, ...policy, id: stored.id, topologyId }]
}

type Content = Pick<WeightPolicy, 'name' | 'description' | 'filters' | 'weight' | 'status'>

function isAlike(left: Content, right: Content): boolean {
  return (
    left.name === right.name &&
    left.description === right.description &&
    left.weight === right.weight &&
    left.status === right.status &&
    isSameJson(left.filters as unknown as JsonValue, right.filters as unknown as JsonValue)
  )
}
