import { describe, expect, it } from 'vitest'
import type { RelationDraft } from '../../relation/relation.js'
import { claimKey, claimOf, type RelationClaim } from '../../relation/relation-claim.js'
import type { Node } from '../../topology/graph.js'
import type { Topology } from '../../topology/topology.js'
import type { Dependencies } from '../dependencies.js'
import { syncRelations, withdrawRelations } from './sync-relations.js'

describe('syncRelations of several topologies', () => {
  it('should show the later topology in the list that draws a relation, and keep the claim of each', async () => {
    const parts = fakeParts()
    await syncRelations(dependencies, parts, [drawing('t1', 'db', 'vm'), drawing('t2', 'vm')])
    expect(parts.stated).toEqual([['db of t1', 'vm of t1', 'vm of t2']])
    await syncRelations(dependencies, parts, [drawing('t2', 'vm'), drawing('t1', 'db', 'vm')])
    expect(parts.stated.at(-1)).toEqual(['db of t1', 'vm of t2', 'vm of t1'])
    expect(parts.withdrawn).toEqual([])
  })

  it('should withdraw what a topology no longer draws, after it stated what the others draw', async () => {
    const parts = fakeParts()
    await syncRelations(dependencies, parts, [drawing('t1', 'db', 'vm'), drawing('t2', 'vm')])
    await syncRelations(dependencies, parts, [drawing('t1', 'vm'), drawing('t2', 'db')])
    expect(parts.withdrawn).toEqual([['db of t1', 'vm of t2']])
    await withdrawRelations(dependencies, parts, ['t1'])
    expect(parts.withdrawn.at(-1)).toEqual(['vm of t1'])
    expect(parts.calls.slice(2)).toEqual(['claimsBy', 'upsert', 'withdraw', 'claimsBy', 'withdraw'])
  })

  it('should use the same number of statements for any number of topologies, and none for an empty list', async () => {
    const parts = fakeParts()
    const many = Array.from({ length: 50 }, (_, index) => drawing(`t${index}`, `r${index}`))
    await syncRelations(dependencies, parts, many)
    await syncRelations(
      dependencies,
      parts,
      many.map(({ id }) => drawing(id, `new ${id}`)),
    )
    await withdrawRelations(dependencies, parts, [])
    await syncRelations(dependencies, parts, [])
    expect(parts.calls).toEqual(['claimsBy', 'upsert', 'claimsBy', 'upsert', 'withdraw'])
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

/** A store that has claims in a map, and records which claims are stated and withdrawn. */
function fakeParts() {
  const claims = new Map<string, RelationClaim>()
  const [calls, stated, withdrawn]: [string[], string[][], string[][]] = [[], [], []]
  const namesOf = (list: readonly RelationDraft[]) =>
    list.map(({ resource, sourceRef }) => `${resource} of ${sourceRef}`)
  const relations: Parameters<typeof syncRelations>[1]['relations'] = {
    claimsBy: async (_, sourceRefs) => {
      calls.push('claimsBy')
      return [...claims.values()].filter(({ sourceRef }) => sourceRefs.includes(sourceRef ?? ''))
    },
    upsert: async (list) => {
      calls.push('upsert')
      stated.push(namesOf(list))
      for (const one of list) claims.set(claimKey(one), claimOf(one))
      return { inserted: 0, updated: 0 }
    },
    withdraw: async (list) => {
      calls.push('withdraw')
      withdrawn.push(namesOf(list))
      for (const one of list) claims.delete(claimKey(one))
      return { removed: 0, updated: 0 }
    },
  }
  return { calls, stated, withdrawn, relations }
}
