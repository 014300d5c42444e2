import type { CmdbRemark } from '../../cmdb/cmdb-issue.js'
import type { CmdbImportPlan } from '../../cmdb/plan-cmdb-import.js'
import { compareNames } from '../../name.js'
import type { StoreParts } from '../../port/store.js'
import { claimsOfNode } from '../../topology/node-claims.js'
import { truncateForMessage } from '../../truncate-for-message.js'

/** The claims of this many stored relations are read to find the other sources. */
const RELATIONS_READ = 1_000
/** A warning names this many other sources. */
const NAMED_SOURCES = 5

/**
 * Warns if a source that has declared nothing so far declares what other CMDB sources have declared already: the name
 * of the source is probably misspelt (rules.md#cmdb-warnings). Costs at most two statements.
 */
export async function warnOfNewSource(
  { relations, topologies }: Pick<StoreParts, 'relations' | 'topologies'>,
  plan: CmdbImportPlan,
): Promise<readonly CmdbRemark[]> {
  const { source } = plan.options
  if (plan.relations.claimed > 0) return []
  const { update, confirm } = plan.relations
  const found = [...confirm, ...update.flatMap(({ stored }) => stored ?? [])].slice(0, RELATIONS_READ)
  const claims = found.length === 0 ? [] : await relations.claims(found)
  const others = new Set(claims.flatMap(({ source, sourceRef }) => (source === 'cmdb' ? (sourceRef ?? []) : [])))
  for (const { nodes, claimed } of plan.topologies) {
    for (const { node } of [...nodes.update, ...claimed])
      for (const claim of claimsOfNode(node)) others.add(claim.source)
  }
  if (others.size === 0 || (await topologies.servicesHoldingNodesOf(source)).length > 0) return []
  const names = [...others].sort(compareNames)
  const more = names.length > NAMED_SOURCES ? ` and ${names.length - NAMED_SOURCES} more` : ''
  const listed = names.slice(0, NAMED_SOURCES).map(truncateForMessage).join(', ')
  return [{ code: 'newSource', row: null, params: { source, others: `${listed}${more}` } }]
}
