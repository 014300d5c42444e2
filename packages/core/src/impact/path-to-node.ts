import type { ResourceKey } from '../relation/relation.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { NumberedStart, WaysUp, WayUpStart } from './ways-up.js'

/** Where a topology shows a failed resource. */
export interface NodePath {
  /** The node; `null` if the topology has no node for the resource. */
  readonly nodeId: string | null
  /** The names from the failed resource to the resource of the node, both included. */
  readonly path: readonly string[]
}

/**
 * Finds the nearest node of each topology on the way up of an alert (rules.md#impact-on-services). If several nodes are equally
 * near, takes the one that a breadth-first search in rank order finds first, as assignments do. If a topology has no node on
 * the way up, the path ends at the resource itself, on the node of the environment.
 *
 * @param ways complete, with the alert among its starts
 */
export function pathsToNodes(
  ways: WaysUp,
  alert: WayUpStart & { readonly environment: string },
  topologies: ReadonlySet<NodeLookup>,
): ReadonlyMap<NodeLookup, NodePath> {
  const { environment, resource } = alert
  const wanted = new Set(topologies)
  const found = new Map<NodeLookup, NodePath>()
  const start = ways.numbered(alert)
  /** The node below each visited node. A map also visits the keys that are added while it is visited. */
  const below = new Map<number, number | undefined>([[start.node, undefined]])
  for (const node of below.keys()) {
    if (wanted.size === 0) return found
    const key = { environment, resource: ways.names[node] as string }
    for (const [topology, nodeId] of nodesOf(wanted, key)) {
      found.set(topology, { nodeId, path: pathFrom(ways, below, node) })
      wanted.delete(topology)
    }
    for (const parent of parentsOf(ways, start, node)) if (!below.has(parent)) below.set(parent, node)
  }
  const own = (topology: NodeLookup) => ({ nodeId: topology.environment(environment) ?? null, path: [resource] })
  return new Map([...found, ...Array.from(wanted, (topology) => [topology, own(topology)] as const)])
}

function nodesOf(topologies: Iterable<NodeLookup>, key: ResourceKey): readonly (readonly [NodeLookup, string])[] {
  return Array.from(topologies).flatMap((topology) => {
    const nodeId = topology.resource(key)
    return nodeId === undefined ? [] : [[topology, nodeId] as const]
  })
}

/** The parents of a node. The first parent of the start is the one that the alert names. */
function parentsOf({ parents }: WaysUp, start: NumberedStart, node: number): readonly number[] {
  const own = parents[node] as readonly number[]
  return node === start.node && start.stated !== undefined ? [start.stated, ...own] : own
}

function pathFrom(ways: WaysUp, below: ReadonlyMap<number, number | undefined>, top: number): readonly string[] {
  const path: string[] = []
  for (let node: number | undefined = top; node !== undefined; node = below.get(node))
    path.push(ways.names[node] as string)
  return path.reverse()
}
