import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { parentsByResource, type RankedParents, relation } from '../../test/arbitrary/relation.js'
import { Adjacency, type GraphRelation } from './adjacency.js'
import { inRankOrder, type Relation, relationKey } from './relation.js'
import { rankOf } from './relation-source.js'
import { traverseNames } from './traversal.js'

describe('Adjacency', () => {
  it('should have the same neighbors in the same order as a list of relations, after any changes', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', '', '\u{1F600}', '\uFF5E')
    const changed = fc.record({ one: relation(), resource: name, parent: name, isGone: fc.boolean() })
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 60 }), (changes) => {
        const adjacency = new Adjacency()
        const model = new Map<string, Relation>()
        for (const { one, resource, parent, isGone } of changes) {
          const next = { ...one, environment: '', resource, parent }
          if (isGone) {
            adjacency.remove(resource, parent)
            model.delete(relationKey(next))
          } else {
            adjacency.put(toLink(next))
            model.set(relationKey(next), next)
          }
          // Reading a list sorts it. So the next change is made to a sorted list.
          expect(adjacency.neighbors('parents', resource)).toEqual(naive([...model.values()], 'parents', resource))
          expect(adjacency.neighbors('children', parent)).toEqual(naive([...model.values()], 'children', parent))
        }
        expect(adjacency.size).toBe(model.size)
        for (const at of ['a', 'b', 'c', 'd', '', '\u{1F600}', '\uFF5E']) {
          expect(adjacency.neighbors('parents', at)).toEqual(naive([...model.values()], 'parents', at))
          expect(adjacency.neighbors('children', at)).toEqual(naive([...model.values()], 'children', at))
        }
      }),
      propertyRuns(500),
    )
  })

  it('should walk like a traversal that asks for the neighbors of each name', () => {
    fc.assert(
      fc.property(parentsByResource(), fc.integer({ min: 1, max: 5 }), (parents, depth) => {
        const adjacency = adjacencyOf(parents)
        const named = traverseNames('0', parents.get('0') ?? [])
        for (const entry of named.entries) {
          if (entry.depth < depth) named.reach(entry, parents.get(entry.resource) ?? [])
        }
        expect(walkOf(adjacency, depth).entries).toEqual(named.entries)
      }),
      propertyRuns(500),
    )
  })

  it('should yield after every few thousand neighbors', () => {
    const adjacency = new Adjacency()
    // Every resource of a level has all resources of the level above as its parents.
    const levels = [['0'], ...[1, 2, 3, 4].map((level) => Array.from({ length: 150 }, (_, at) => `${level}-${at}`))]
    for (const [level, names] of levels.entries()) {
      for (const name of names)
        for (const parent of levels[level + 1] ?? []) adjacency.put(unrankedRelation(name, parent))
    }
    const { entries, yields } = walkOf(adjacency, 20)
    expect(entries).toHaveLength(4 * 150)
    expect(new Set(entries.map(({ resource }) => resource)).size).toBe(4 * 150)
    // The walk reads 67,650 relations.
    expect(yields).toBeGreaterThanOrEqual(6)
    expect(walkOf(adjacency, 1).yields).toBe(0)
  })

  it('should make room for many relations in many steps', () => {
    const adjacency = new Adjacency()
    for (let index = 0; index < 100_000; index++) adjacency.put(unrankedRelation(`r${index}`, `p${index % 7}`))
    for (let index = 0; index < 50_000; index++) adjacency.remove(`r${index}`, `p${index % 7}`)
    expect([...adjacency.makeRoom(250_000)].length).toBeGreaterThan(9)
    expect([...adjacency.makeRoom(250_000)]).toEqual([])
    for (let index = 0; index < 100_000; index += 997) {
      expect(adjacency.neighbors('parents', `r${index}`)).toEqual(index < 50_000 ? [] : [`p${index % 7}`])
    }
  })

  it('should reuse the room of removed relations and names', () => {
    const adjacency = new Adjacency()
    const turn = (round: number) => {
      for (let index = 0; index < 1_000; index++)
        adjacency.put(unrankedRelation(`r${round}-${index}`, `p${round}-${index % 7}`))
      for (let index = 0; index < 1_000; index++) adjacency.remove(`r${round}-${index}`, `p${round}-${index % 7}`)
    }
    for (let round = 0; round < 5; round++) turn(round)
    const { bytes } = adjacency
    for (let round = 5; round < 20; round++) turn(round)
    expect(adjacency.size).toBe(0)
    expect(adjacency.bytes).toBe(bytes)
  })

  it('should take at most 100 bytes per relation beside the names', () => {
    const adjacency = new Adjacency()
    const names = Array.from({ length: 1_000 }, (_, index) => `n${index}`)
    for (const [index, name] of names.entries()) {
      for (let step = 1; step <= 66; step++) adjacency.put(unrankedRelation(name, names[(index + step) % 1_000] ?? ''))
    }
    // The lengths of the arrays are powers of two. 66,000 is a little more than 65,536, so nearly half of each array is
    // unused, which is the worst case.
    expect(adjacency.size).toBe(66_000)
    expect(adjacency.bytes / adjacency.size).toBeLessThan(100)
  })
})

// Helpers

function unrankedRelation(resource: string, parent: string): GraphRelation {
  return { resource, parent, rank: 0, time: 0 }
}

function adjacencyOf(parents: RankedParents): Adjacency {
  const adjacency = new Adjacency()
  for (const [resource, names] of parents) {
    for (const [rank, parent] of names.entries()) adjacency.put({ resource, parent, rank, time: 0 })
  }
  return adjacency
}

/** Walks from `0` to its ancestors, and counts how often the walk yields. */
function walkOf(adjacency: Adjacency, depth: number) {
  const walk = adjacency.walk('parents', '0', depth)
  for (let yields = 0; ; yields++) {
    const { done, value } = walk.next()
    if (done) return { entries: value, yields }
  }
}

function toLink({ resource, parent, source, updateTime }: Relation): GraphRelation {
  return { resource, parent, rank: rankOf(source), time: Date.parse(updateTime) }
}

function naive(relations: readonly Relation[], direction: 'parents' | 'children', name: string): readonly string[] {
  const [own, end] = direction === 'parents' ? (['resource', 'parent'] as const) : (['parent', 'resource'] as const)
  return inRankOrder(
    relations.filter((one) => one[own] === name),
    end,
  ).map((one) => one[end])
}
