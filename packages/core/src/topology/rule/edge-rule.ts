import { truncateForMessage } from '../../truncate-for-message.js'
import type { GraphIndex } from '../graph-index.js'
import { edgeIssue, type GraphIssue } from '../graph-issue.js'

/** Rules `edgeEndpointMissing` and `selfLoop`: an edge connects two different nodes of the graph. */
export function edgeRule(index: GraphIndex): readonly GraphIssue[] {
  return index.faultyEdges.flatMap(({ edge, index: at }) => {
    const missing = (['source', 'target'] as const)
      .filter((end) => !index.numbers.has(edge[end]))
      .map((field) => {
        const message = `${field} is ${truncateForMessage(edge[field])}, which is not in nodes`
        return edgeIssue(edge, at, { code: 'edgeEndpointMissing', message, field })
      })
    if (edge.source !== edge.target) return missing
    const message = `the edge leads from ${truncateForMessage(edge.source)} to itself`
    return [edgeIssue(edge, at, { code: 'selfLoop', message }), ...missing.slice(0, 1)]
  })
}
