import type { GraphIndex } from '../graph-index.js'
import { type GraphIssue, nodeIssue } from '../graph-issue.js'

/** The maximum number of parents that the message of the issue names. */
const NAMED = 10

/** Rule `serviceHasParent`: the service node has no parent. */
export function serviceNodeRule(index: GraphIndex): readonly GraphIssue[] {
  const { id } = index.nodes[index.service] ?? { id: '' }
  const parents = index.edges.filter((edge) => edge.target === id).map((edge) => edge.source)
  if (parents.length === 0) return []
  const more = parents.length > NAMED ? ` and ${parents.length - NAMED} more` : ''
  const message = `the service node has edges from ${parents.slice(0, NAMED).join(', ')}${more}`
  return [nodeIssue({ id }, index.service, { code: 'serviceHasParent', message })]
}
