import type { GraphIndex } from '../graph-index.js'
import { type GraphIssue, graphIssue } from '../graph-issue.js'

/** serviceHasParent: nothing stands above the service node. */
export function serviceNodeRule(index: GraphIndex): readonly GraphIssue[] {
  const id = index.nodes[index.service]?.id
  const parents = index.edges.filter((edge) => edge.target === id).map((edge) => edge.source)
  if (parents.length === 0) return []
  return [graphIssue('serviceHasParent', `nodes[${id}]`, `the service node has edges from ${parents.join(', ')}`)]
}
