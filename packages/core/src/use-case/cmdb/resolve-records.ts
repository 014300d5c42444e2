import { checkRecords, type RecordCheck } from '../../cmdb/check-records.js'
import { CmdbIssues, type CmdbRemark, type RecordLocation } from '../../cmdb/cmdb-issue.js'
import type { CmdbFile, CmdbRecord } from '../../cmdb/cmdb-record.js'
import type { StoreParts } from '../../port/store.js'
import type { ResourceKey } from '../../relation/relation.js'
import { readMeaningsAnywhere, resolveNames } from '../alias/resolve-names.js'

/**
 * Replaces aliases in the records of a CMDB file (rules.md#aliases-4), and checks the records again, because a file
 * must not contain a resource and its alias as two records.
 *
 * @param check the function that has checked the records before
 */
export async function resolveRecords(
  parts: Pick<StoreParts, 'aliases'>,
  sent: CmdbFile,
  check: RecordCheck = checkRecords,
): Promise<CmdbFile> {
  const file = await addMeanings(parts, sent)
  const { records, warnings, lines, faultyRows } = file
  const names = await resolveNames(parts, namesOf(records))
  if (names.isEmpty) return file
  const selfParents: (RecordLocation & Pick<CmdbRecord, 'resource'>)[] = []
  const resolved = records.map((record) => {
    const { environment, row } = record
    if (faultyRows?.get(row)?.has('environment')) return record
    const { resource } = names.resource(record)
    const parents = names.list(environment, record.parents)
    if (parents.includes(resource)) {
      selfParents.push({ resource, row, field: parents.length > 1 ? 'parents' : 'parent' })
    }
    return resource === record.resource && parents === record.parents ? record : { ...record, resource, parents }
  })
  const issues = new CmdbIssues(lines)
  const checked = check({ records: resolved, selfParents, issues })
  const reported = new Set(file.issues.map(({ code, path }) => `${code} ${path}`))
  return {
    ...file,
    records: resolved,
    issues: [...file.issues, ...issues.list.filter(({ code, path }) => !reported.has(`${code} ${path}`))],
    warnings: [...warnings.filter(({ code }) => !CHECK_WARNINGS.has(code)), ...checked],
    faultyRows: faultyRows && issues.areOnlyOfRecords ? new Map([...issues.faultyRows, ...faultyRows]) : undefined,
  }
}

/**
 * Adds what the names of records with a faulty environment may mean: such a record may be about a resource of any
 * environment, so its name may be an alias in any environment (rules.md#cmdb-skipping).
 */
async function addMeanings(parts: Pick<StoreParts, 'aliases'>, file: CmdbFile): Promise<CmdbFile> {
  const { records, faultyRows } = file
  const withoutEnvironment = records.filter(({ row }) => faultyRows?.get(row)?.has('environment'))
  if (withoutEnvironment.length === 0) return file
  return {
    ...file,
    meanings: await readMeaningsAnywhere(
      parts,
      withoutEnvironment.map(({ resource }) => resource),
    ),
  }
}

/** The codes of the warnings that `check` returns: the warnings of the new check replace those of the earlier one. */
const CHECK_WARNINGS: ReadonlySet<CmdbRemark['code']> = new Set(['unknownParent', 'nearName'])

function* namesOf(records: readonly CmdbRecord[]): Generator<ResourceKey> {
  for (const { environment, resource, parents } of records) {
    yield { environment, resource }
    for (const parent of parents) yield { environment, resource: parent }
  }
}
