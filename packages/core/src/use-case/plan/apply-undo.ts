import type { Caller } from '../../access/caller.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { PlanKind } from '../../plan/plan-document.js'
import type { UndoPlan } from '../../plan/plan-undo.js'
import type { StoreTransaction } from '../../port/store.js'
import type { Relation } from '../../relation/relation.js'
import type { KeptRelation } from '../../snapshot/kept-relation.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { releasePolicies } from '../topology/delete-topologies.js'
import { nextUpdateTimes } from '../topology/next-update-times.js'

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
    const taken = await relations.takenIds(restored.map(({ id }) => id))
    if (taken.length > 0) throw new OpsgraphError('conflict', `another relation has the id ${taken[0]}`)
    const { updated } = await relations.upsert(restored.map(withoutClaims))
    if (updated > 0) throw new OpsgraphError('conflict', 'other clients are writing the same relations: try again')
  }
  if (confirmed.length > 0) await relations.upsert(confirmed.map(withoutClaims))
  if (claims.length > 0) await relations.keepClaims(claims)
}

function withoutClaims({ claims: _, ...relation }: KeptRelation): Relation {
  return relation
}
