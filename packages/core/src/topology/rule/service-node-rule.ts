import type { GraphIndex } from '../graph-index.js'
import { type GraphIssue, graphIssue } from '../graph-issue.js'

/** serviceHasParent: nothing stands above the service node. */
export function serviceNodeRule(index: GraphIndex): readonly GraphIssue[] {
  const parents = index.parents[index.service] ?? []
  if (parents.length === 0) return []
  const id = index.nodes[index.service]?.id
  const names = parents.map((number) => index.nodes[number]?.id).join(', ')
  return [graphIssue('serviceHasParent', `nodes[${id}]`, `the service node has edges from ${names}`)]
}
