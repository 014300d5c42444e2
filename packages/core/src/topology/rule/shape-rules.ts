import { truncateForMessage } from '../../truncate-for-message.js'
import type { GraphIndex } from '../graph-index.js'
import { edgeIssue, type GraphIssue, nodeIssue } from '../graph-issue.js'

/** Rule `duplicateId`: no two nodes have the same id. */
export function idRule(index: GraphIndex): readonly GraphIssue[] {
  return [...index.duplicates].map((number) => {
    const id = index.nodes[number]?.id ?? ''
    const message = `nodes[${index.numbers.get(id)}] and nodes[${number}] share the id ${id}`
    return nodeIssue({ id }, number, { code: 'duplicateId', message, field: 'id' })
  })
}

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

/** The maximum number of parents in a message. */
const MAX_NAMED = 10

/** Rule `serviceHasParent`: the service node has no parent. */
export function serviceNodeRule(index: GraphIndex): readonly GraphIssue[] {
  const { id } = index.nodes[index.service] ?? { id: '' }
  const parents = index.edges.filter((edge) => edge.target === id).map((edge) => edge.source)
  if (parents.length === 0) return []
  const more = parents.length > MAX_NAMED ? ` and ${parents.length - MAX_NAMED} more` : ''
  const message = `the service node has edges from ${parents.slice(0, MAX_NAMED).join(', ')}${more}`
  return [nodeIssue({ id }, index.service, { code: 'serviceHasParent', message })]
}

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
