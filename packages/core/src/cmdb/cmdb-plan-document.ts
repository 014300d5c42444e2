import { counters } from '../change-set.js'
import { makePlanDocument, type PlanDocument, type PlannedChanges } from '../plan/plan-document.js'
import type { TouchedState } from '../plan/touched-state.js'
import type { Steps } from '../steps.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import type { CmdbFile } from './cmdb-record.js'
import { type CmdbImportPlan, isToBeSaved } from './plan-cmdb-import.js'
import { readRecordList } from './read-json-records.js'
import { itemOf } from './record-item.js'
import type { UsedRecords } from './skip-faulty.js'

interface PlannedImport {
  readonly plan: CmdbImportPlan
  readonly used: Pick<UsedRecords, 'records' | 'held'>
  readonly state: TouchedState
  readonly planHash: string
}

/**
 * The document of a plan, in steps (rules.md#plans).
 *
 * @throws OpsgraphError `invalid` if it would be too large
 */
export function* documentedImport(
  { plan, used, state, planHash }: PlannedImport,
  { source, mode, scope }: Pick<CmdbImportOptions, 'source' | 'mode' | 'scope'>,
): Steps<PlanDocument> {
  const options = { source, mode, scope, held: used.held.list }
  const items = used.records.map(itemOf)
  yield
  return yield* makePlanDocument({ kind: 'cmdb', options, items, changes: changesOf(plan), state, planHash })
}

function changesOf({ relations, topologies, catalogServices }: CmdbImportPlan): PlannedChanges {
  return {
    relations: counters(relations),
    topologies: topologies.filter(isToBeSaved).map(({ service, stored }) => {
      return { service, action: stored === undefined ? 'create' : 'update' }
    }),
    catalogServices: catalogServices.create.map(({ serviceId }) => serviceId),
  }
}

/** The records of a plan, in steps. */
export function* readPlanRecords({ items }: PlanDocument): Steps<CmdbFile> {
  return yield* readRecordList(items)
}
