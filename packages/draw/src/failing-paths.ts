import type { AlertCounts } from './alert-counts.js'
import type { DrawnTopology } from './drawn-topology.js'

/** A topology of which only the affected nodes are left, and the number of nodes that were left out. */
export interface FailingPaths {
  readonly topology: DrawnTopology
  readonly leftOut: number
}

/**
 * Returns only what alerts affect in a topology: the service node, the nodes with open or acknowledged alerts, the
 * nodes that inherit a severity, and the edges between all these nodes. A node above a node with such alerts always
 * inherits a severity or has such alerts itself. So if the topology is connected, the result is connected too.
 */
export function failingPaths(topology: DrawnTopology, { byNode, inherited }: AlertCounts): FailingPaths {
  const isHurt = (id: string) => {
    const { open = 0, acknowledged = 0 } = byNode.get(id) ?? {}
    return open + acknowledged > 0 || inherited.has(id)
  }
  const nodes = topology.nodes.filter(({ id, kind }) => kind === 'service' || isHurt(id))
  const keptIds = new Set(nodes.map(({ id }) => id))
  const edges = topology.edges.filter(({ source, target }) => keptIds.has(source) && keptIds.has(target))
  return { topology: { ...topology, nodes, edges }, leftOut: topology.nodes.length - nodes.length }
}
