import type { Caller } from '../../access/caller.js'
import { readPlanRecords } from '../../cmdb/cmdb-plan-document.js'
import { type CmdbReport, type RelationsReport, reportOfRelations } from '../../cmdb/cmdb-report.js'
import { KeptResources } from '../../cmdb/removal-scope.js'
import { importRefusal } from '../../cmdb/skip-faulty.js'
import type { PlanDocument } from '../../plan/plan-document.js'
import { readPlanState } from '../../plan/plan-state.js'
import { importRecords } from '../cmdb/import-records.js'
import { RECORD_KINDS } from '../cmdb/record-kind.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import type { ExpectedPlan } from './hash-plan.js'
import { type PlanInput, receivePlan } from './receive-plan.js'

/**
 * Does exactly what a plan says: makes the plan again, and writes it if it is still the same (rules.md#plans-3).
 *
 * @throws OpsgraphError `invalid` with all faults of the document, or if somebody has edited it; `conflict` if the plan
 *   has changed; `forbidden` if the license does not allow the new topologies
 */
export async function applyPlan(
  dependencies: Dependencies,
  caller: Caller,
  { document: sent, dryRun, changes }: PlanInput,
): Promise<CmdbReport | RelationsReport> {
  return await receivePlan(dependencies, sent, async (document) => {
    const state = await runWithPauses(readPlanState(document, dependencies.newId))
    const expected: ExpectedPlan = { planHash: document.planHash, state }
    return await importDocument(dependencies, caller, { document, expected, dryRun, changes })
  })
}

interface DocumentImport extends Pick<PlanInput, 'dryRun' | 'changes'> {
  readonly document: PlanDocument
  readonly expected: ExpectedPlan
}

async function importDocument(
  dependencies: Dependencies,
  caller: Caller,
  { document, ...how }: DocumentImport,
): Promise<CmdbReport | RelationsReport> {
  const { kind } = document
  const { held, ...options } = document.options
  const read = await runWithPauses(readPlanRecords(document, RECORD_KINDS[kind].check))
  if (read.issues.length > 0) throw importRefusal(kind, read.issues)
  const report = await importRecords(dependencies, caller, {
    kind,
    read,
    options: { ...options, skipInvalid: false },
    kept: KeptResources.fromList(held),
    ...how,
  })
  return kind === 'relations' ? reportOfRelations(report) : report
}
