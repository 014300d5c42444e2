import fc from 'fast-check'
import type { Relation, RelationDraft } from '../../src/relation/relation.js'
import { RELATION_SOURCES } from '../../src/relation/relation-source.js'
import type { Neighbors, Walk } from '../../src/relation/walk.js'
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

/** The parents of each resource, in rank order. */
export type RankedParents = ReadonlyMap<string, readonly string[]>

/** The neighbors that a store would return for the resources in `frontier`. */
export function neighborsIn(parents: RankedParents, frontier: readonly string[]): Neighbors {
  return new Map([...parents].filter(([resource]) => frontier.includes(resource)))
}

/** Runs a walk to its end. Calls `ask` with each frontier: the resources whose parents are looked up together. */
export function takeWalk(
  walk: Walk,
  parents: RankedParents,
  ask: (frontier: readonly string[]) => void = () => {},
): void {
  for (let { frontier } = walk; frontier.length > 0; frontier = walk.frontier) {
    ask(frontier)
    walk.advance(neighborsIn(parents, frontier))
  }
}

/**
 * The parents of some resources, in rank order. The names of the resources are numbers. Cycles and resources with many
 * parents are common.
 */
export function parentsByResource(size = 12): fc.Arbitrary<RankedParents> {
  const resource = fc.integer({ min: 0, max: size }).map(String)
  const entry = fc.tuple(resource, fc.uniqueArray(resource, { maxLength: 4 }))
  return fc
    .array(entry, { maxLength: size })
    .map((entries) => new Map(entries.map(([child, parents]) => [child, parents.filter((parent) => parent !== child)])))
}
