import { describe, expect, it } from 'vitest'
import type { Store } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'
import { GraphMemory } from './graph-memory.js'
import { readResourceGraph } from './read-resource-graph.js'

describe('readResourceGraph', () => {
  it('should read depth 1 with one statement, and what lies beyond with one for each direction, without a snapshot', async () => {
    const { calls, dependencies } = counted()
    const { ancestors, descendants } = await readResourceGraph(dependencies, { resource: 'vm', depth: 1 })
    expect(ancestors).toEqual([{ resource: 'rack', depth: 1, path: ['vm', 'rack'] }])
    expect(descendants).toEqual([{ resource: 'web', depth: 1, path: ['vm', 'web'] }])
    expect(calls).toEqual(['around', 'neighbors', 'neighbors'])
  })

  it('should read deeper levels in one snapshot', async () => {
    const { calls, dependencies } = counted()
    const { ancestors } = await readResourceGraph(dependencies, { resource: 'vm', depth: 2, direction: 'ancestors' })
    expect(ancestors).toEqual([{ resource: 'rack', depth: 1, path: ['vm', 'rack'] }])
    expect(calls).toEqual(['snapshot', 'around', 'neighbors'])
  })
})

// Helpers

/** A store with two relations, web -> vm -> rack, and the list of calls that it has received. */
function counted() {
  const calls: string[] = []
  const relation = { environment: '', source: 'manual', updateTime: '2026-01-01T00:00:00.000Z' }
  const relations = {
    around: async () => {
      calls.push('around')
      return {
        parents: [{ ...relation, resource: 'vm', parent: 'rack' }],
        children: [{ ...relation, resource: 'web', parent: 'vm' }],
      }
    },
    neighbors: async () => {
      calls.push('neighbors')
      return new Map([['', new Map()]])
    },
  }
  const snapshot = async (work: (parts: unknown) => Promise<unknown>) => {
    calls.push('snapshot')
    return await work({ relations })
  }
  const store = { relations, snapshot } as unknown as Store
  const graphMemory = new GraphMemory(store, () => new Date(0), 1_000_000)
  return { calls, dependencies: { store, graphMemory } as Dependencies }
}
