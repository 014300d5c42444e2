import type { GraphIndex } from '../graph-index.js'
import { type GraphIssue, graphIssue } from '../graph-issue.js'
import { stronglyConnectedComponents } from '../strongly-connected-components.js'

/** cycle: no edges lead back to where they started. One issue for each group of nodes that reach one another. */
export function cycleRule(index: GraphIndex): readonly GraphIssue[] {
  if (hasOrder(index)) return []
  return stronglyConnectedComponents(index.children).map((knot) => {
    const ids = loopWithin(knot, index).map((number) => index.nodes[number]?.id)
    return graphIssue('cycle', 'edges', `edges form a loop: ${[...ids, ids[0]].join(' -> ')}`)
  })
}

/** Whether the nodes can be ordered so that parents come first (Kahn's algorithm): the cheap proof that nothing loops. */
function hasOrder({ parentCounts, children }: GraphIndex): boolean {
  const waitingFor = parentCounts.slice()
  const ordered = [...children.keys()].filter((number) => waitingFor[number] === 0)
  for (const number of ordered) {
    for (const child of children[number] ?? []) {
      const left = (waitingFor[child] ?? 0) - 1
      waitingFor[child] = left
      if (left === 0) ordered.push(child)
    }
  }
  return ordered.length === children.length
}

/** Walks inside the knot until a node comes again: from there on the walk is a loop. */
function loopWithin(knot: ReadonlySet<number>, { children }: GraphIndex): readonly number[] {
  const walked: number[] = []
  const placeOf = new Map<number, number>()
  let number = Math.min(...knot)
  while (!placeOf.has(number)) {
    placeOf.set(number, walked.length)
    walked.push(number)
    number = children[number]?.find((child) => knot.has(child)) ?? number
  }
  return walked.slice(placeOf.get(number))
}
