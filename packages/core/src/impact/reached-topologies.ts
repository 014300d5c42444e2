import type { Alert } from '../alert/alert.js'
import { LIMITS } from '../limits.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { BITS_AT_ONCE, BitWalk } from './bit-walk.js'
import { chunksOf } from './chunks.js'
import type { WaysUp } from './ways-up.js'

/**
 * Finds which topologies the alerts of one environment reach. Here, an alert reaches a topology if the topology has a
 * node for a resource on the way up of the alert (rules.md#reach). Walks down from the nodes of all topologies at the
 * same time.
 *
 * @param ways a walk that is over (its `frontier` is empty)
 * @returns the indexes of the reached topologies, by alert; alerts that reach none are absent
 */
export function* reachedTopologies(
  ways: WaysUp,
  environment: string,
  alerts: readonly Alert[],
  topologies: readonly NodeLookup[],
): Generator<undefined, ReadonlyMap<Alert, readonly number[]>> {
  const starts = alerts.map((alert) => ({ alert, ...ways.numbered(alert), found: new Set<number>() }))
  const children = ways.children()
  yield
  const walk = new BitWalk(children, Math.min(BITS_AT_ONCE, Math.max(topologies.length, 1)))
  for (const { items, first } of chunksOf(topologies, BITS_AT_ONCE)) {
    walk.clear()
    for (const [bit, topology] of items.entries()) addNodes(walk, ways, topology.resourcesOf(environment), bit)
    for (let level = 1; level < LIMITS.rollupDepth; level++) yield* walk.advance()
    // The parent that an alert names is one level above the resource of the alert. So a node that reaches the alert
    // through this parent is at most `rollupDepth - 1` levels above the parent.
    for (const { stated, found } of starts) takeBits(walk, stated, first, found)
    yield* walk.advance()
    for (const { node, found } of starts) takeBits(walk, node, first, found)
    yield
  }
  return new Map(starts.flatMap(({ alert, found }) => (found.size > 0 ? [[alert, [...found]] as const] : [])))
}

function addNodes(walk: BitWalk, ways: WaysUp, resources: Iterable<string>, bit: number): void {
  for (const resource of resources) {
    const node = ways.numberOf(resource)
    if (node !== undefined) walk.add(node, [bit])
  }
}

function takeBits(walk: BitWalk, node: number | undefined, first: number, found: Set<number>): void {
  if (node !== undefined) for (const bit of walk.bitsOf(node)) found.add(first + bit)
}
