import { hostNamesOf, simplifyName } from '../near-forms.js'
import type { CmdbRemark } from './cmdb-issue.js'
import type { CmdbRecord } from './cmdb-record.js'

/**
 * Warns of two similar names in a file, such as `WEB-1` and the parent `web-1`, which probably mean one resource
 * (rules.md#simulated-failures-5). The warning is about the name that comes later in the file, and has the row of the
 * first record with this name. Takes linear time.
 */
export function warnOfNearNames(records: readonly CmdbRecord[]): readonly CmdbRemark[] {
  const rows = new Map<string, Map<string, number>>()
  for (const { environment, resource, parents, row } of records) {
    const names = rows.get(environment) ?? new Map<string, number>()
    rows.set(environment, names)
    for (const name of [resource, ...parents]) if (!names.has(name)) names.set(name, row)
  }
  return [...rows].flatMap(([environment, names]) => warnWithinEnvironment(environment, names))
}

function warnWithinEnvironment(environment: string, names: ReadonlyMap<string, number>): readonly CmdbRemark[] {
  const first = new Map<string, string>()
  for (const name of names.keys()) if (!first.has(simplifyName(name))) first.set(simplifyName(name), name)
  const warnings: CmdbRemark[] = []
  for (const [resource, row] of names) {
    const plain = simplifyName(resource)
    const near = [plain, ...hostNamesOf(plain)]
      .map((form) => first.get(form))
      .find((name) => name !== undefined && name !== resource)
    if (near !== undefined) warnings.push(nearNameWarning({ environment, resource, row }, near))
  }
  return warnings
}

/** Warns that the name of a resource is similar to the name `near`. */
export function nearNameWarning(
  { environment, resource, row }: Pick<CmdbRecord, 'environment' | 'resource' | 'row'>,
  near: string,
): CmdbRemark {
  return { code: 'nearName', row, params: { environment, resource, near } }
}
