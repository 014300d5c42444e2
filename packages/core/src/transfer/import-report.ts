import type { ListedChanges } from '../change/change.js'
import { type Counters, counters } from '../change-set.js'
import type { CatalogPlan } from './plan-catalog-fields.js'
import type { TopologyImportPlan } from './plan-topology-import.js'
import type { TransferIssue, TransferWarning } from './transfer-issue.js'

/**
 * The response to an import (rules.md#topology-import-answer). The response lists the changes only if the caller asks
 * for them.
 */
export interface TopologyImportReport extends Partial<ListedChanges> {
  readonly dryRun: boolean
  readonly previews: readonly TopologyPreview[]
  /** The result for each topology; absent in a dry run. */
  readonly results?: readonly TopologyImportResult[]
}

type CatalogChange = Pick<CatalogPlan, 'action' | 'fields'>

export interface TopologyPreview {
  readonly topology: {
    readonly service: string
    readonly action: 'create' | 'update'
    /** `null` if the topology does not exist yet. */
    readonly id: string | null
  }
  readonly nodes: Counters
  readonly edges: Counters
  readonly weightPolicies: Counters
  readonly rules: Counters
  readonly catalogService: CatalogChange
  readonly idsRegenerated: number
  readonly warnings: readonly TransferWarning[]
  /** If there are any errors, an import that is not a dry run is refused. */
  readonly errors: readonly TransferIssue[]
}

export interface TopologyImportResult {
  readonly service: string
  readonly topologyId: string
  readonly action: 'created' | 'updated'
  readonly counts: Pick<TopologyPreview, 'nodes' | 'edges' | 'weightPolicies' | 'rules'>
  readonly catalogService: CatalogChange
}

/** Makes the response from the plans. The response to a dry run has no `results`. */
export function topologyImportReport(
  plans: readonly TopologyImportPlan[],
  { dryRun }: { readonly dryRun: boolean },
): TopologyImportReport {
  const previews = plans.map(toPreview)
  return dryRun ? { dryRun, previews } : { dryRun, previews, results: plans.map(toResult) }
}

function toPreview(plan: TopologyImportPlan): TopologyPreview {
  const { service, stored, idsRegenerated, warnings, issues } = plan
  return {
    topology: { service, action: stored === undefined ? 'create' : 'update', id: stored?.id ?? null },
    ...countsOf(plan),
    catalogService: toCatalogChange(plan),
    idsRegenerated,
    warnings,
    errors: issues,
  }
}

function toResult(plan: TopologyImportPlan): TopologyImportResult {
  const { service, topologyId, stored } = plan
  return {
    service,
    topologyId,
    action: stored === undefined ? 'created' : 'updated',
    counts: countsOf(plan),
    catalogService: toCatalogChange(plan),
  }
}

function countsOf({ nodes, edges, weightPolicies, rules }: TopologyImportPlan): TopologyImportResult['counts'] {
  return {
    ...{ nodes: counters(nodes), edges: counters(edges), weightPolicies: counters(weightPolicies) },
    rules: counters(rules),
  }
}

function toCatalogChange({ catalogService: { action, fields } }: TopologyImportPlan): CatalogChange {
  return { action, fields }
}
