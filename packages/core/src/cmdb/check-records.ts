import { LIMITS } from '../limits.js'
import { stronglyConnectedComponents } from '../strongly-connected-components.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { CmdbIssues, CmdbRemark } from './cmdb-issue.js'
import type { CmdbRecord } from './cmdb-record.js'
import { warnOfNearNames } from './near-records.js'
import type { RecordReader } from './record-reader.js'

/** The maximum number of resources that a message about a loop names. */
const MAX_NAMED_RESOURCES = 10

/** The records of one file, their faults so far, and the records that name their own resource as a parent. */
export type CheckedRecords = Pick<RecordReader, 'records' | 'selfParents' | 'issues'>
/** Checks the records of one file. Adds faults to `issues`, and returns warnings. */
export type RecordCheck = (checked: CheckedRecords) => readonly CmdbRemark[]

/**
 * Finds duplicate records, records that are their own parents, loops of parents, and parents that are not in the file
 * (rules.md#cmdb-errors-4; rules.md#cmdb-records-6). Takes linear time. Does not recurse, because a file may contain a
 * chain of parents of any length.
 *
 * @returns the warnings; faults are added to the issues
 */
export function checkRecords({ records, selfParents, issues }: CheckedRecords): readonly CmdbRemark[] {
  const { indexes, duplicates } = indexRecords(records)
  const warnings: CmdbRemark[] = []
  for (const [index, first] of duplicates) {
    const { row = 0, resource, parents = [] } = records[index] ?? {}
    const advice = parents.length > 0 ? 'name all its parents in one record' : 'keep one record'
    const message = `the resource ${truncateForMessage(resource)} is in the file already, as record ${records[first]?.row}: ${advice}`
    issues.addToRecord('duplicateRecord', { row }, message)
    issues.markRecord(records[first]?.row ?? 0)
  }
  addSelfParentIssues(selfParents, issues)
  const parentIndexes = records.map((record, index) => {
    const existing = indexes.get(record.environment)
    return record.parents.flatMap((parent) => {
      const start = existing?.get(parent)
      if (start === undefined) warnings.push(unknownParentRemark(record, parent))
      return start === undefined || start === index ? [] : start
    })
  })
  for (const loop of stronglyConnectedComponents(parentIndexes)) {
    addCycleIssue(findLoopWithin(loop, parentIndexes), records, issues)
    for (const index of loop) issues.markRecord(records[index]?.row ?? 0)
  }
  checkCopies(records, issues)
  return [...warnings, ...warnOfNearNames(records)]
}

/**
 * Limits the number of nodes and relations, and the size of the attributes that are copied. A small file can create
 * large topologies: if a record names several services, the topology of each gets a node with a copy of the attributes.
 */
function checkCopies(records: readonly CmdbRecord[], issues: CmdbIssues): void {
  let nodes = 0
  let repeated = 0
  for (const { services, attributes } of records) {
    nodes += services.length
    if (services.length > 1) repeated += (services.length - 1) * JSON.stringify(attributes).length
  }
  if (nodes > LIMITS.cmdbNodes) {
    issues.add(
      'tooManyRecords',
      'body',
      `the services of the records ask for ${nodes} nodes, more than ${LIMITS.cmdbNodes}`,
    )
  }
  checkAmountOfRelations(records, issues)
  if (repeated > LIMITS.cmdbRepeatedText) {
    issues.add('tooManyRecords', 'body', 'records with long attributes are in too many services at once')
  }
}

export function checkAmountOfRelations(records: readonly CmdbRecord[], issues: CmdbIssues): void {
  const relations = records.reduce((count, { parents }) => count + parents.length, 0)
  if (relations <= LIMITS.cmdbRelations) return
  const message = `the records have ${relations} parents, more than ${LIMITS.cmdbRelations}`
  issues.add('tooManyRecords', 'body', message)
}

export function addSelfParentIssues(selfParents: RecordReader['selfParents'], issues: CmdbIssues): void {
  for (const { resource, ...location } of selfParents) {
    issues.addToRecord('selfParent', location, `the parent of ${truncateForMessage(resource)} is itself`)
  }
}

function unknownParentRemark({ row, environment, resource }: CmdbRecord, parent: string): CmdbRemark {
  return { code: 'unknownParent', row, params: { environment, resource, parent } }
}

/**
 * Finds one loop among records that all reach each other: goes from parent to parent until it comes to a record for the
 * second time.
 */
function findLoopWithin(
  indexes: ReadonlySet<number>,
  parentIndexes: readonly (readonly number[])[],
): readonly number[] {
  const walked: number[] = []
  const steps = new Map<number, number>()
  let index = Math.min(...indexes)
  while (!steps.has(index)) {
    steps.set(index, walked.length)
    walked.push(index)
    index = parentIndexes[index]?.find((parent) => indexes.has(parent)) ?? index
  }
  return walked.slice(steps.get(index))
}

/** Adds one issue for a loop. The issue is about the record of the loop that comes first in the file. */
function addCycleIssue(loop: readonly number[], records: readonly CmdbRecord[], issues: CmdbIssues): void {
  const start = loop.reduce((least, index, step) => (index < (loop[least] ?? 0) ? step : least), 0)
  const names = [...loop.slice(start), ...loop.slice(0, start)]
    .slice(0, MAX_NAMED_RESOURCES)
    .map((index) => truncateForMessage(records[index]?.resource))
  if (loop.length > MAX_NAMED_RESOURCES) names.push(`${loop.length - MAX_NAMED_RESOURCES} more`)
  const { row = 0, parents = [] } = records[loop[start] ?? 0] ?? {}
  const message = `parents form a loop: ${[...names, names[0]].join(' -> ')}`
  issues.addToRecord('cycle', { row, field: parents.length > 1 ? 'parents' : 'parent' }, message)
}

/** Finds records by resource. Its numbers are indexes in the list of records. */
interface RecordIndex {
  /** The first record of each resource, by environment, then by the name of the resource. */
  readonly indexes: ReadonlyMap<string, ReadonlyMap<string, number>>
  /**
   * For each record that repeats the environment and resource of an earlier record: the index of the first record with
   * this environment and resource.
   */
  readonly duplicates: ReadonlyMap<number, number>
}

function indexRecords(records: readonly CmdbRecord[]): RecordIndex {
  const byEnvironment = new Map<string, Map<string, number>>()
  const duplicates = new Map<number, number>()
  for (let index = 0; index < records.length; index++) {
    const { environment, resource } = records[index] as CmdbRecord
    const indexes = byEnvironment.get(environment) ?? new Map<string, number>()
    if (indexes.size === 0) byEnvironment.set(environment, indexes)
    const existing = indexes.get(resource)
    if (existing === undefined) indexes.set(resource, index)
    else duplicates.set(index, existing)
  }
  return { indexes: byEnvironment, duplicates }
}
