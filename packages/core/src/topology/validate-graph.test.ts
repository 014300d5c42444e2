import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { edge, node, validGraph } from '../../test/arbitrary/graph.js'
import { expectSubject } from '../../test/expect-subject.js'
import type { IssueSubject } from '../issue.js'
import { deriveGraph } from './derive-graph.js'
import type { GraphInput } from './graph.js'
import { indexGraph } from './graph-index.js'
import type { GraphCode } from './graph-issue.js'
import { readGraph } from './read-graph.js'
import { validateGraph } from './validate-graph.js'

/** The edges are s -> e, e -> a, a -> b and e -> c. */
const shop: GraphInput = {
  nodes: [
    node('s', 'service', 'Shop'),
    node('e', 'environment', 'Production'),
    node('a', 'resource', 'web'),
    node('b', 'resource', 'db'),
    node('c', 'resource', 'cache'),
  ],
  edges: [edge('s', 'e'), edge('e', 'a'), edge('a', 'b'), edge('e', 'c')],
}

describe('validateGraph', () => {
  it('should find no fault in a graph that follows the rules', () => {
    fc.assert(
      fc.property(validGraph(), (graph) => {
        expect(faults(graph)).toEqual([])
      }),
    )
  })

  it('should accept a resource with several parents in one environment, and a repeated edge', () => {
    expect(faults(withEdges(edge('c', 'b'), edge('c', 'b')))).toEqual([])
  })

  it('should accept the same resource in two environments, as two nodes', () => {
    const graph = withNodes(node('f', 'environment', 'Staging'), node('d', 'resource', 'web'))
    expect(faults({ ...graph, edges: [...graph.edges, edge('s', 'f'), edge('f', 'd')] })).toEqual([])
  })

  it.each<[GraphCode, string, GraphInput]>([
    ['cycle', 'edges', withEdges(edge('b', 'a'))],
    ['serviceHasParent', 'nodes[s]', withEdges(edge('b', 's'))],
    ['environmentNotUnderService', 'nodes[e]', withEdges(edge('a', 'e'))],
    ['environmentNotUnderService', 'nodes[f]', withNodes(node('f', 'environment', 'Staging'))],
    ['environmentNotUnderService', 'nodes[f]', grown(node('f', 'environment', 'Staging'), edge('e', 'f'))],
    ['duplicateEnvironment', 'nodes[f]', grown(node('f', 'environment', 'Production'), edge('s', 'f'))],
    ['resourceUnderService', 'nodes[a]', withEdges(edge('s', 'a'))],
    ['resourceWithoutEnvironment', 'nodes[d]', withNodes(node('d', 'resource', 'lost'))],
    ['duplicateResource', 'nodes[d]', grown(node('d', 'resource', 'db'), edge('a', 'd'))],
    ['duplicateId', 'nodes[a]', grown(node('a', 'resource', 'other'), edge('e', 'a'))],
    ['selfLoop', 'edges[4]', withEdges(edge('a', 'a'))],
    ['selfLoop', 'edges[4]', withEdges(edge('nowhere', 'nowhere'))],
    ['edgeEndpointMissing', 'edges[4]', withEdges(edge('nowhere', 'nowhere'))],
    ['edgeEndpointMissing', 'edges[4]', withEdges(edge('a', 'nowhere'))],
    ['edgeEndpointMissing', 'edges[4]', withEdges(edge('nowhere', 'a'))],
  ])('should report %s at %s', (code, path, graph) => {
    expect(faults(graph)).toContainEqual([code, path])
  })

  it('should report a resource below two environments', () => {
    const graph = grown(node('f', 'environment', 'Staging'), edge('s', 'f'))
    expect(faults({ ...graph, edges: [...graph.edges, edge('f', 'b')] })).toEqual([
      ['resourceInMultipleEnvironments', 'nodes[b]'],
    ])
  })

  it('should repeat only the beginning of a long id of a missing node', () => {
    const [issue] = validateGraph(indexGraph(withEdges(edge('a', 'x'.repeat(1_000_000)))))
    expect(issue?.message.length).toBeLessThan(200)
  })

  it('should name some of many parents of the service node, and count the others', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `p${at}`)
    const nodes = [...shop.nodes, ...ids.map((id) => node(id, 'resource', id))]
    const graph = { ...withEdges(...ids.map((id) => edge(id, 's'))), nodes }
    const issue = validateGraph(indexGraph(graph)).find(({ code }) => code === 'serviceHasParent')
    expect(issue?.message).toBe('the service node has edges from p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 and 2 more')
  })

  it('should name the nodes of a loop', () => {
    const [issue] = validateGraph(indexGraph(withEdges(edge('b', 'a'))))
    expect(issue?.message).toBe('edges form a loop: a -> b -> a')
  })

  it('should report each loop on its own', () => {
    const graph = grown(node('d', 'resource', 'other'), edge('c', 'd'))
    const loops = faults({ ...graph, edges: [...graph.edges, edge('d', 'c'), edge('b', 'a')] })
    expect(loops.filter(([code]) => code === 'cycle')).toHaveLength(2)
  })

  it('should report every fault of different kinds at once', () => {
    const codes = faults(withEdges(edge('b', 'a'), edge('s', 'a'), edge('c', 'c'), edge('c', 'x'))).map(
      ([code]) => code,
    )
    expect(new Set(codes)).toEqual(new Set(['cycle', 'resourceUnderService', 'selfLoop', 'edgeEndpointMissing']))
  })

  it('should find every fault that is put into a valid graph', () => {
    fc.assert(
      fc.property(validGraph(), fc.constantFrom(...INJECTIONS), fc.nat(), (graph, [code, inject], seed) => {
        const broken = inject(graph, seed)
        if (broken !== undefined) expect(faults(broken).map(([found]) => found)).toContain(code)
      }),
      propertyRuns(500),
    )
  })

  it('should name the node or edge that each issue is about', () => {
    const injections = fc.array(fc.tuple(fc.constantFrom(...INJECTIONS), fc.nat()), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(validGraph(), injections, (graph, made) => {
        const broken = made.reduce((before, [[, inject], seed]) => inject(before, seed) ?? before, graph)
        for (const issue of validateGraph(indexGraph(broken))) expectSubject(issue, broken)
      }),
      propertyRuns(500),
    )
  })

  it.each<[GraphCode, Partial<IssueSubject>, GraphInput]>([
    ['cycle', { kind: 'edge', index: 4, id: 'b->a', field: null }, withEdges(edge('b', 'a'))],
    ['serviceHasParent', { kind: 'node', index: 0, id: 's', field: null }, withEdges(edge('b', 's'))],
    ['environmentNotUnderService', { index: 1, id: 'e', field: null }, withEdges(edge('a', 'e'))],
    ['duplicateEnvironment', { index: 5, id: 'f', field: 'label' }, withNodes(node('f', 'environment', 'Production'))],
    ['resourceUnderService', { index: 2, id: 'a', field: null }, withEdges(edge('s', 'a'))],
    ['resourceWithoutEnvironment', { index: 5, id: 'd', field: null }, withNodes(node('d', 'resource', 'lost'))],
    ['duplicateResource', { index: 5, field: 'label' }, grown(node('d', 'resource', 'db'), edge('a', 'd'))],
    ['duplicateId', { index: 5, id: 'a', field: 'id' }, grown(node('a', 'resource', 'other'), edge('e', 'a'))],
    ['selfLoop', { kind: 'edge', index: 4, id: 'a->a', field: null }, withEdges(edge('a', 'a'))],
    ['edgeEndpointMissing', { kind: 'edge', index: 4, field: 'target' }, withEdges(edge('a', 'nowhere'))],
    ['edgeEndpointMissing', { index: 4, id: null, field: 'source' }, withEdges({ ...edge('x', 'a'), id: '' })],
  ])('should name the subject of %s: %j', (code, subject, graph) => {
    const issue = validateGraph(indexGraph(graph)).find((found) => found.code === code)
    expect(issue?.subject).toMatchObject(subject)
  })

  it('should not overflow the stack on a cycle of 5,000 nodes', () => {
    const names = Array.from({ length: 4998 }, (_, at) => `r${at}`)
    const chain = names.map((name, at) => edge(at === 0 ? 'e' : `r${at - 1}`, name))
    const graph = {
      nodes: [...shop.nodes.slice(0, 2), ...names.map((name) => node(name, 'resource', name))],
      edges: [edge('s', 'e'), ...chain],
    }
    expect(faults(graph)).toEqual([])
    expect(faults({ ...graph, edges: [...graph.edges, edge('r4997', 'r0')] })).toEqual([['cycle', 'edges']])
  })
})

