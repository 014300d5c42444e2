import { compileInSteps } from '../../alert-policy/compile-alert-policies.js'
import { WindowPlan } from '../../maintenance/window-plan.js'
import { compilePolicies } from '../../policy/compile-policies.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { ActivePolicies, Dependencies } from '../dependencies.js'

/**
 * Like {@link readActivePolicies}, for the alerts that a transaction receives. Until the transaction ends, no name can
 * become an alias, so that the names in the alerts keep their meaning (rules.md#rename-11).
 */
export async function readPoliciesOfIntake(
  dependencies: Dependencies,
  parts: StoreTransaction,
): Promise<ActivePolicies> {
  await parts.lock('names', 'shared')
  return await readActivePolicies(dependencies, parts)
}

/**
 * Returns the compiled active policies and maintenance windows, and whether there are aliases. The result is cached
 * until the policy revision in the store changes. So a received alert usually needs only one small database statement
 * for it, and a change of a policy takes effect immediately on every server.
 */
export async function readActivePolicies(
  { policyCache, clock }: Dependencies,
  parts: StoreParts,
): Promise<ActivePolicies> {
  const revision = await parts.policyRevision.read()
  // The revision is read before the policies. If policies change between the two reads, the cached policies are newer
  // than the cached revision, and the next call reads the policies again. In the reverse order, old policies could stay
  // in the cache.
  const { cached } = policyCache
  if (cached?.revision === revision) return cached.value
  const before = cached?.value
  const alert = await runWithPauses(compileInSteps(await parts.alertPolicies.active(), before?.alert))
  const weight = await runWithPauses(compilePolicies(await parts.weightPolicies.active(), before?.weight))
  const relation = await runWithPauses(compilePolicies(await parts.relationPolicies.active(), before?.relation))
  const now = timestamp(clock())
  const pending = await parts.maintenance.pending(now)
  const maintenance = await runWithPauses(WindowPlan.compile(pending, { known: before?.maintenance, now }))
  const value = { alert, weight, relation, maintenance, hasAliases: await parts.aliases.any() }
  policyCache.cached = { revision, value }
  return value
}
