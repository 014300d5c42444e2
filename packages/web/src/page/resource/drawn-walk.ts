import { layOut } from '@opsgraph/core/pure'
import type { DrawnTopology } from '@opsgraph/draw'
import type { Relation, ResourceGraph } from '../../api/resources.js'
import { withoutLoops } from './without-loops.js'

/** The most resources in a picture; a picture of more is unreadable. */
export const MOST_DRAWN = 400

/** The names of all resources of a walk, the start first. */
export function namesOf({ resource, ancestors = [], descendants = [] }: ResourceGraph): readonly string[] {
  const reached = [...ancestors, ...descendants].map((entry) => entry.resource)
  return [...new Set([resource, ...reached])]
}

/**
 * Converts a part of the resource graph to a topology for the drawing: resources of one environment, parents above
 * their children. The resource graph may have cycles, unlike topologies; edges that close a cycle are drawn but ignored
 * by the layout.
 *
 * @param names the start first
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
