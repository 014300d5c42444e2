import type { CmdbIssue } from '../../cmdb/cmdb-issue.js'
import type { CmdbImportPlan } from '../../cmdb/plan-cmdb-import.js'
import { guardIssue } from '../../cmdb/removal-guard.js'
import type { RemovalLimit } from '../../cmdb/removal-limit.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Says whether a plan would remove too much (rules.md#removal-guard). A dry run answers with the issue.
 *
 * @throws OpsgraphError `invalid` with the issue, unless the import is a dry run
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

/** Relations that a source has not stated since this time are stale (rules.md#stale-removal); `undefined` = none is. */
export function staleTime({ clock }: Dependencies, days: number | undefined): string | undefined {
  return days === undefined ? undefined : timestamp(new Date(clock().getTime() - days * DAY))
}

const DAY = 86_400_000
