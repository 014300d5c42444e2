import type { DecodedText } from '../decode-text.js'
import { type ResourceKey, resourceKey } from '../relation/relation.js'
import type { Steps } from '../steps.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { addSelfParentIssues, type CheckedRecords, checkAmountOfRelations } from './check-records.js'
import type { CmdbRemark } from './cmdb-issue.js'
import type { CmdbFile, CmdbRecord, DeclaredParents } from './cmdb-record.js'
import { warnOfNearNames } from './near-records.js'
import { type ReadCmdbText, readCmdbText } from './read-cmdb-text.js'

/**
 * Reads the decoded text of a file of relations into records, each with a resource and one or more parents
 * (rules.md#applying-relations). Reports every fault. Yields for pauses.
 */
export function* readRelationText(
  received: DecodedText | 'tooLarge',
  options: Omit<ReadCmdbText, 'check'>,
): Steps<CmdbFile> {
  const file = yield* readCmdbText(received, { ...options, check: checkRelationRecords })
  const warnings = file.warnings.filter(({ code }) => code !== 'notStored')
  return { ...file, warnings: [...warnings, ...file.records.flatMap(warnOfUnstoredFields)] }
}

/**
 * Checks the records of a file of relations. Each record declares relations of its resource. Unlike in a CMDB file, a
 * resource may have several records, and the relations may form a loop.
 */
export function checkRelationRecords({ records, selfParents, issues }: CheckedRecords): readonly CmdbRemark[] {
  for (const { row, resource, parents } of records) {
    const faulty = issues.faultyRows.get(row)
    if (parents.length > 0 || faulty?.has('parent') || faulty?.has('parents')) continue
    issues.addToRecord(
      'missingParent',
      { row, field: 'parent' },
      `the relation of ${truncateForMessage(resource)} needs a parent`,
    )
  }
  addSelfParentIssues(selfParents, issues)
  checkAmountOfRelations(records, issues)
  return warnOfNearNames(records)
}

/** Warns of fields that only a record of a CMDB file has. A relation does not have them, so they are not stored. */
function warnOfUnstoredFields({ row, resource, services, type, attributes }: CmdbRecord): readonly CmdbRemark[] {
  const fields = [
    ...(services.length > 0 ? ['services'] : []),
    ...(type ? ['type'] : []),
    ...(Object.keys(attributes).length > 0 ? ['attributes'] : []),
  ]
  if (fields.length === 0) return []
  return [{ code: 'notStored', row, params: { resource, fields: fields.join(' or '), of: 'relation' } }]
}

/** Groups relations by resource. A relation that the file contains twice counts once. */
export function relationsByResource(records: readonly CmdbRecord[]): readonly DeclaredParents[] {
  const byResource = new Map<string, ResourceKey & { readonly parents: Set<string> }>()
  for (const { environment, resource, parents } of records) {
    const key = resourceKey({ environment, resource })
    const group = byResource.get(key) ?? { environment, resource, parents: new Set() }
    byResource.set(key, group)
    for (const parent of parents) group.parents.add(parent)
  }
  return Array.from(byResource.values(), (stated) => ({ ...stated, parents: [...stated.parents] }))
}
