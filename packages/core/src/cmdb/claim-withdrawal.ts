import { addToList } from '../group-by.js'
import { type Relation, type RelationDraft, relationKey, resourceKey } from '../relation/relation.js'
import { claimKey, type RelationClaim, uncover } from '../relation/relation-claim.js'
import { rankOf } from '../relation/relation-source.js'
import type { Topology } from '../topology/topology.js'
import { relationsOfGraph } from '../topology/topology-relations.js'
import type { DeclaredParents } from './cmdb-record.js'
import type { DeclarationRules } from './removal-scope.js'
import type { TopologyChanges } from './topology-changes.js'

/**
 * Selects the claims of a CMDB that an import may withdraw: because the file declares other parents of the resource,
 * because the mode is `replace`, or because they are stale. The planner needs the claims of all sources on these
 * relations.
 *
 * @param own all claims of this CMDB
 */
export function withdrawableClaims(
  own: readonly RelationClaim[],
  records: readonly DeclaredParents[],
  { removalScope, statesAllParents }: Pick<DeclarationRules, 'removalScope' | 'statesAllParents'>,
): readonly RelationClaim[] {
  const declaredKeys = new Set<string>()
  const children = new Set<string>()
  for (const { environment, resource, parents } of records) {
    if (parents.length > 0) children.add(resourceKey({ environment, resource }))
    for (const parent of parents) declaredKeys.add(relationKey({ environment, resource, parent }))
  }
  return own.filter(
    (claim) =>
      !declaredKeys.has(relationKey(claim)) &&
      (removalScope.coversRelation(claim, claim.lastTime) || (statesAllParents && children.has(resourceKey(claim)))),
  )
}

/**
 * The claims of topologies that still draw a withdrawn relation after the import, because they keep the edge for it.
 *
 * @param withdrawn the withdrawn relations, which are removed unless a topology draws them
 * @returns the keys of the claims, as `claimKey` writes them
 */
export function claimsOfRemainingEdges(
  withdrawn: readonly Relation[],
  claims: readonly RelationClaim[],
  topologies: readonly PlannedTopology[],
): ReadonlySet<string> {
  const keys = new Set(withdrawn.map(relationKey))
  const drawn = claims.filter((claim) => claim.source === 'topology' && keys.has(relationKey(claim)))
  if (drawn.length === 0) return new Set()
  const removed = new Set(topologies.flatMap(claimsOfRemovedEdges))
  return new Set(drawn.map(claimKey).filter((key) => !removed.has(key)))
}

type PlannedTopology = Pick<TopologyChanges, 'edges'> & { readonly stored: Topology | undefined }

function claimsOfRemovedEdges({ stored, edges: { remove, update } }: PlannedTopology): readonly string[] {
  if (stored === undefined) return []
  const edges = [...remove, ...update.map(({ replaced }) => replaced)]
  return relationsOfGraph({ nodes: stored.nodes, edges }, stored.id).map(claimKey)
}

/**
 * What happens to a relation when a CMDB withdraws its claim. `gone`: no claim is left, so the relation is removed.
 * `hidden`: the relation already shows another source, so it looks the same. A draft: what the relation shows from now
 * on, because another source still claims it.
 */
export type WithdrawalEffect = 'gone' | 'hidden' | RelationDraft

/** Decides what happens to relations from which one CMDB withdraws its claim. */
export class ClaimWithdrawal {
  /** When the CMDB last declared each of its relations, by `relationKey`. */
  readonly #lastTimes = new Map<string, string>()
  readonly #others = new Map<string, RelationClaim[]>()

  /**
   * @param claims all claims of the CMDB, and all claims of the relations that {@link withdrawableClaims} returns
   * @param remainingEdges the claims of topologies that remain after the import. Other claims of topologies do not
   *   count, because the import removes their edges
   */
  constructor(
    readonly source: string,
    claims: readonly RelationClaim[],
    remainingEdges: DeclarationRules['remainingEdges'],
  ) {
    for (const claim of claims) {
      const key = relationKey(claim)
      if (claim.source === 'cmdb' && claim.sourceRef === source) this.#lastTimes.set(key, claim.lastTime)
      else if (claim.source !== 'topology' || remainingEdges === 'all' || remainingEdges.has(claimKey(claim)))
        addToList(this.#others, key, claim)
    }
  }

  /** How many relations the CMDB claims. */
  get claimedCount(): number {
    return this.#lastTimes.size
  }

  /** True if the CMDB claims the relation. */
  isClaimed(relation: Relation): boolean {
    return this.#lastTimes.has(relationKey(relation))
  }

  /** When the CMDB last declared the relation; `undefined` = never. */
  lastTimeOf(relation: Relation): string | undefined {
    return this.#lastTimes.get(relationKey(relation))
  }

  effectOn(relation: Relation): WithdrawalEffect {
    const others = this.#others.get(relationKey(relation)) ?? []
    if (others.length === 0) return 'gone'
    const isShown = relation.source === 'cmdb' && relation.sourceRef === this.source
    return isShown ? (uncover(relation, others, relation.updateTime) ?? 'gone') : 'hidden'
  }
}

/**
 * True if the relation shows a source that is at least as strong as `cmdb`, so it does not change when a CMDB declares
 * it too.
 */
export function keepsSource({ source }: Relation): boolean {
  return rankOf(source) <= rankOf('cmdb')
}
