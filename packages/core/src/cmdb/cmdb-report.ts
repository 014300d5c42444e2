import type { ListedChanges } from '../change/change.js'
import { type Counters, counters } from '../change-set.js'
import type { PlanDocument } from '../plan/plan-document.js'
import type { CmdbMode } from './cmdb-import-options.js'
import { type CmdbIssue, type CmdbRemark, type CmdbWarning, toWarning } from './cmdb-issue.js'
import { type CmdbImportPlan, changedClaims } from './plan-cmdb-import.js'
import type { ClaimChanges } from './plan-cmdb-relations.js'
import type { UsedRecords } from './skip-faulty.js'

/**
 * The response to an import (rules.md#cmdb-answer). For the same stored data, the responses to a dry run and to a real
 * import differ only in `applied` and in the ids of created topologies. The changes are listed only if the caller asks
 * for them.
 */
export interface CmdbReport extends Partial<ListedChanges> {
  readonly applied: boolean
  readonly source: string
  readonly mode: CmdbMode
  /**
   * How many records the import uses. `skipped` is the number of records with faults, which do not count in the other
   * numbers; it is present only if the caller asks to skip them.
   */
  readonly records: {
    readonly total: number
    readonly withServices: number
    readonly graphOnly: number
    readonly skipped?: number
  }
  readonly relations: Counters
  /** What the source declares otherwise than before about relations and nodes that stay as they are; absent if nothing. */
  readonly claims?: ClaimChanges
  readonly topologies: readonly TopologyReport[]
  readonly catalogServices: Pick<Counters, 'create' | 'unchanged'>
  readonly warnings: readonly CmdbWarning[]
  /**
   * First the faults of skipped records, then `tooManyRemovals`, then the errors of all topologies. A real import is
   * refused if there is `tooManyRemovals` or an error of a topology.
   */
  readonly errors: readonly CmdbIssue[]
  /** Identifies the plan (rules.md#plans-2). */
  readonly planHash: string
  /**
   * Identifies the stored state after a real import. Present if the caller asked for the plan document, or named the
   * plan to apply.
   */
  readonly leftHash?: string
  /** The document of the plan, if the caller asks for it. */
  readonly plan?: PlanDocument
}

/**
 * The report of applying relations: the report of an import without the fields about topologies and the catalog
 * (rules.md#applying-relations-6).
 */
export type RelationsReport = Omit<CmdbReport, 'records' | 'topologies' | 'catalogServices'> & {
  readonly records: Pick<CmdbReport['records'], 'total'>
}

export function reportOfRelations(report: CmdbReport): RelationsReport {
  const { topologies: _, catalogServices: _none, records, ...others } = report
  return { ...others, records: { total: records.total } }
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
 * @param used the warnings and faults of the file
 * @param createdIds the ids of the topologies that were created, by service; `undefined` for a dry run
 */
export function cmdbReport(
  plan: CmdbImportPlan,
  used: {
    readonly warnings: readonly CmdbRemark[]
    readonly skipped?: Pick<UsedRecords, 'skipped' | 'issues'>
    /** The issue `tooManyRemovals`; absent if the import does not remove too much. */
    readonly guarded?: CmdbIssue | undefined
  },
  createdIds?: ReadonlyMap<string, string>,
): Omit<CmdbReport, 'planHash' | 'leftHash' | 'plan'> {
  const { options, records, relations, catalogServices } = plan
  const { create, unchanged } = counters(catalogServices)
  const claims = changedClaims(plan)
  return {
    applied: createdIds !== undefined,
    source: options.source,
    mode: options.mode,
    records: used.skipped === undefined ? records : { ...records, skipped: used.skipped.skipped },
    relations: counters(relations),
    ...(claims && { claims }),
    topologies: plan.topologies.map(({ service, stored, nodes, edges, issues }) => ({
      service,
      action: stored === undefined ? 'create' : 'update',
      topologyId: stored?.id ?? createdIds?.get(service) ?? null,
      nodes: counters(nodes),
      edges: counters(edges),
      errors: issues,
    })),
    catalogServices: { create, unchanged },
    warnings: [...used.warnings, ...plan.warnings].map(toWarning),
    errors: [
      ...(used.skipped?.issues ?? []),
      ...[used.guarded ?? []].flat(),
      ...plan.topologies.flatMap(({ issues }) => issues),
    ],
  }
}
