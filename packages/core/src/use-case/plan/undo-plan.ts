import type { Caller } from '../../access/caller.js'
import type { Counters } from '../../change-set.js'
import { readPlanRecords } from '../../cmdb/cmdb-plan-document.js'
import { keysOfRecords } from '../../cmdb/plan-cmdb-relations.js'
import { importRefusal } from '../../cmdb/skip-faulty.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { PlanDocument, PlanKind } from '../../plan/plan-document.js'
import { planOutdatedError, planRefusalError } from '../../plan/plan-issue.js'
import { describeChange, type PlanState, readPlanState } from '../../plan/plan-state.js'
import { planUndo, type UndoPlan } from '../../plan/plan-undo.js'
import { stateHash, type TouchedKeys, type TouchedState } from '../../plan/touched-state.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import type { Relation } from '../../relation/relation.js'
import type { RelationWithClaims } from '../../snapshot/kept-relation.js'
import { timestamp } from '../../timestamp.js'
import { resourcesOf } from '../../topology/resolve-graph.js'
import { truncateForMessage } from '../../truncate-for-message.js'
import { relationEnds, resolveNames } from '../alias/resolve-names.js'
import { auditEntry } from '../audit/audit.js'
import { RECORD_KINDS } from '../cmdb/record-kind.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runImport } from '../file/run-import.js'
import { releasePolicies } from '../topology/delete-topologies.js'
import { nextUpdateTimes } from '../topology/next-update-times.js'
import { type PlanInput, receivePlan } from './apply-plan.js'
import { readTouchedState, touchedAfterPlan } from './hash-plan.js'
import { describeWrites, type UndonePlan } from './written-since.js'

/** What an undo has changed, or would change. */
export interface UndoReport {
  readonly applied: boolean
  readonly kind: PlanKind
  readonly source: string
  /** `create` counts relations that the plan had removed, and `remove` counts those that it had created. */
  readonly relations: Counters
  readonly topologies: Counters
  readonly catalogServices: Pick<Counters, 'remove'>
  /** The hash of the undone plan. */
  readonly planHash: string
}

/**
 * Undoes what a plan has written, in one transaction, if everything that the plan touched is still as the plan has left
 * it (rules.md#plans-5). Relations, topologies and claims become what they were, with their ids, and what the plan has
 * created is removed.
 *
 * @throws OpsgraphError `invalid` with the faults of the document, or if somebody has edited it; `conflict` if the plan
 *   is not applied or already undone, or if data that it touched was written since
 */
export async function undoPlan(
  dependencies: Dependencies,
  caller: Caller,
  { document: sent, dryRun = false }: Pick<PlanInput, 'document' | 'dryRun'>,
): Promise<UndoReport> {
  return await receivePlan(dependencies, sent, async (document) => {
    const before = await runWithPauses(readPlanState(document, dependencies.newId))
    const stated = await touchedBy(document)
    const touched = touchedAfterPlan({ touched: stated, state: before })
    const { kind, planHash } = document
    const { source } = document.options
    const { plan } = await runImport(dependencies, {
      isDryRun: dryRun,
      locks: ['topologies', 'catalog', 'policies'],
      plan: async (parts) => {
        const now = await readTouchedState(parts, touched, !dryRun)
        await requireUnchanged({ parts, caller, document, touched: stated, before }, now)
        const undo = await runWithPauses(planUndo(before, now, source))
        await requireNoAlias(parts, undo)
        return undo
      },
      unlicensed: () => [],
      apply: (parts, undo) => applyUndo(dependencies, parts, { caller, undo, kind, source, planHash }),
    })
    const { relations, topologies, catalogServices } = plan
    return {
      applied: !dryRun,
      kind,
      source,
      relations,
      topologies,
      catalogServices: { remove: catalogServices.length },
      planHash,
    }
  })
}

/** What a plan touches, according to its document. */
async function touchedBy(document: PlanDocument): Promise<TouchedKeys> {
  const { issues, records } = await runWithPauses(readPlanRecords(document, RECORD_KINDS[document.kind].check))
  if (issues.length > 0) throw importRefusal(document.kind, issues)
  const { topologies, catalogServices } = document.changes
  return {
    stated: keysOfRecords(records),
    others: [],
    services: topologies.map(({ service }) => service),
    catalogServices,
  }
}

/** @throws OpsgraphError `conflict` if the stored data is not what the plan has left */
async function requireUnchanged(undone: UndonePlan, now: TouchedState): Promise<void> {
  const { before, document } = undone
  const { applied } = document
  if (applied !== undefined && (await runWithPauses(stateHash(now))) === applied.hash) {
    requireNoTree(before, now)
    return
  }
  const isAsBefore = describeChange(before, now) === undefined && now.catalogServices.length === 0
  if (applied === undefined || isAsBefore) {
    const message = isAsBefore
      ? 'everything that the plan touches is as before the plan: the plan is not applied, or it is undone already'
      : 'the document does not say what the plan has left (applied.hash): undo needs the document that was written when the plan was applied'
    throw planRefusalError('conflict', { code: 'planNotApplied', path: 'applied', message })
  }
  const message =
    'what the plan touched is not as the plan has left it, because it was written since: the plan cannot be undone any more, and nothing is written'
  throw planOutdatedError('applied.hash', `${message}${await describeWrites({ ...undone, applied }, now)}`)
}

