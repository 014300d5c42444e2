import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { drawn } from '../../test/arbitrary/cmdb.js'
import { edge, node, validGraph } from '../../test/arbitrary/graph.js'
import { resourceKey } from '../relation/relation.js'
import type { Node } from '../topology/graph.js'
import { indexGraph } from '../topology/graph-index.js'
import { validateGraph } from '../topology/validate-graph.js'
import { cutTopology, graphAfter } from './cut-topology.js'

describe('cutTopology', () => {
  it('should hang a child from the environment node only if it keeps no other parent', () => {
    const topology = drawn('shop', {
      nodes: [
        node('s', 'service', 'shop'),
        node('e', 'environment', 'P'),
        ...['a', 'b', 'c', 'd'].map((label) => node(label, 'resource', label)),
      ],
      edges: [edge('s', 'e'), edge('e', 'a'), edge('e', 'b'), edge('a', 'c'), edge('a', 'd'), edge('b', 'd')],
    })
    const cut = cutTopology(topology, keys('a'))
    expect(cut.removedEdges.map(({ id }) => id)).toEqual(['e->a', 'a->d'])
    expect(graphAfter(cut)).toEqual({
      nodes: topology.nodes.filter(({ id }) => id !== 'a'),
      edges: [edge('s', 'e'), edge('e', 'b'), { ...edge('a', 'c'), source: 'e' }, edge('b', 'd')],
    })
    expect(cut.isEmptied).toBe(false)
  })

  it('should hang a child once if it loses several parents', () => {
    const topology = drawn('shop', {
      nodes: [
        node('s', 'service', 'shop'),
        node('e', 'environment', 'P'),
        ...['a', 'b', 'c'].map((label) => node(label, 'resource', label)),
      ],
      edges: [edge('s', 'e'), edge('e', 'a'), edge('e', 'b'), edge('a', 'c'), edge('b', 'c')],
    })
    expect(graphAfter(cutTopology(topology, keys('a', 'b'))).edges).toEqual([
      edge('s', 'e'),
      { ...edge('a', 'c'), source: 'e' },
    ])
    expect(cutTopology(topology, keys('a', 'b', 'c'))).toMatchObject({ isEmptied: true, reattached: [] })
  })

  it('should hang a child from the service node if a tree of an earlier release has no environment node', () => {
    const nodes = ['a', 'c'].map(
      (label): Node => ({ ...node(label, 'resource', label), environment: 'P', resource: label }),
    )
    const service: Node = { ...node('s', 'service', 'shop'), environment: null, resource: null }
    const topology = {
      ...drawn('shop', { nodes: [], edges: [] }),
      schemaVersion: 1 as const,
      nodes: [service, ...nodes],
      edges: [edge('s', 'a'), edge('a', 'c')],
    }
    expect(graphAfter(cutTopology(topology, keys('a'))).edges).toEqual([{ ...edge('a', 'c'), source: 's' }])
  })

  it('should leave a valid graph without the resources, and everything else in its place', () => {
    fc.assert(
      fc.property(validGraph(), fc.infiniteStream(fc.boolean()), (graph, isGone) => {
        const topology = drawn('shop', graph)
        const gone = topology.nodes.filter(({ kind }) => kind === 'resource' && isGone.next().value)
        const cut = cutTopology(topology, new Set(gone.map(keyOf)))
        const after = graphAfter(cut)
        expect(validateGraph(indexGraph(after))).toEqual([])
        expect(after.nodes).toEqual(topology.nodes.filter((one) => !gone.includes(one)))
        const untouched = topology.edges.filter(
          ({ source, target }) => !gone.some(({ id }) => id === source || id === target),
        )
        expect(after.edges).toEqual(expect.arrayContaining([...untouched]))
        expect(after.edges.length).toBe(untouched.length + cut.reattached.length)
        expect(cut.removedEdges.length + cut.reattached.length + untouched.length).toBe(topology.edges.length)
      }),
      propertyRuns(300),
    )
  })
})

// Helpers

function keys(...resources: readonly string[]): ReadonlySet<string> {
  return new Set(resources.map((resource) => resourceKey({ environment: 'P', resource })))
}

function keyOf({ environment, resource }: Node): string {
  return resourceKey({ environment: environment ?? '', resource: resource ?? '' })
}
