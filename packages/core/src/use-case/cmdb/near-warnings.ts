import type { CmdbRemark } from '../../cmdb/cmdb-issue.js'
import type { CmdbRecord } from '../../cmdb/cmdb-record.js'
import { nearName } from '../../cmdb/near-records.js'
import type { CmdbImportPlan } from '../../cmdb/plan-cmdb-import.js'
import { NEAR_READ, NearNames } from '../../impact/near-names.js'
import { LIMITS } from '../../limits.js'
import type { StoreParts } from '../../port/store.js'
import { resourceKey } from '../../relation/relation.js'

/**
 * Warns of names that an import adds to the graph, and that are near names which the graph has (rules.md#cmdb-warnings).
 * Looks at the first `LIMITS.nearOnWays` names. Costs at most one statement.
 */
export async function nearInGraph(
  { relations }: StoreParts,
  plan: CmdbImportPlan,
  records: readonly CmdbRecord[],
): Promise<readonly CmdbRemark[]> {
  const added = new Set<string>()
  for (const { environment, resource, parent } of plan.relations.create) {
    if (added.size >= LIMITS.nearOnWays) break
    for (const name of [resource, parent]) added.add(resourceKey({ environment, resource: name }))
  }
  if (added.size === 0) return []
  const named = records.filter((record) => added.has(resourceKey(record)))
  const near = new NearNames(
    '',
    named.map(({ resource }) => resource),
    LIMITS.nearOnWays,
  )
  const known = await relations.namedLike(near.like, NEAR_READ)
  for (const candidate of known) near.offer(candidate)
  const stored = new Set(known.map(resourceKey))
  return named.flatMap((record) => {
    const found = near.nearOf(record.resource).find(({ environment, resource }) => {
      return environment === record.environment && resource !== record.resource
    })
    return found === undefined || stored.has(resourceKey(record)) ? [] : [nearName(record, found.resource)]
  })
}
