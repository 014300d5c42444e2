import { counters } from '../../change-set.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { type AppliedImport, stateRelations, withdrawRelations } from './apply-cmdb-plan.js'

/** Writes the plan of applied relations and its audit entry. `parts` must be the transaction in which the plan was made. */
export async function applyRelationPlan(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, plan, planHash }: AppliedImport,
): Promise<ReadonlyMap<string, string>> {
  const { relations, options } = plan
  await stateRelations(dependencies, parts, relations)
  await withdrawRelations(parts, plan, timestamp(dependencies.clock()))
  const { mode, source } = options
  const counts = counters(relations)
  await parts.audit.append(
    auditEntry(dependencies, caller, {
      event: 'resource-relations-applied',
      resourceId: null,
      text: `relations of ${source} applied (${mode}): ${counts.create} created, ${counts.update} updated, ${counts.remove} removed`,
      attributes: { mode, source, relations: { ...counts }, planHash },
    }),
  )
  return NO_TOPOLOGIES
}

const NO_TOPOLOGIES: ReadonlyMap<string, string> = new Map()
