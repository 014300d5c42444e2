import type { ListedChanges } from '../change/change.js'
import { type Counters, counters } from '../change-set.js'
import type { CmdbMode } from './cmdb-import-options.js'
import { type CmdbIssue, type CmdbRemark, type CmdbWarning, toWarning } from './cmdb-issue.js'
import type { CmdbImportPlan } from './plan-cmdb-import.js'

/**
 * The response to an import (rules.md#cmdb-answer). If the stored data is the same, the responses to a dry run and to a
 * real import differ only in `applied` and in the ids of created topologies. The response lists the changes only if the
 * caller asks for them.
 */
export interface CmdbReport extends Partial<ListedChanges> {
  readonly applied: boolean
  readonly source: string
  readonly mode: CmdbMode
  readonly records: { readonly total: number; readonly withServices: number; readonly graphOnly: number }
  readonly relations: Counters
  readonly topologies: readonly TopologyReport[]
  readonly catalogServices: Pick<Counters, 'create' | 'unchanged'>
  readonly warnings: readonly CmdbWarning[]
  /** The errors of all topologies. If there are any errors, a real import is refused. */
  readonly errors: readonly CmdbIssue[]
}

export interface TopologyReport {
  readonly service: string
  readonly action: 'create' | 'update'
  /** `null` if the topology does not exist yet. */
  readonly topologyId: string | null
  readonly nodes: Counters
  readonly edges: Counters
  readonly errors: readonly CmdbIssue[]
}

/**
 * Makes the response from the plan.
 *
 * @param fileWarnings the warnings from reading the file
 * @param createdIds the ids of the topologies that were created, by service; `undefined` for a dry run
 */
export function cmdbReport(
  plan: CmdbImportPlan,
  fileWarnings: readonly CmdbRemark[],
  createdIds?: ReadonlyMap<string, string>,
): CmdbReport {
  const { options, records, relations, catalogServices } = plan
  const { create, unchanged } = counters(catalogServices)
  return {
    applied: createdIds !== undefined,
    source: options.source,
    mode: options.mode,
    records,
    relations: counters(relations),
    topologies: plan.topologies.map(({ service, stored, nodes, edges, issues }) => ({
      service,
      action: stored === undefined ? 'create' : 'update',
      topologyId: stored?.id ?? createdIds?.get(service) ?? null,
      nodes: counters(nodes),
      edges: counters(edges),
      errors: issues,
    })),
    catalogServices: { create, unchanged },
    warnings: [...fileWarnings, ...plan.warnings].map(toWarning),
    errors: plan.topologies.flatMap(({ issues }) => issues),
  }
}
