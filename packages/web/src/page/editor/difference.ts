import type { DrawnNode, Edge } from '@opsgraph/core'
import { isSameJson } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'
import type { EditedTopology } from '../../api/topologies.js'
import { identifyEdge } from './edit.js'

/** The differences between two versions of a topology, as texts for a list. */
export interface Difference {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** Returns the changes from `before` to `after`. Nodes are compared by id, and edges by the nodes that they connect. */
export function compareTopologies(before: EditedTopology, after: EditedTopology): Difference {
  const nodes = compareNodes(before.nodes, after.nodes)
  return {
    added: [...nodes.added, ...nameEdgesMissingIn(after, before)],
    removed: [...nodes.removed, ...nameEdgesMissingIn(before, after)],
    changed: [...listFieldChanges(before, after), ...nodes.changed],
  }
}

export function isEmpty({ added, removed, changed }: Difference): boolean {
  return added.length + removed.length + changed.length === 0
}

function listFieldChanges(before: EditedTopology, after: EditedTopology): readonly string[] {
  return [
    ...(before.name === after.name ? [] : [`name: “${before.name}” became “${after.name}”`]),
    ...(before.description === after.description ? [] : ['description']),
    ...(before.orientation === after.orientation
      ? []
      : [`orientation: ${before.orientation} became ${after.orientation}`]),
  ]
}

function compareNodes(before: readonly DrawnNode[], after: readonly DrawnNode[]): Difference {
  const earlier = new Map(before.map((node) => [node.id, node]))
  const later = new Set(after.map(({ id }) => id))
  return {
    added: after.filter(({ id }) => !earlier.has(id)).map(formatNode),
    removed: before.filter(({ id }) => !later.has(id)).map(formatNode),
    changed: after.flatMap((node) => describeNodeChange(earlier.get(node.id), node) ?? []),
  }
}

function describeNodeChange(before: DrawnNode | undefined, after: DrawnNode): string | undefined {
  if (before === undefined) return undefined
  const label = before.label.trim() === after.label.trim() ? [] : [`now “${visibleLabel(after.label)}”`]
  const fields = (['kind', 'icon', 'params', 'hierarchyConfig'] as const).filter(
    (field) => !isSameJson(before[field], after[field]),
  )
  const moved = isSameJson({ ...before.position }, { ...after.position }) ? [] : ['moved']
  const changes = [...label, ...fields, ...moved]
  return changes.length === 0 ? undefined : `${formatNode(before)}: ${changes.join(', ')}`
}

/** Names the edges that `other` does not have. */
function nameEdgesMissingIn({ nodes, edges }: EditedTopology, other: EditedTopology): readonly string[] {
  const pairs = new Set(other.edges.map(identifyEdge))
  const labels = new Map(nodes.map(({ id, label }) => [id, visibleLabel(label)]))
  const nameOf = ({ source, target }: Edge) => `${labels.get(source) ?? source} → ${labels.get(target) ?? target}`
  return edges.filter((edge) => !pairs.has(identifyEdge(edge))).map(nameOf)
}

function formatNode({ kind, label }: DrawnNode): string {
  return `${kind} ${visibleLabel(label)}`
}
