import type { GraphIndex } from '../graph-index.js'
import { type GraphIssue, nodeIssue } from '../graph-issue.js'

/** Rule `duplicateId`: no two nodes have the same id. */
export function idRule(index: GraphIndex): readonly GraphIssue[] {
  return [...index.duplicates].map((number) => {
    const id = index.nodes[number]?.id ?? ''
    const message = `nodes[${index.numbers.get(id)}] and nodes[${number}] share the id ${id}`
    return nodeIssue({ id }, number, { code: 'duplicateId', message, field: 'id' })
  })
}
