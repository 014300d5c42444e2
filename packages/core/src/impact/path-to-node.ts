import { LIMITS } from '../limits.js'
import type { ResourceKey } from '../relation/relation.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { NumberedStart, WaysUp, WayUpStart } from './ways-up.js'

/** Where a topology shows a failed resource (rules.md#root-causes-9; rules.md#root-causes-10). */
export interface NodePath {
  /**
   * `null` = there is no topology, or the topology has no node for any resource on the way up and no node for the
   * environment.
   */
  readonly nodeId: string | null
  /** The names from the failed resource to the resource of the node, both included. */
  readonly path: readonly string[]
}

/**
 * Finds, for each topology, the nearest node on the way up of an alert (rules.md#root-causes-9). If several nodes are
 * equally near, takes the node that a breadth-first search in rank order finds first, as for roll-ups
 * (rules.md#assignments-7). If a topology has no node on the way up, takes the node of the environment, if there is
 * one. The path then contains only the resource of the alert.
 *
 * @param ways a walk that is over (its `frontier` is empty), with the alert among its starts
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
  /** Each visited node, with the node below it. The loop over a map also visits entries that the loop itself adds. */
  const below = new Map<number, Step>([[start.node, { below: undefined, level: 0 }]])
  for (const [node, { level }] of below) {
    if (wanted.size === 0) return found
    const key = { environment, resource: ways.names[node] as string }
    for (const [topology, nodeId] of nodesOf(wanted, key)) {
      found.set(topology, { nodeId, path: pathFrom(ways, below, node) })
      wanted.delete(topology)
    }
    const parents = level < LIMITS.rollupDepth ? parentsOf(ways, start, node) : []
    for (const parent of parents) if (!below.has(parent)) below.set(parent, { below: node, level: level + 1 })
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

interface Step {
  readonly below: number | undefined
  readonly level: number
}

function pathFrom(ways: WaysUp, steps: ReadonlyMap<number, Step>, top: number): readonly string[] {
  const path: string[] = []
  for (let node: number | undefined = top; node !== undefined; node = steps.get(node)?.below) {
    path.push(ways.names[node] as string)
  }
  return path.reverse()
}