describe('deriveGraph', () => {
  it('should give every node its environment and resource', () => {
    const { nodes } = deriveGraph(indexGraph(shop))
    expect(nodes.map((entry) => [entry.id, entry.environment, entry.resource])).toEqual([
      ['s', null, null],
      ['e', 'Production', null],
      ['a', 'Production', 'web'],
      ['b', 'Production', 'db'],
      ['c', 'Production', 'cache'],
    ])
  })

  it('should leave out repeated edges and keep the first', () => {
    const again = { ...edge('a', 'b'), id: 'again' }
    expect(deriveGraph(indexGraph(withEdges(again))).edges).toEqual(shop.edges)
  })

  it('should give a graph that is valid again and derives to itself', () => {
    fc.assert(
      fc.property(validGraph(), (drawn) => {
        const stored = deriveGraph(indexGraph(drawn))
        const { graph, issues } = readGraph(stored.nodes, stored.edges, () => 'new')
        expect(issues).toEqual([])
        expect(validateGraph(indexGraph(graph))).toEqual([])
        expect(deriveGraph(indexGraph(graph))).toEqual(stored)
      }),
    )
  })
})

// Helpers

function faults(graph: GraphInput): readonly (readonly [string, string])[] {
  return validateGraph(indexGraph(graph)).map((issue) => [issue.code, issue.path])
}

