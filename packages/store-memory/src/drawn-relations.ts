import type { Graph, Node, RelationKey } from '@opsgraph/core'

/** The relations that a graph draws: its edges between two resource nodes of one environment. */
export function drawnRelations({ nodes, edges }: Graph): readonly RelationKey[] {
  const nodesById = new Map(nodes.map((node) => [node.id, node]))
  return edges.flatMap(({ source, target }) => drawnRelation(nodesById.get(source), nodesById.get(target)) ?? [])
}

function drawnRelation(parentNode: Node | undefined, childNode: Node | undefined): RelationKey | undefined {
  const environment = childNode?.environment ?? null
  const resource = childNode?.resource ?? null
  const parent = parentNode?.resource ?? null
  if (environment === null || resource === null || parent === null) return undefined
  return parentNode?.environment === environment ? { environment, resource, parent } : undefined
}
