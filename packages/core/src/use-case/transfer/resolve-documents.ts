import type { StoreParts } from '../../port/store.js'
import { resolveGraph, resourcesOf } from '../../topology/resolve-graph.js'
import type { TopologyDocument } from '../../transfer/read-document.js'
import type { TransferIssue } from '../../transfer/transfer-issue.js'
import { resolveNames } from '../alias/resolve-names.js'

/**
 * Replaces aliases in the nodes and the rules of documents (rules.md#aliases-4). The number of statements does not
 * depend on the number of documents.
 *
 * @returns the documents; `issues` if two nodes of a document stand for the same resource
 */
export async function resolveDocuments(
  parts: Pick<StoreParts, 'aliases'>,
  documents: readonly TopologyDocument[],
): Promise<{ readonly documents: readonly TopologyDocument[]; readonly issues: readonly TransferIssue[] }> {
  const drawn = documents.flatMap(({ graph, rules }) => [
    ...resourcesOf(graph),
    ...(rules ?? []).map(({ rule }) => rule),
  ])
  const names = await resolveNames(parts, drawn)
  if (names.isEmpty) return { documents, issues: [] }
  const found: TransferIssue[] = []
  const resolved = documents.map((document) => {
    const { graph, issues } = resolveGraph(document.graph, names)
    found.push(...issues.map((issue) => ({ ...issue, path: `${document.at}${issue.path}` })))
    const rules = document.rules?.map((sent) => ({ ...sent, rule: names.resource(sent.rule) })) ?? null
    return { ...document, graph: graph ?? document.graph, rules }
  })
  return { documents: resolved, issues: found }
}
