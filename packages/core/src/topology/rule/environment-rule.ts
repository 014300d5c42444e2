import type { GraphIndex } from '../graph-index.js'
import { type GraphIssue, nodeIssue } from '../graph-issue.js'

/**
 * Rules `environmentNotUnderService` and `duplicateEnvironment`: an environment has only one node, and the only parent
 * of this node is the service node.
 */
export function environmentRule(index: GraphIndex): readonly GraphIssue[] {
  const issues: GraphIssue[] = []
  const labels = new Set<string>()
  const underService = new Set(index.children[index.service])
  for (const [number, node] of index.nodes.entries()) {
    const { id, kind, label } = node
    if (kind !== 'environment' || index.duplicates.has(number)) continue
    if (index.parentCounts[number] !== 1 || !underService.has(number)) {
      const message = `the environment node ${id} must have exactly one parent: the service node`
      issues.push(nodeIssue(node, number, { code: 'environmentNotUnderService', message }))
    }
    if (labels.has(label)) {
      const message = `another node stands for the environment "${label}"`
      issues.push(nodeIssue(node, number, { code: 'duplicateEnvironment', message, field: 'label' }))
    }
    labels.add(label)
  }
  return issues
}
