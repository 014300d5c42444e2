import { layOut } from '@opsgraph/core/pure'
import type { DrawnTopology } from '@opsgraph/draw'
import type { Relation, ResourceGraph } from '../../api/resources.js'
import { withoutLoops } from './without-loops.js'

/** The maximum number of resources in a picture. Pictures with more resources are unreadable. */
export const MOST_DRAWN = 400

/** Returns the names of all resources of a walk. The first one is the resource at which the walk starts. */
export function namesOf({ resource, ancestors = [], descendants = [] }: ResourceGraph): readonly string[] {
  const reached = [...ancestors, ...descendants].map((entry) => entry.resource)
  return [...new Set([resource, ...reached])]
}

/**
 * Converts a part of the resource graph to a topology that can be drawn. The topology contains resources of one
 * environment, and parents are above their children. Unlike topologies, the resource graph may have cycles. An edge
 * that closes a cycle is drawn, but the layout ignores it.
 *
 * @param names the names of the resources; the first one is the start of the walk
 */
export function drawnWalk(
  environment: string,
  names: readonly string[],
  relations: readonly Relation[],
): DrawnTopology {
  const nodes = names.map((name) => ({
    id: name,
    kind: 'resource' as const,
    label: name,
    environment,
    resource: name,
    icon: '',
    params: {},
    hierarchyConfig: {},
    position: { x: 0, y: 0 },
  }))
  const edges = relations.map(({ id, parent, resource }) => ({ id, source: parent, target: resource }))
  const [start = ''] = names
  const places = layOut({ nodes, edges: withoutLoops(edges, start) }, 'TB')
  const placed = nodes.map((node) => ({ ...node, position: places.get(node.id) ?? node.position }))
  return { name: start, service: '', orientation: 'TB', nodes: placed, edges }
}
