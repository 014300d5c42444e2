import { truncateForMessage } from '../../truncate-for-message.js'
import type { GraphIndex } from '../graph-index.js'
import { type GraphIssue, graphIssue } from '../graph-issue.js'

/** edgeEndpointMissing, selfLoop: an edge joins two different nodes of the graph. */
export function edgeRule(index: GraphIndex): readonly GraphIssue[] {
  return index.faultyEdges.flatMap(({ edge, index: at }) => {
    const path = `edges[${at}]`
    const missing = (['source', 'target'] as const)
      .filter((end) => !index.numbers.has(edge[end]))
      .map((end) =>
        graphIssue('edgeEndpointMissing', path, `${end} is ${truncateForMessage(edge[end])}, which is not in nodes`),
      )
    if (edge.source !== edge.target) return missing
    return [
      graphIssue('selfLoop', path, `the edge leads from ${truncateForMessage(edge.source)} to itself`),
      ...missing.slice(0, 1),
    ]
  })
}
