import type { Issue } from '../../issue.js'
import type { LockArea, StoreParts, StoreTransaction } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'
import { noFreeSlotError } from '../topology/license-slots.js'

/** The steps of an import, which {@link runImport} runs. */
export interface ImportSteps<Plan, Applied> {
  readonly isDryRun: boolean
  /** The locks to take, in this order. They protect the data on which the plan depends until the plan is written. */
  readonly locks: readonly LockArea[]
  /** Makes the plan. Throws if the plan must not be written. */
  readonly plan: (parts: StoreParts) => Promise<Plan>
  /** Returns one issue for each topology in the plan that the license does not allow. */
  readonly unlicensed: (plan: Plan) => readonly Issue[]
  /** Writes the plan and its audit entries. */
  readonly apply: (parts: StoreTransaction, plan: Plan) => Promise<Applied>
}

/**
 * Makes the plan of an import and writes it, in one transaction. A dry run makes the same plan on a snapshot of the
 * store, and writes nothing. It succeeds even if the license does not allow all topologies of the plan.
 *
 * @returns the plan, and in `applied` the result of writing it; `applied` is missing for a dry run
 * @throws OpsgraphError `forbidden` if the license does not allow all topologies of the plan
 */
export async function runImport<Plan, Applied>(
  dependencies: Dependencies,
  steps: ImportSteps<Plan, Applied>,
): Promise<{ readonly plan: Plan; readonly applied?: Applied }> {
  const { store } = dependencies
  if (steps.isDryRun) return { plan: await store.snapshot(steps.plan) }
  return await store.transaction(async (parts) => {
    for (const area of steps.locks) await parts.lock(area)
    const plan = await steps.plan(parts)
    const unlicensed = steps.unlicensed(plan)
    if (unlicensed.length > 0) throw noFreeSlotError(dependencies, unlicensed)
    return { plan, applied: await steps.apply(parts, plan) }
  })
}
