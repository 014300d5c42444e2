import type { Caller } from '../../access/caller.js'
import { grantsScope } from '../../access/scope.js'
import type { AuditEntry, AuditEvent } from '../../audit/audit-entry.js'
import { changedSince } from '../../plan/changed-since.js'
import type { AppliedPlan, PlanDocument } from '../../plan/plan-document.js'
import type { PlanState } from '../../plan/plan-state.js'
import type { TouchedKeys, TouchedState } from '../../plan/touched-state.js'
import type { StoreParts } from '../../port/store.js'
import { truncateForMessage } from '../../truncate-for-message.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'

/** A plan that somebody wants to undo. */
export interface UndonePlan {
  readonly parts: Pick<StoreParts, 'audit'>
  readonly caller: Caller
  readonly document: PlanDocument
  /** What the plan touches, according to its document. */
  readonly touched: TouchedKeys
  readonly before: PlanState
}

/** A message names this many changes, and this many entries of the audit trail. */
const NAMED_WRITES = 3
/** The entry of the plan is searched among this many of the newest audit entries about the graph. */
const SEARCHED_ENTRIES = 100

/**
 * Says what was written since a plan was applied, and by whom if the caller may read the audit trail. Empty if neither
 * follows from what is stored. Begins with the end of a sentence before it. Costs one statement.
 */
export async function describeWrites(
  { parts, caller, document, touched, before, applied }: UndonePlan & { readonly applied: AppliedPlan },
  now: TouchedState,
): Promise<string> {
  const entries = await entriesSince(parts, document.planHash, applied)
  const savedTopologies = new Set(entries.flatMap(({ resourceId }) => resourceId ?? []))
  const { source } = document.options
  const changes = await runWithPauses(changedSince({ source, touched, before, savedTopologies }, now))
  const isAuditor = grantsScope(caller.scopes, 'admin:audit')
  return `${describeList('What is different', changes)}${describeList('The audit trail since then', isAuditor ? entries.map(describeEntry) : [])}`
}

function describeList(title: string, list: readonly string[]): string {
  if (list.length === 0) return ''
  const more = list.length > NAMED_WRITES ? `; and ${list.length - NAMED_WRITES} more` : ''
  return `. ${title}: ${list.slice(0, NAMED_WRITES).join('; ')}${more}`
}

function describeEntry({ createTime, user, text }: AuditEntry): string {
  return `${truncateForMessage(text)} (${truncateForMessage(user)}, ${createTime})`
}

/**
 * The audit entries about the graph that follow the entry of the plan, the newest first. If the entry of the plan is
 * not found, those after the time in the document.
 */
async function entriesSince(
  { audit }: Pick<StoreParts, 'audit'>,
  planHash: string,
  { time }: AppliedPlan,
): Promise<readonly AuditEntry[]> {
  const filters = { type: ['resources', 'resource-relation', 'service-topology', 'service-catalog'] }
  const { items } = await audit.list({ filters, sort: undefined, page: 1, pageSize: SEARCHED_ENTRIES })
  const ofPlan = items.findIndex(({ event, attributes }) => IMPORTS.has(event) && attributes.planHash === planHash)
  const later = ofPlan < 0 ? items.filter(({ createTime }) => createTime > time) : items.slice(0, ofPlan)
  return later.filter(({ event }) => event !== 'service-topology-exported')
}

const IMPORTS: ReadonlySet<AuditEvent> = new Set(['resources-cmdb-imported', 'resource-relations-applied'])
