import { checkRecords } from '../../cmdb/check-records.js'
import { CmdbIssues, type CmdbRemark } from '../../cmdb/cmdb-issue.js'
import type { CmdbFile, CmdbRecord } from '../../cmdb/cmdb-record.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'
import { resolveNames } from '../alias/resolve-names.js'

/**
 * Replaces aliases in the records of a CMDB file (rules.md#aliases-4), and checks the records again: a file must not
 * name a resource and its alias as two records.
 *
 * @returns the records, and the warnings of the file
 * @throws OpsgraphError `invalid` with all issues
 */
export async function resolveRecords(
  parts: Pick<StoreParts, 'aliases'>,
  { records, warnings, lines }: CmdbFile,
): Promise<{ readonly records: readonly CmdbRecord[]; readonly warnings: readonly CmdbRemark[] }> {
  const names = await resolveNames(parts, namesOf(records))
  if (names.isEmpty) return { records, warnings }
  const issues = new CmdbIssues(lines)
  const resolved = records.map((record) => {
    const { environment, row } = record
    const { resource } = names.resource(record)
    const parents = names.list(environment, record.parents)
    if (parents.includes(resource)) {
      const field = parents.length > 1 ? 'parents' : 'parent'
      issues.addToRecord('selfParent', { row, field }, `the parent of ${resource} is itself, by an alias`)
    }
    return resource === record.resource && parents === record.parents ? record : { ...record, resource, parents }
  })
  const unknown = checkRecords(resolved, issues)
  if (issues.list.length > 0) throw new OpsgraphError('invalid', 'invalid CMDB import', issues.list)
  return { records: resolved, warnings: [...warnings.filter(({ code }) => !CHECKED.has(code)), ...unknown] }
}

/** The warnings that `checkRecords` makes. */
const CHECKED: ReadonlySet<CmdbRemark['code']> = new Set(['unknownParent', 'nearName'])

function* namesOf(records: readonly CmdbRecord[]): Generator<ResourceKey> {
  for (const { environment, resource, parents } of records) {
    yield { environment, resource }
    for (const parent of parents) yield { environment, resource: parent }
  }
}