/**
 * @throws OpsgraphError `conflict` if a name that the plan has removed from the graph is an alias now. It must not
 *   become a resource beside the one of which it is an alias (rules.md#aliases-1)
 */
async function requireNoAlias(parts: StoreParts, { restored, restoredTopologies }: UndoPlan): Promise<void> {
  const names = [...relationEnds(restored), ...restoredTopologies.flatMap((topology) => [...resourcesOf(topology)])]
  const meanings = await resolveNames(parts, names)
  const found = names.find((name) => meanings.resource(name) !== name)
  if (found === undefined) return
  const [alias, resource] = [found.resource, meanings.resource(found).resource].map(truncateForMessage)
  throw planOutdatedError(
    'state',
    `${alias} is an alias of ${resource} now, so the plan cannot be undone: delete the alias first`,
  )
}

/**
 * @throws OpsgraphError `conflict` if the plan has upgraded a tree of an earlier release, because a topology never
 *   becomes a tree again
 */
function requireNoTree(before: PlanState, now: TouchedState): void {
  const upgraded = new Set(now.topologies.filter(({ schemaVersion }) => schemaVersion === 2).map(({ id }) => id))
  const tree = before.topologies.find(({ id, schemaVersion }) => schemaVersion === 1 && upgraded.has(id))
  if (tree === undefined) return
  const service = truncateForMessage(tree.service)
  throw planOutdatedError(
    'state.topologies',
    `the plan has upgraded the tree of the service ${service} to nodes and edges, which cannot be undone`,
  )
}

interface AppliedUndo {
  readonly caller: Caller
  readonly undo: UndoPlan
  readonly kind: PlanKind
  readonly source: string
  readonly planHash: string
}

/**
 * Writes the undo of a plan and its audit entry. The number of statements does not depend on the size of the plan.
 * Relations and topologies are written as they were, and are not derived from each other again.
 */
export async function applyUndo(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, undo, kind, source, planHash }: AppliedUndo,
): Promise<void> {
  const now = timestamp(dependencies.clock())
  await writeTopologies(parts, undo, now)
  await writeRelations(parts, undo, now)
  if (undo.catalogServices.length > 0) await parts.catalog.delete(undo.catalogServices)
  await parts.audit.append(
    auditEntry(dependencies, caller, {
      event: 'resources-plan-undone',
      resourceId: null,
      text: `the plan ${planHash.slice(0, SHOWN_HASH_DIGITS)} of the source ${source} undone`,
      attributes: {
        kind,
        source,
        relations: { ...undo.relations },
        topologies: { ...undo.topologies },
        catalogServices: undo.catalogServices.length,
        planHash,
      },
    }),
  )
}

/** The text of an audit entry shows this many digits of the hash. The attributes contain the whole hash. */
const SHOWN_HASH_DIGITS = 12

/** Deletes before it saves, so that the ids of nodes that the plan has created are free again. */
async function writeTopologies(parts: StoreTransaction, undo: UndoPlan, now: string): Promise<void> {
  const { removedTopologies, restoredTopologies } = undo
  if (removedTopologies.length > 0) {
    const ids = removedTopologies.map(({ id }) => id)
    await parts.topologies.delete(ids)
    await releasePolicies(parts, ids)
  }
  if (restoredTopologies.length === 0) return
  const nextTime = await nextUpdateTimes(parts.topologies, now)
  await parts.topologies.save(restoredTopologies.map((topology) => ({ ...topology, updateTime: nextTime() })))
}

/**
 * Withdraws a changed relation with all of its claims, and then stores it as it was. So it shows its earlier source
 * again, even if another source has the same rank.
 */
async function writeRelations({ relations }: StoreTransaction, undo: UndoPlan, now: string): Promise<void> {
  const { withdrawn, restored, confirmed, claims } = undo
  if (withdrawn.length > 0) await relations.withdraw(withdrawn, now)
  if (restored.length > 0) {
    const takenIds = await relations.takenIds(restored.map(({ id }) => id))
    if (takenIds.length > 0) throw new OpsgraphError('conflict', `another relation has the id ${takenIds[0]}`)
    const { updated } = await relations.upsert(restored.map(withoutClaims))
    if (updated > 0) throw new OpsgraphError('conflict', 'other clients are writing the same relations: try again')
  }
  if (confirmed.length > 0) await relations.upsert(confirmed.map(withoutClaims))
  if (claims.length > 0) await relations.keepClaims(claims)
}

function withoutClaims({ claims: _, ...relation }: RelationWithClaims): Relation {
  return relation
}
