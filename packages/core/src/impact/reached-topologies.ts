import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import { BITS_AT_ONCE, BitWalk } from './bit-walk.js'
import type { NumberedStart, WaysUp } from './ways-up.js'

/**
 * Finds which topologies have a node for a resource on the way up of each start (rules.md#reach). Walks down from the
 * nodes of many topologies at the same time.
 *
 * @param ways a walk that is over (its `frontier` is empty)
 * @param drawn for each resource, the numbers of the topologies that have a node for it
 * @returns the numbers of the reached topologies, by start; starts that reach none are absent
 */
export function* reachedTopologies<Start extends NumberedStart>(
  ways: WaysUp,
  starts: readonly Start[],
  drawn: ReadonlyMap<string, readonly number[]>,
): Generator<undefined, ReadonlyMap<Start, ReadonlySet<number>>> {
  const found = new Map<Start, Set<number>>()
  for (const [chunk, nodes] of groupBy(drawnNodes(ways, drawn), ({ topology }) =>
    Math.floor(topology / BITS_AT_ONCE),
  )) {
    const first = chunk * BITS_AT_ONCE
    const walk = new BitWalk(ways.children, Math.max(...nodes.map(({ topology }) => topology - first)) + 1)
    const take = (start: Start, node: number | undefined) => {
      const bits = node === undefined ? [] : walk.bitsOf(node)
      if (bits.length === 0) return
      const reached = found.get(start) ?? new Set()
      for (const bit of bits) reached.add(first + bit)
      found.set(start, reached)
    }
    for (const { node, topology } of nodes) walk.add(node, [topology - first])
    for (let level = 1; level < LIMITS.rollupDepth; level++) yield* walk.advance()
    // The parent that an alert names is one level above the resource of the alert. So a node that reaches the alert
    // through this parent is at most `rollupDepth - 1` levels above the parent.
    for (const start of starts) take(start, start.stated)
    yield* walk.advance()
    for (const start of starts) take(start, start.node)
    yield
  }
  return found
}

function drawnNodes({ names }: WaysUp, drawn: ReadonlyMap<string, readonly number[]>) {
  return names.flatMap((name, node) => drawn.get(name)?.map((topology) => ({ node, topology })) ?? [])
}
