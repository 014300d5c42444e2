import type { CmdbScope } from '../../cmdb/cmdb-import-options.js'
import type { CmdbRecord } from '../../cmdb/cmdb-record.js'
import type { CmdbImportPlan } from '../../cmdb/plan-cmdb-import.js'
import { importEffects, touchedByImport } from '../../cmdb/plan-effects.js'
import type { PlanKind } from '../../plan/plan-document.js'
import type { StoreParts } from '../../port/store.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { type HashedPlan, hashPlan } from '../plan/hash-plan.js'

interface PlanToHash {
  readonly kind: PlanKind
  readonly plan: CmdbImportPlan
  readonly used: { readonly records: readonly CmdbRecord[] }
  readonly scope: CmdbScope
  /** True if the touched data must not change until the plan is written. */
  readonly locks: boolean
}

/** Reads what an import touches, and computes the hash of the plan (rules.md#plans-2). */
export async function hashImport(
  parts: StoreParts,
  { kind, plan, used, scope, locks }: PlanToHash,
): Promise<HashedPlan> {
  const touched = await runWithPauses(touchedByImport(plan, used.records))
  const effects = await runWithPauses(importEffects(plan))
  const { source, mode } = plan.options
  return await hashPlan(parts, { kind, options: { source, mode, scope }, touched, effects, locks })
}
