import { LIMITS } from '../limits.js'
import { stronglyConnectedComponents } from '../strongly-connected-components.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { CmdbIssues, CmdbRemark } from './cmdb-issue.js'
import type { CmdbRecord } from './cmdb-record.js'
import { nearInFile } from './near-records.js'
import type { RecordReader } from './record-reader.js'

/** The maximum number of resources that a message about a loop names. */
const MAX_NAMED = 10

/** The records of one file, their faults so far, and the records that name themselves as parents. */
export type CheckedRecords = Pick<RecordReader, 'records' | 'selfParents' | 'issues'>
/** Adds faults to the issues, and returns warnings. */
export type RecordCheck = (checked: CheckedRecords) => readonly CmdbRemark[]

/**
 * Finds duplicate records, records that are their own parents, loops of parents, and parents that are not in the file
 * (rules.md#cmdb-errors-4; rules.md#cmdb-records-6). Takes linear time. Does not recurse, because a file may contain a
 * chain of parents of any length.
 *
 * @returns the warnings; faults are added to the issues
 */
export function checkRecords({ records, selfParents, issues }: CheckedRecords): readonly CmdbRemark[] {
  const { places, duplicates } = indexRecords(records)
  const warnings: CmdbRemark[] = []
  for (const [place, first] of duplicates) {
    const { row = 0, resource, parents = [] } = records[place] ?? {}
    const way = parents.length > 0 ? 'name all its parents in one record' : 'keep one record'
    const message = `the resource ${truncateForMessage(resource)} is in the file already, as record ${records[first]?.row}: ${way}`
    issues.addToRecord('duplicateRecord', { row }, message)
    issues.markRecord(records[first]?.row ?? 0)
  }
  noteSelfParents(selfParents, issues)
  const above = records.map((record, place) => {
    const known = places.get(record.environment)
    return record.parents.flatMap((parent) => {
      const at = known?.get(parent)
      if (at === undefined) warnings.push(unknownParent(record, parent))
      return at === undefined || at === place ? [] : at
    })
  })
  for (const loop of stronglyConnectedComponents(above)) {
    addCycle(loopWithin(loop, above), records, issues)
    for (const place of loop) issues.markRecord(records[place]?.row ?? 0)
  }
  checkSpread(records, issues)
  return [...warnings, ...nearInFile(records)]
}

/**
 * Limits the number of nodes and relations, and the size of the attributes that are copied. A small file can create
 * large topologies: if a record names several services, the topology of each gets a node with a copy of the attributes.
 */
function checkSpread(records: readonly CmdbRecord[], issues: CmdbIssues): void {
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

export function noteSelfParents(selfParents: RecordReader['selfParents'], issues: CmdbIssues): void {
  for (const { resource, ...location } of selfParents) {
    issues.addToRecord('selfParent', location, `the parent of ${truncateForMessage(resource)} is itself`)
  }
}

function unknownParent({ row, environment, resource }: CmdbRecord, parent: string): CmdbRemark {
  return { code: 'unknownParent', row, params: { environment, resource, parent } }
}

/**
 * Finds one loop among records that all reach each other: goes from parent to parent until it comes to a record for the
 * second time.
 */
function loopWithin(places: ReadonlySet<number>, above: readonly (readonly number[])[]): readonly number[] {
  const walked: number[] = []
  const steps = new Map<number, number>()
  let place = Math.min(...places)
  while (!steps.has(place)) {
    steps.set(place, walked.length)
    walked.push(place)
    place = above[place]?.find((parent) => places.has(parent)) ?? place
  }
  return walked.slice(steps.get(place))
}

/** Adds one issue for a loop. The issue is about the record of the loop that comes first in the file. */
function addCycle(loop: readonly number[], records: readonly CmdbRecord[], issues: CmdbIssues): void {
  const at = loop.reduce((least, place, step) => (place < (loop[least] ?? 0) ? step : least), 0)
  const names = [...loop.slice(at), ...loop.slice(0, at)]
    .slice(0, MAX_NAMED)
    .map((place) => truncateForMessage(records[place]?.resource))
  if (loop.length > MAX_NAMED) names.push(`${loop.length - MAX_NAMED} more`)
  const { row = 0, parents = [] } = records[loop[at] ?? 0] ?? {}
  const message = `parents form a loop: ${[...names, names[0]].join(' -> ')}`
  issues.addToRecord('cycle', { row, field: parents.length > 1 ? 'parents' : 'parent' }, message)
}

/** Finds records by resource. The values are positions in the list of records. */
interface RecordIndex {
  /** The first record of each resource, by environment, then by the name of the resource. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, number>>
  /**
   * For each record that repeats the environment and resource of an earlier record: the position of the first record
   * with this environment and resource.
   */
  readonly duplicates: ReadonlyMap<number, number>
}

function indexRecords(records: readonly CmdbRecord[]): RecordIndex {
  const byEnvironment = new Map<string, Map<string, number>>()
  const duplicates = new Map<number, number>()
  for (let place = 0; place < records.length; place++) {
    const { environment, resource } = records[place] as CmdbRecord
    const places = byEnvironment.get(environment) ?? new Map<string, number>()
    if (places.size === 0) byEnvironment.set(environment, places)
    const known = places.get(resource)
    if (known === undefined) places.set(resource, place)
    else duplicates.set(place, known)
  }
  return { places: byEnvironment, duplicates }
}
