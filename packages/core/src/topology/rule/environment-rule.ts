import type { GraphIndex } from '../graph-index.js'
import { type GraphIssue, graphIssue } from '../graph-issue.js'

/** environmentNotUnderService, duplicateEnvironment: one node per environment, its only parent the service node. */
export function environmentRule(index: GraphIndex): readonly GraphIssue[] {
  const issues: GraphIssue[] = []
  const labels = new Set<string>()
  const underService = new Set(index.children[index.service])
  for (const [number, { id, kind, label }] of index.nodes.entries()) {
    if (kind !== 'environment' || index.duplicates.has(number)) continue
    if (index.parentCounts[number] !== 1 || !underService.has(number)) {
      const message = `the environment node ${id} must have exactly one parent: the service node`
      issues.push(graphIssue('environmentNotUnderService', `nodes[${id}]`, message))
    }
    if (labels.has(label)) {
      issues.push(
        graphIssue('duplicateEnvironment', `nodes[${id}]`, `another node stands for the environment "${label}"`),
      )
    }
    labels.add(label)
  }
  return issues
}
