import { type DrawnTopology, layOut } from '@opsgraph/core/browser'
import type { Relation, ResourceGraph } from '../../api/resources.js'
import { withoutLoops } from './without-loops.js'

/** Resources in a picture: of more, nobody sees anything. */
export const MOST_DRAWN = 400

/** The names of all that a walk has reached, the start first. */
export function namesOf({ resource, ancestors = [], descendants = [] }: ResourceGraph): readonly string[] {
  const reached = [...ancestors, ...descendants].map((entry) => entry.resource)
  return [...new Set([resource, ...reached])]
}

/**
 * A part of the resource graph as the drawing takes it: resources of one environment, parents above. Loops, which
 * topologies do not have, are drawn but do not count for the lay-out.
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