function withEdges(...edges: GraphInput['edges']): GraphInput {
  return { ...shop, edges: [...shop.edges, ...edges] }
}

function withNodes(...nodes: GraphInput['nodes']): GraphInput {
  return { ...shop, nodes: [...shop.nodes, ...nodes] }
}

function grown(newNode: GraphInput['nodes'][number], newEdge: GraphInput['edges'][number]): GraphInput {
  return { nodes: [...shop.nodes, newNode], edges: [...shop.edges, newEdge] }
}

/**
 * Each function adds one fault to a valid graph. The function returns `undefined` if the fault cannot be added to this
 * graph.
 */
type Inject = (graph: GraphInput, seed: number) => GraphInput | undefined
const INJECTIONS: readonly (readonly [GraphCode, Inject])[] = [
  [
    'cycle',
    (graph, seed) => join(graph, pick(resourceEdges(graph), seed), (entry) => edge(entry.target, entry.source)),
  ],
  ['serviceHasParent', (graph, seed) => join(graph, pick(graph.nodes.slice(1), seed), ({ id }) => edge(id, 's'))],
  [
    'environmentNotUnderService',
    (graph) => ({ ...graph, nodes: [...graph.nodes, node('x', 'environment', '\u2603')] }),
  ],
  [
    'environmentNotUnderService',
    (graph, seed) => join(graph, pick(graph.edges.slice(1), seed), (entry) => edge(entry.target, 'e0')),
  ],
  ['duplicateEnvironment', (graph) => withEnvironment(graph, graph.nodes.find(({ id }) => id === 'e0')?.label)],
  [
    'resourceInMultipleEnvironments',
    (graph, seed) => join(withEnvironment(graph, '\u2603'), pick(resources(graph), seed), ({ id }) => edge('x', id)),
  ],
  ['resourceUnderService', (graph, seed) => join(graph, pick(resources(graph), seed), ({ id }) => edge('s', id))],
  ['resourceWithoutEnvironment', (graph) => ({ ...graph, nodes: [...graph.nodes, node('x', 'resource', '\u2603')] })],
  [
    'duplicateResource',
    (graph, seed) => {
      const entry = pick(
        graph.edges.filter(({ source, target }) => source !== 's' && target !== 's'),
        seed,
      )
      const label = graph.nodes.find(({ id }) => id === entry?.target)?.label ?? ''
      return (
        entry && {
          nodes: [...graph.nodes, node('x', 'resource', label)],
          edges: [...graph.edges, edge(entry.source, 'x')],
        }
      )
    },
  ],
  ['duplicateId', (graph, seed) => twice(graph, pick(graph.nodes, seed)?.id ?? 's')],
  ['selfLoop', (graph, seed) => join(graph, pick(graph.nodes, seed), ({ id }) => edge(id, id))],
  ['edgeEndpointMissing', (graph, seed) => join(graph, pick(graph.nodes, seed), ({ id }) => edge(id, 'nowhere'))],
]

function pick<T>(items: readonly T[], seed: number): T | undefined {
  return items[seed % Math.max(items.length, 1)]
}

function join<T>(graph: GraphInput | undefined, item: T | undefined, edgeOf: (item: T) => GraphInput['edges'][number]) {
  return graph === undefined || item === undefined ? undefined : { ...graph, edges: [...graph.edges, edgeOf(item)] }
}

/** Adds another environment with this label below the service. Returns `undefined` if there is no label. */
function withEnvironment(graph: GraphInput, label: string | undefined): GraphInput | undefined {
  return label === undefined
    ? undefined
    : { nodes: [...graph.nodes, node('x', 'environment', label)], edges: [...graph.edges, edge('s', 'x')] }
}

function twice(graph: GraphInput, id: string): GraphInput {
  return { ...graph, nodes: [...graph.nodes, node(id, 'resource', '\u2603')] }
}

function resources(graph: GraphInput) {
  return graph.nodes.filter(({ kind }) => kind === 'resource')
}

function resourceEdges(graph: GraphInput) {
  const ids = new Set(resources(graph).map(({ id }) => id))
  return graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target))
}
