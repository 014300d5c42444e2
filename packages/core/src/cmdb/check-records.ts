import { LIMITS } from '../limits.js'
import { truncateForMessage } from '../truncate-for-message.js'
import type { CmdbIssues } from './cmdb-issue.js'
import type { CmdbRecord } from './cmdb-record.js'
import type { CmdbRemark } from './cmdb-warning.js'
import { indexRecords, NOT_IN_FILE } from './record-index.js'

/** Resources of a loop that a message names. */
const NAMED = 10

/**
 * Checks the records of a file as a whole: duplicates, parents that are the resource itself, loops of parents inside one
 * environment, parents that the file does not have (rules.md#cmdb-errors). Linear, without
 * recursion: the depth is the file's.
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

/** A small file may ask for a lot: each service of a record is a node with all of its attributes. */
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
 * A place on each loop of more than one record. Every record has one parent at most: walks up from each, until the walk
 * meets nothing, an earlier walk, or its own trail.
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

/** One issue per loop, at its first record. */
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
