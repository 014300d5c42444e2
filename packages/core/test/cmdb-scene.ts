import fc from 'fast-check'
import { propertyRuns } from '../../../test/run-length.js'
import type { CmdbMode } from '../src/cmdb/cmdb-import-options.js'
import type { CmdbRecord } from '../src/cmdb/cmdb-record.js'
import { planCmdbImport } from '../src/cmdb/plan-cmdb-import.js'
import { relationKey } from '../src/relation/relation.js'
import type { Node } from '../src/topology/graph.js'
import { type SentRecord, SOURCE, sentRecords, world } from './arbitrary/cmdb.js'
import { apply, emptyWorld, stateOf, type World } from './cmdb-world.js'
import { readRecords } from './read-records.js'

/** An import and the stored data before the import. */
export interface Scene {
  readonly sent: readonly SentRecord[]
  /** The records of `sent` in another order. */
  readonly shuffled: readonly SentRecord[]
  readonly records: readonly CmdbRecord[]
  readonly mode: CmdbMode
  /** The stored data that earlier imports and users have created. */
  readonly before: World
}

/** Checks a property for random imports. Before most of these imports, the same CMDB was already imported once. */
export function check(property: (scene: Scene) => void): void {
  const scene = sentRecords().chain((sent) =>
    fc.record({
      sent: fc.constant(sent),
      shuffled: fc.shuffledSubarray([...sent], { minLength: sent.length }),
      earlier: fc.option(sentRecords()),
      mode: fc.constantFrom<CmdbMode[]>('merge', 'replace'),
      start: fc.oneof(world(), fc.constant(emptyWorld())),
    }),
  )
  fc.assert(
    fc.property(scene, ({ earlier, start, ...rest }) => {
      const before = earlier === null ? start : importInto(start, read(earlier), 'merge')
      property({ ...rest, records: read(rest.sent), before })
    }),
    propertyRuns(100),
  )
}

export function read(sent: readonly SentRecord[]): readonly CmdbRecord[] {
  const { records, issues } = readRecords(sent, '')
  if (issues.length > 0) throw new Error(JSON.stringify(issues))
  return records
}

export function planIn(state: World, records: readonly CmdbRecord[], mode: CmdbMode) {
  const options = { mode, source: SOURCE }
  return planCmdbImport(stateOf(state, records, options), records, options)
}

export function importInto(state: World, records: readonly CmdbRecord[], mode: CmdbMode): World {
  return apply(planIn(state, records, mode), state)
}

export function keyOf({ environment, resource }: Pick<Node, 'environment' | 'resource'>): string {
  return `${environment}\u0000${resource}`
}

export function isNodeOf(node: Node, record: Pick<Node, 'environment' | 'resource'>): boolean {
  return node.resource !== null && keyOf(node) === keyOf(record)
}

/** The keys of the relations that the records state. */
export function statedBy(records: readonly CmdbRecord[]): ReadonlySet<string> {
  return new Set(records.flatMap(({ parents, ...key }) => parents.map((parent) => relationKey({ ...key, parent }))))
}
