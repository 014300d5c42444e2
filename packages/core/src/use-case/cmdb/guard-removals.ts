import type { CmdbIssue } from '../../cmdb/cmdb-issue.js'
import type { CmdbImportPlan } from '../../cmdb/plan-cmdb-import.js'
import { guardIssue } from '../../cmdb/removal-guard.js'
import type { RemovalLimit } from '../../cmdb/removal-limit.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import { daysBefore } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Returns an issue if a plan would remove too much (rules.md#removal-guard), for the answer to a dry run.
 *
 * @throws OpsgraphError `invalid` with this issue, unless the import is a dry run
 */
export function guardRemovals(
  plan: CmdbImportPlan,
  limit: RemovalLimit | undefined,
  isDryRun: boolean,
): CmdbIssue | undefined {
  const issue = limit && guardIssue(plan, limit)
  if (issue !== undefined && !isDryRun) throw new OpsgraphError('invalid', 'the import would remove too much', [issue])
  return issue
}

/**
 * The time since which a source must have confirmed a relation, or else the relation is stale (rules.md#stale-removal);
 * `undefined` = no relation is stale.
 */
export function staleTime({ clock }: Dependencies, days: number | undefined): string | undefined {
  return days === undefined ? undefined : daysBefore(clock(), days)
}
