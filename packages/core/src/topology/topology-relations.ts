import type { RelationDraft } from '../relation/relation.js'
import { claimKey, type RelationClaim } from '../relation/relation-claim.js'
import type { Graph } from './graph.js'

/**
 * Derives relations from the edges of a topology: one relation for each edge between two resource nodes of the same
 * environment (rules.md#relation-sync).
 */
export function relationsOfGraph({ nodes, edges }: Graph, topologyId: string): readonly RelationDraft[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return edges.flatMap((edge) => {
    const parentNode = byId.get(edge.source)
    const childNode = byId.get(edge.target)
    const parent = parentNode?.resource ?? null
    const resource = childNode?.resource ?? null
    const environment = childNode?.environment ?? null
    if (parent === null || resource === null || environment === null || environment !== parentNode?.environment)
      return []
    return [{ environment, resource, parent, source: 'topology' as const, sourceRef: topologyId }]
  })
}

/** Selects the claims that no relation of `drawn` confirms. */
export function unconfirmedClaims(
  claims: readonly RelationClaim[],
  drawn: readonly RelationDraft[],
): readonly RelationClaim[] {
  if (claims.length === 0) return []
  const confirmed = new Set(drawn.map(claimKey))
  return claims.filter((claim) => !confirmed.has(claimKey(claim)))
}
