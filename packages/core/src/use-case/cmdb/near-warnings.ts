import type { CmdbRemark } from '../../cmdb/cmdb-issue.js'
import type { CmdbFile, CmdbRecord } from '../../cmdb/cmdb-record.js'
import { nearNameWarning } from '../../cmdb/near-records.js'
import type { CmdbImportPlan } from '../../cmdb/plan-cmdb-import.js'
import { MAX_NEAR_NAMES_READ, NearNames } from '../../impact/near-names.js'
import { LIMITS } from '../../limits.js'
import type { StoreParts } from '../../port/store.js'
import { type ResourceKey, resourceKey } from '../../relation/relation.js'
import { relationEnds } from '../alias/resolve-names.js'

/**
 * Warns about each name that an import adds to the resource graph and that is near another name in the graph
 * (rules.md#cmdb-warnings). Checks the first `LIMITS.nearOnWays` names. Costs at most one statement.
 *
 * @param file its `warnings` compare the names within the file. A pair of names in them gets no second warning
 */
export async function warnOfNearNames(
  { relations }: Pick<StoreParts, 'relations'>,
  plan: CmdbImportPlan,
  { records, warnings }: Pick<CmdbFile, 'records' | 'warnings'>,
): Promise<readonly CmdbRemark[]> {
  const added = new Set<string>()
  for (const key of namesAddedBy(plan)) {
    if (added.size >= LIMITS.nearOnWays) break
    added.add(resourceKey(key))
  }
  if (added.size === 0) return []
  const named = firstRecords(records, added)
  const near = new NearNames(
    '',
    named.map(({ resource }) => resource),
    LIMITS.nearOnWays,
  )
  const storedNames = await relations.namedLike(near.like, MAX_NEAR_NAMES_READ)
  for (const candidate of storedNames) near.offer(candidate)
  const storedKeys = new Set(storedNames.map(resourceKey))
  const warned = new Set(warnings.map(namePairKey))
  return named.flatMap((name) => {
    if (storedKeys.has(resourceKey(name))) return []
    const found = near
      .nearOf(name.resource)
      .find(({ environment, resource }) => environment === name.environment && resource !== name.resource)
    const remark = found && nearNameWarning(name, found.resource)
    return remark === undefined || warned.has(namePairKey(remark)) ? [] : [remark]
  })
}

function* namesAddedBy({ relations, topologies }: CmdbImportPlan): Generator<ResourceKey> {
  yield* relationEnds(relations.create)
  for (const { nodes } of topologies) for (const { record } of nodes.create) if (record !== undefined) yield record
}

type NameWithRow = Pick<CmdbRecord, 'environment' | 'resource' | 'row'>

/** The names with these keys, each with the row of the first record that contains it. */
function firstRecords(records: readonly CmdbRecord[], keys: ReadonlySet<string>): readonly NameWithRow[] {
  const found = new Map<string, NameWithRow>()
  for (const { environment, resource: own, parents, row } of records) {
    for (const resource of [own, ...parents]) {
      const key = resourceKey({ environment, resource })
      if (keys.has(key) && !found.has(key)) found.set(key, { environment, resource, row })
    }
  }
  return [...found.values()]
}

/** Identifies the two names of a warning, in any order. */
function namePairKey({ code, params: { environment, resource, near } }: CmdbRemark): string {
  return JSON.stringify([code, environment, ...[resource, near].sort()])
}
