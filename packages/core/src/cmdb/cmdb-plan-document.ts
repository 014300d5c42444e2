import { counters } from '../change-set.js'
import { makePlanDocument, type PlanDocument, type PlanKind, type PlannedChanges } from '../plan/plan-document.js'
import type { TouchedState } from '../plan/touched-state.js'
import type { Steps } from '../steps.js'
import type { RecordCheck } from './check-records.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import type { CmdbFile, CmdbRecord } from './cmdb-record.js'
import { type CmdbImportPlan, mustBeSaved } from './plan-cmdb-import.js'
import { readRecordList } from './read-json-records.js'
import type { UsedRecords } from './skip-faulty.js'

interface ImportDocumentOptions extends Pick<CmdbImportOptions, 'source' | 'mode' | 'scope'> {
  readonly staleBefore?: string | undefined
}

interface ImportToDocument {
  readonly kind: PlanKind
  readonly plan: CmdbImportPlan
  readonly used: Pick<UsedRecords, 'records' | 'kept'>
  readonly state: TouchedState
  readonly planHash: string
}

/**
 * Makes the plan document of an import (rules.md#plans). Yields for pauses.
 *
 * @throws OpsgraphError `invalid` if the document would be too large
 */
export function* createImportDocument(
  { kind, plan, used, state, planHash }: ImportToDocument,
  { source, mode, scope, staleBefore }: ImportDocumentOptions,
): Steps<PlanDocument> {
  const held = used.kept.list
  const options = { source, mode, scope, held, ...(staleBefore !== undefined && { staleBefore }) }
  const items = used.records.map(toPlanItem)
  yield
  return yield* makePlanDocument({ kind, options, items, changes: changesOf(plan), state, planHash })
}

function changesOf({ relations, topologies, catalogServices }: CmdbImportPlan): PlannedChanges {
  return {
    relations: counters(relations),
    topologies: topologies.filter(mustBeSaved).map(({ service, stored }) => {
      return { service, action: stored === undefined ? 'create' : 'update' }
    }),
    catalogServices: catalogServices.create.map(({ serviceId }) => serviceId),
  }
}

/**
 * Reads the records that a plan document contains. Yields for pauses.
 *
 * @param check the check that suits the kind of the import
 */
export function* readPlanRecords({ items }: PlanDocument, check: RecordCheck): Steps<CmdbFile> {
  return yield* readRecordList(items, check)
}

/** A record as an item of a JSON file. Reading the item gives the same record again. */
interface CmdbPlanItem {
  readonly environment: string
  readonly resource: string
  readonly parents: readonly string[]
  readonly services: readonly string[]
  readonly type?: string
  /** A blank value is an empty text. */
  readonly attributes?: Readonly<Record<string, string>>
}

function toPlanItem(record: CmdbRecord): CmdbPlanItem {
  const { environment, resource, parents, services, type, attributes, blankKeys } = record
  const blank = blankKeys.filter((key) => !Object.hasOwn(attributes, key))
  const all =
    blank.length === 0
      ? attributes
      : Object.fromEntries([...Object.entries(attributes), ...blank.map((key) => [key, ''])])
  return {
    environment,
    resource,
    parents,
    services,
    ...(type !== null && { type }),
    ...(Object.keys(all).length > 0 && { attributes: all }),
  }
}
