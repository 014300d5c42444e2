import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { edge, node, validGraph } from '../../test/arbitrary/graph.js'
import { sampleTree } from '../../test/arbitrary/tree.js'
import { deriveGraph, deriveInvalidGraph } from './derive-graph.js'
import { indexGraph } from './graph-index.js'
import { layOut } from './lay-out/lay-out.js'
import { readGraph } from './read-graph.js'
import { ORIENTATIONS } from './topology.js'
import { relationsOfGraph } from './topology-relations.js'
import { upgradeTree } from './tree/upgrade-tree.js'
import { validateGraph } from './validate-graph.js'

const TOP = [node('s', 'service', 'S'), node('p', 'environment', 'P'), node('t', 'environment', 'T')]

describe('deriveInvalidGraph', () => {
  it('should equal deriveGraph for a valid graph', () => {
    fc.assert(
      fc.property(validGraph(), (graph) => {
        expect(deriveInvalidGraph(graph)).toEqual(deriveGraph(indexGraph(graph)))
      }),
      propertyRuns(500),
    )
  })

  it('should put a node below several environments, or none, into none', () => {
    const nodes = [...TOP, node('both', 'resource', 'both'), node('none', 'resource', 'none')]
    const graph = { nodes, edges: [edge('s', 'p'), edge('s', 't'), edge('p', 'both'), edge('t', 'both')] }
    expect(() => deriveGraph(indexGraph(graph))).toThrow('the graph is not valid')
    const derived = deriveInvalidGraph(graph).nodes.map(({ environment, resource }) => [environment, resource])
    expect(derived).toEqual([
      [null, null],
      ['P', null],
      ['T', null],
      [null, 'both'],
      [null, 'none'],
    ])
  })

  it('should keep edges that break rules', () => {
    const nodes = [...TOP, node('a', 'resource', 'a')]
    const edges = [edge('s', 'p'), edge('s', 'p'), edge('p', 'a'), edge('a', 'a'), edge('a', 'gone'), edge('a', 's')]
    expect(deriveInvalidGraph({ nodes, edges }).edges).toEqual(edges)
  })

  it('should give a graph that can be laid out for every tree, with the same faults', () => {
    fc.assert(
      fc.property(sampleTree(), fc.constantFrom(...ORIENTATIONS), (tree, orientation) => {
        const drawn = read(tree)
        const graph = deriveInvalidGraph(drawn)
        expect(validateGraph(indexGraph(graph))).toEqual(validateGraph(indexGraph(drawn)))
        const positions = layOut(graph, orientation, new Set())
        expect([...positions.keys()].sort()).toEqual(graph.nodes.map(({ id }) => id).sort())
        for (const { x, y } of positions.values())
          expect([Number.isFinite(x), Number.isFinite(y)]).toEqual([true, true])
        const environments = new Map(graph.nodes.map(({ resource, environment }) => [resource, environment]))
        for (const { environment, resource, parent } of relationsOfGraph(graph, 't')) {
          expect([environments.get(resource), environments.get(parent)]).toEqual([environment, environment])
        }
      }),
      propertyRuns(500),
    )
  })
})

// Helpers

function read(tree: unknown) {
  let ids = 0
  const newId = () => `n${++ids}`
  const { graph } = upgradeTree(tree, newId)
  return readGraph(graph.nodes, graph.edges, newId).graph
}
