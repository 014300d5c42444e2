import fc from 'fast-check'
import type { Neighbors } from '../../src/relation/neighbor-list.js'
import type { Relation, RelationDraft } from '../../src/relation/relation.js'
import { RELATION_SOURCES } from '../../src/relation/relation-source.js'
import { name } from './name.js'

function source() {
  return fc.constantFrom(...RELATION_SOURCES)
}

export function relationDraft(): fc.Arbitrary<RelationDraft> {
  return fc.record({
    environment: fc.constantFrom('', 'Production', 'Staging'),
    resource: name(),
    parent: name(),
    source: source(),
    sourceRef: fc.option(name()),
  })
}

function time(): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-01-02'), noInvalidDate: true })
    .map((date) => date.toISOString())
}

export function relation(): fc.Arbitrary<Relation> {
  return fc
    .tuple(relationDraft(), fc.uuid(), time(), time())
    .map(([draft, id, createTime, updateTime]) => ({ ...draft, id, createTime, updateTime }))
}

/** The parents of the named resources as a store gives them: in no order of their own. */
export function asNeighbors(
  parentsInRankOrder: ReadonlyMap<string, readonly string[]>,
  resources: readonly string[],
): Neighbors {
  const known = resources.flatMap((resource) => {
    const ranked = parentsInRankOrder.get(resource)
    const list = ranked && { names: ranked.toReversed(), precedenceAt: (place: number) => -place }
    return list === undefined ? [] : [[resource, list] as const]
  })
  return new Map(known)
}

/** Which resources have which parents, in rank order: names are numbers, cycles and many parents are common. */
export function parentsByResource(size = 12): fc.Arbitrary<ReadonlyMap<string, readonly string[]>> {
  const resource = fc.integer({ min: 0, max: size }).map(String)
  const entry = fc.tuple(resource, fc.uniqueArray(resource, { maxLength: 4 }))
  return fc
    .array(entry, { maxLength: size })
    .map((entries) => new Map(entries.map(([child, parents]) => [child, parents.filter((parent) => parent !== child)])))
}
