import { describe, expect, it } from 'vitest'
import { type Relation, type RelationKey, relationKey } from '../../relation/relation.js'
import type { Node } from '../../topology/graph.js'
import type { Topology } from '../../topology/topology.js'
import type { Dependencies } from '../dependencies.js'
import { syncRelations, withdrawRelations } from './sync-relations.js'

describe('syncRelations of several topologies', () => {
  it('should give a relation that two topologies draw to the later one in the list', async () => {
    const parts = fakeParts()
    await syncRelations(dependencies, parts, [drawing('t1', 'db', 'vm'), drawing('t2', 'vm')])
    expect(parts.stored()).toEqual(['db < web of t1', 'vm < web of t2'])
    await syncRelations(dependencies, parts, [drawing('t2', 'vm'), drawing('t1', 'db', 'vm')])
    expect(parts.stored()).toEqual(['db < web of t1', 'vm < web of t1'])
  })

  it('should hand a relation over to another topology that draws it, saved now or stored, or else remove it', async () => {
    const others = new Map([[keyOf('vm'), 't9']])
    const parts = fakeParts(others)
    await syncRelations(dependencies, parts, [drawing('t1', 'db', 'vm', 'disk'), drawing('t2', 'nic')])
    await syncRelations(dependencies, parts, [drawing('t1'), drawing('t2', 'db')])
    expect(parts.stored()).toEqual(['db < web of t2', 'vm < web of t9'])
  })

  it('should use the same number of statements for any number of topologies, and none for an empty list', async () => {
    const parts = fakeParts(new Map([[keyOf('r0'), 't9']]))
    const many = Array.from({ length: 50 }, (_, index) => drawing(`t${index}`, `r${index}`))
    await syncRelations(dependencies, parts, many)
    await syncRelations(
      dependencies,
      parts,
      many.map(({ id }) => drawing(id, `new ${id}`)),
    )
    await withdrawRelations(dependencies, parts, [])
    await syncRelations(dependencies, parts, [])
    expect(parts.calls).toEqual([
      ...['bySourceRefs', 'upsert'],
      ...['bySourceRefs', 'lastDrawnBy', 'upsert', 'setSourceRef', 'deleteMany'],
    ])
  })
})

// Helpers

let issued = 0

const dependencies = {
  clock: () => new Date(0),
  newId: () => {
    issued++
    return `id ${issued}`
  },
} as Dependencies

/** A topology in which `web` is the parent of each of the resources. */
function drawing(id: string, ...resources: readonly string[]): Topology {
  const nodes = ['web', ...resources].map((resource) => nodeOf(id, resource))
  const edges = resources.map((resource) => ({ id: resource, source: `${id} web`, target: `${id} ${resource}` }))
  return { id, nodes, edges } as Partial<Topology> as Topology
}

function nodeOf(id: string, resource: string): Node {
  const free = { icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
  return { id: `${id} ${resource}`, kind: 'resource', label: resource, environment: 'P', resource, ...free }
}

function keyOf(resource: string): string {
  return relationKey({ environment: 'P', resource, parent: 'web' })
}

/**
 * A store that keeps its relations in a map. `lastDrawnBy` maps the key of a relation to the id of another topology
 * that draws this relation.
 */
function fakeParts(lastDrawnBy: ReadonlyMap<string, string> = new Map()) {
  const rows = new Map<string, Relation>()
  const calls: string[] = []
  const called = (name: string) => {
    calls.push(name)
  }
  return {
    calls,
    stored: () => [...rows.values()].map((row) => `${row.resource} < ${row.parent} of ${row.sourceRef}`).toSorted(),
    relations: {
      bySourceRefs: async (_: string, sourceRefs: readonly string[]) => {
        called('bySourceRefs')
        return [...rows.values()].filter(({ sourceRef }) => sourceRefs.includes(sourceRef ?? ''))
      },
      upsert: async (relations: readonly Relation[]) => {
        called('upsert')
        for (const relation of relations) rows.set(relationKey(relation), relation)
        return { inserted: 0, updated: 0 }
      },
      setSourceRef: async (_: string, changes: readonly { id: string; sourceRef: string }[]) => {
        called('setSourceRef')
        for (const [key, row] of rows) {
          const change = changes.find(({ id }) => id === row.id)
          if (change !== undefined) rows.set(key, { ...row, sourceRef: change.sourceRef })
        }
      },
      deleteMany: async (_: string, ids: readonly string[]) => {
        called('deleteMany')
        for (const [key, { id }] of rows) if (ids.includes(id)) rows.delete(key)
      },
    },
    topologies: {
      lastDrawnBy: async (relations: readonly RelationKey[]) => {
        called('lastDrawnBy')
        return new Map([...lastDrawnBy].filter(([key]) => relations.some((relation) => relationKey(relation) === key)))
      },
    },
  }
}
