import type { Caller } from '../../access/caller.js'
import type { StoreTransaction } from '../../port/store.js'
import type { RenamePlan } from '../../rename/plan-rename.js'
import { countRenames } from '../../rename/rename.js'
import type { Renaming } from '../../rename/rename-nodes.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { nextUpdateTimes } from '../topology/next-update-times.js'

interface AppliedRename {
  readonly caller: Caller
  readonly renaming: Renaming
  readonly plan: RenamePlan
}

/**
 * Writes the plan of a rename and its audit entry. The number of statements does not depend on the size of the plan.
 */
export async function applyRename(
  dependencies: Dependencies,
  parts: StoreTransaction,
  { caller, renaming, plan }: AppliedRename,
): Promise<void> {
  const now = timestamp(dependencies.clock())
  await writeRelations(parts, plan, now)
  await writeTopologies(parts, plan, now)
  const { rules, aliases, alerts } = plan
  if (rules.removed.length > 0) await parts.redundancyRules.delete(rules.removed.map(({ id }) => id))
  if (rules.saved.length > 0) await parts.redundancyRules.save(rules.saved)
  if (aliases.removed.length > 0) await parts.aliases.delete(aliases.removed.map(({ id }) => id))
  await parts.aliases.save(aliases.saved)
  if (alerts.takenOut.length > 0) await parts.alerts.takeOut(alerts.takenOut)
  if (alerts.saved.length > 0) await parts.alerts.save(alerts.saved)
  const { environment, from, to } = renaming
  await parts.audit.append(
    auditEntry(dependencies, caller, {
      event: 'resource-renamed',
      resourceId: null,
      text: `resource ${from} renamed to ${to}`,
      attributes: { environment, from, to, counters: countRenames(plan.changes) },
    }),
  )
}

/** Withdraws the old relations first, so that the new relations can have their ids. */
async function writeRelations({ relations }: StoreTransaction, { relations: plan }: RenamePlan, now: string) {
  if (plan.withdrawn.length > 0) await relations.withdraw(plan.withdrawn, now)
  if (plan.stated.length > 0) await relations.upsert(plan.stated)
  if (plan.yielding.length > 0) await relations.upsert(plan.yielding, { yields: true })
  if (plan.claims.length > 0) await relations.keepClaims(plan.claims)
}

async function writeTopologies({ topologies }: StoreTransaction, plan: RenamePlan, now: string): Promise<void> {
  if (plan.topologies.length === 0) return
  const nextTime = await nextUpdateTimes(topologies, now)
  await topologies.save(plan.topologies.map((topology) => ({ ...topology, updateTime: nextTime() })))
}
