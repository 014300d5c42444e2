import { LIMITS } from '../limits.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { CmdbIssues, CmdbRemark } from './cmdb-issue.js'
import type { CmdbRecord } from './cmdb-record.js'

/** The maximum number of resources that a message about a loop names. */
const NAMED = 10

/**
 * Finds duplicate records, records whose parent is their own resource, loops of parents, and parents that are not in
 * the file (rules.md#cmdb-errors-4; rules.md#cmdb-records-6). Takes linear time. Does not recurse, because a file may
 * contain a chain of parents of any length.
 *
 * @returns the warnings; faults are added to `issues`
 */
export function checkRecords(records: readonly CmdbRecord[], issues: CmdbIssues): readonly CmdbRemark[] {
  const { parents, duplicates } = indexRecords(records)
  const warnings: CmdbRemark[] = []
  for (const [place, first] of duplicates) {
    const { row = 0, resource } = records[place] ?? {}
    const message = `the resource ${truncateForMessage(resource)} is in the file already, as record ${records[first]?.row}`
    issues.addToRecord('duplicateRecord', { row }, message)
  }
  for (let place = 0; place < records.length; place++) {
    const record = records[place] as CmdbRecord
    if (record.parent === record.resource) addSelfParent(record, issues)
    else if (parents[place] === NOT_IN_FILE) warnings.push(unknownParent(record))
  }
  for (const start of startsOfLoops(parents)) addCycle(loopFrom(start, parents, records), issues)
  checkSpread(records, issues)
  return warnings
}

/**
 * Limits the size of the topologies. A small file can create large topologies: if a record names several services, each
 * of their topologies gets a node with a copy of the record's attributes.
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
  if (repeated > LIMITS.cmdbRepeatedText) {
    issues.add('tooManyRecords', 'body', 'records with long attributes are in too many services at once')
  }
}

function addSelfParent({ row, resource }: CmdbRecord, issues: CmdbIssues): void {
  issues.addToRecord('selfParent', { row, field: 'parent' }, `the parent of ${truncateForMessage(resource)} is itself`)
}

function unknownParent({ row, environment, resource, parent }: CmdbRecord): CmdbRemark {
  return { code: 'unknownParent', row, params: { environment, resource, parent: parent ?? '' } }
}

/**
 * Returns the index of one record in each loop of two or more records. A record has at most one parent, so a walk goes
 * from parent to parent. The walk ends at a record without a parent, or at a record that was visited before. If the
 * same walk visited that record, the record is part of a loop.
 */
function startsOfLoops(parents: Int32Array): readonly number[] {
  const walks = new Int32Array(parents.length).fill(-1)
  const starts: number[] = []
  for (let start = 0; start < parents.length; start++) {
    let place = start
    while (place >= 0 && walks[place] === -1) {
      walks[place] = start
      place = parents[place] ?? -1
    }
    if (place >= 0 && walks[place] === start && parents[place] !== place) starts.push(place)
  }
  return starts
}

function loopFrom(start: number, parents: Int32Array, records: readonly CmdbRecord[]): readonly CmdbRecord[] {
  const loop: CmdbRecord[] = []
  let place = start
  do {
    loop.push(records[place] as CmdbRecord)
    place = parents[place] ?? start
  } while (place !== start)
  return loop
}

/** Adds one issue for a loop. The issue is about the record of the loop that comes first in the file. */
function addCycle(loop: readonly CmdbRecord[], issues: CmdbIssues): void {
  const first = loop.reduce((least, record) => (record.row < least.row ? record : least))
  const at = loop.indexOf(first)
  const names = [...loop.slice(at), ...loop.slice(0, at)]
    .slice(0, NAMED)
    .map(({ resource }) => truncateForMessage(resource))
  if (loop.length > NAMED) names.push(`${loop.length - NAMED} more`)
  const message = `parents form a loop: ${[...names, names[0]].join(' -> ')}`
  issues.addToRecord('cycle', { row: first.row, field: 'parent' }, message)
}

/** The parent and the duplicates of each record. Records are named by their index in the list of records. */
interface RecordIndex {
  /**
   * The index of each record's parent; {@link NO_PARENT} if the record has no parent, {@link NOT_IN_FILE} if the parent
   * is not in the list.
   */
  readonly parents: Int32Array
  /**
   * For each record that repeats the environment and resource of an earlier record: the index of the first record with
   * this environment and resource.
   */
  readonly duplicates: ReadonlyMap<number, number>
}

const NO_PARENT = -1
const NOT_IN_FILE = -2

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
  const parents = new Int32Array(records.length).fill(NO_PARENT)
  for (let place = 0; place < records.length; place++) {
    const { environment, parent } = records[place] as CmdbRecord
    if (parent !== null) parents[place] = byEnvironment.get(environment)?.get(parent) ?? NOT_IN_FILE
  }
  return { parents, duplicates }
}
