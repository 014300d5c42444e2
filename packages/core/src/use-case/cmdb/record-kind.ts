import { pause } from '#platform'
import { checkRecords, type RecordCheck } from '../../cmdb/check-records.js'
import { APPLY_RULES, planRelationsInSteps } from '../../cmdb/plan-cmdb-import.js'
import { checkRelationRecords } from '../../cmdb/relation-records.js'
import { RemovalScope } from '../../cmdb/removal-scope.js'
import type { PlanKind } from '../../plan/plan-document.js'
import type { LockArea, StoreParts } from '../../port/store.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { applyCmdbPlan, applyRelationPlan } from './apply-cmdb-plan.js'
import { type PlannedImport, type PlanToMake, planImport, readDeclaredGraph } from './plan-import.js'

/**
 * What differs between the two kinds of imported files: an inventory (`cmdb`) and a list of relations. Otherwise, both
 * are records that are imported in the same steps.
 */
export interface RecordKind {
  readonly check: RecordCheck
  /** The locks to take, in this order. */
  readonly locks: readonly LockArea[]
  readonly plan: (dependencies: Dependencies, parts: StoreParts, toMake: PlanToMake) => Promise<PlannedImport>
  readonly apply: typeof applyCmdbPlan
}

export const RECORD_KINDS: Readonly<Record<PlanKind, RecordKind>> = {
  cmdb: {
    check: checkRecords,
    locks: ['topologies', 'catalog'],
    plan: planImport,
    apply: applyCmdbPlan,
  },
  relations: {
    check: checkRelationRecords,
    locks: ['topologies'],
    plan: planRelations,
    apply: applyRelationPlan,
  },
}

async function planRelations(
  _: Dependencies,
  parts: StoreParts,
  { used, options }: PlanToMake,
): Promise<PlannedImport> {
  const { records, kept } = used
  const { skipInvalid: _none, ...planning } = { ...options, kept }
  const removalScope = new RemovalScope(records, planning)
  const state = await readDeclaredGraph(parts, records, { source: options.source, removalScope, ...APPLY_RULES })
  await pause()
  return { plan: await runWithPauses(planRelationsInSteps(state, records, planning)), used }
}
