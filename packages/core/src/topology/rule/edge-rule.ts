import type { GraphIndex } from '../graph-index.js'
import { type GraphIssue, graphIssue } from '../graph-issue.js'

/** edgeEndpointMissing, selfLoop: an edge joins two different nodes of the graph. */
export function edgeRule(index: GraphIndex): readonly GraphIssue[] {
  return index.faultyEdges.flatMap(({ edge, index: at }) => {
    const path = `edges[${at}]`
    if (edge.source === edge.target && index.numbers.get(edge.source) !== undefined) {
      return graphIssue('selfLoop', path, `the edge leads from ${edge.source} to itself`)
    }
    return (['source', 'target'] as const)
      .filter((end) => index.numbers.get(edge[end]) === undefined)
      .map((end) => graphIssue('edgeEndpointMissing', path, `${end} is ${edge[end]}, which is not in nodes`))
  })
}
