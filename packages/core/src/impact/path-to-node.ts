import { LIMITS } from '../limits.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import type { ImpactAlert } from './impact-alert.js'
import type { NodePath } from './topology-index.js'
import type { NumberedStart, WaysUp } from './ways-up.js'

/**
 * Finds, for each topology, the nearest node on the way up of an alert (rules.md#root-causes-9). If several nodes are
 * equally near, takes the node that a breadth-first search in rank order finds first, as for roll-ups
 * (rules.md#assignments-7). If a topology has no node on the way up, takes the node of the environment, if there is
 * one. The path then contains only the resource of the alert.
 *
 * @param alerting the environment of the alert
 */
export function pathsToNodes(
  { ways, drawn }: AlertingEnvironment,
  alert: ImpactAlert,
  topologies: Iterable<NodeLookup>,
): ReadonlyMap<NodeLookup, NodePath> {
  const { environment, resource } = alert
  const wanted = new Set(topologies)
  const found = new Map<NodeLookup, NodePath>()
  const start = ways.numbered(alert)
  /** Each visited node, with the node below it. The loop over a map also visits entries that the loop itself adds. */
  const below = new Map<number, Step>([[start.node, { below: undefined, level: 0 }]])
  for (const [node, { level }] of below) {
    if (wanted.size === 0) return found
    const name = ways.names[node] as string
    for (const topology of (drawn.get(name) ?? []).filter((each) => wanted.delete(each))) {
      const nodeId = topology.resource({ environment, resource: name }) ?? null
      found.set(topology, { nodeId, path: pathFrom(ways, below, node) })
    }
    const parents = level < LIMITS.rollupDepth ? parentsOf(ways, start, node) : []
    addNew(below, parents, { below: node, level: level + 1 })
  }
  const own = (topology: NodeLookup) => ({ nodeId: topology.environment(environment) ?? null, path: [resource] })
  return new Map([...found, ...Array.from(wanted, (topology) => [topology, own(topology)] as const)])
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

function addNew(steps: Map<number, Step>, nodes: readonly number[], step: Step): void {
  for (const node of nodes) if (!steps.has(node)) steps.set(node, step)
}

function pathFrom(ways: WaysUp, steps: ReadonlyMap<number, Step>, top: number): readonly string[] {
  const path: string[] = []
  for (let node: number | undefined = top; node !== undefined; node = steps.get(node)?.below) {
    path.push(ways.names[node] as string)
  }
  return path.reverse()
}
