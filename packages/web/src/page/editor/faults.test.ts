import type { DrawnNode, Edge, NodeKind } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { findFaults, groupFaultsById, locateFaults } from './faults.js'

describe('faultsOf', () => {
  it('should find no fault in a valid graph', () => {
    expect(findFaults(graph([...ROOT, node('web')], [...ROOT_EDGES, edge('prod', 'web')]))).toEqual([])
  })

  const CASES: readonly [
    code: string,
    nodes: DrawnNode[],
    edges: Edge[],
    where: { nodes?: string[]; edges?: string[] },
  ][] = [
    ['missingLabel', [...ROOT, node('web', 'resource', ' ')], [...ROOT_EDGES, edge('prod', 'web')], { nodes: ['web'] }],
    [
      'valueTooLong',
      [...ROOT, node('web', 'resource', 'x'.repeat(256))],
      [...ROOT_EDGES, edge('prod', 'web')],
      { nodes: ['web'] },
    ],
    ['serviceNodeCount', [node('one', 'service'), node('two', 'service')], [], { nodes: ['one', 'two'] }],
    ['serviceHasParent', ROOT, [...ROOT_EDGES, edge('prod', 'shop')], { nodes: ['shop'] }],
    ['environmentNotUnderService', ROOT, [], { nodes: ['prod'] }],
    [
      'duplicateEnvironment',
      [...ROOT, node('prod2', 'environment', 'prod')],
      [...ROOT_EDGES, edge('shop', 'prod2')],
      { nodes: ['prod2'] },
    ],
    ['resourceUnderService', [...ROOT, node('web')], [...ROOT_EDGES, edge('shop', 'web')], { nodes: ['web'] }],
    ['resourceWithoutEnvironment', [...ROOT, node('web')], ROOT_EDGES, { nodes: ['web'] }],
    [
      'resourceInMultipleEnvironments',
      [...ROOT, node('test', 'environment'), node('web')],
      [...ROOT_EDGES, edge('shop', 'test'), edge('prod', 'web'), edge('test', 'web')],
      { nodes: ['web'] },
    ],
    [
      'duplicateResource',
      [...ROOT, node('web'), node('web2', 'resource', 'web')],
      [...ROOT_EDGES, edge('prod', 'web'), edge('prod', 'web2')],
      { nodes: ['web2'] },
    ],
    ['duplicateId', [...ROOT, node('prod', 'environment', 'x')], ROOT_EDGES, { nodes: ['prod'] }],
    ['selfLoop', ROOT, [...ROOT_EDGES, edge('prod', 'prod')], { edges: ['prod-prod'] }],
    ['edgeEndpointMissing', ROOT, [...ROOT_EDGES, edge('prod', 'gone')], { edges: ['prod-gone'] }],
    [
      'cycle',
      [...ROOT, node('web'), node('db')],
      [...ROOT_EDGES, edge('prod', 'web'), edge('web', 'db'), edge('db', 'web')],
      { edges: ['web-db', 'db-web'] },
    ],
  ]

  it.each(CASES)('should show %s at its nodes and edges', (code, nodes, edges, where) => {
    const found = findFaults(graph(nodes, edges)).filter((fault) => fault.code === code)
    expect(found.flatMap((fault) => fault.nodes)).toEqual(where.nodes ?? [])
    expect(found.flatMap((fault) => fault.edges)).toEqual(where.edges ?? [])
  })

  it('should show each cycle at its own edges', () => {
    const nodes = [...ROOT, ...['a', 'b', 'c', 'd'].map((id) => node(id))]
    const loops = [edge('a', 'b'), edge('b', 'a'), edge('c', 'd'), edge('d', 'c')]
    const cycles = findFaults(graph(nodes, [...ROOT_EDGES, edge('prod', 'a'), edge('b', 'c'), ...loops]))
    const found = cycles.filter(({ code }) => code === 'cycle')
    expect(found).toHaveLength(2)
    for (const { message, edges } of found) {
      expect(edges.toSorted()).toEqual(
        message.includes('a') && message.includes('b ->') ? ['a-b', 'b-a'] : ['c-d', 'd-c'],
      )
    }
  })

  it('should name nodes by their labels instead of generated ids', () => {
    const id = '2f1c6f0e-6f0c-4c83-9f0c-3a5f5a0f7c11'
    const [fault] = findFaults(graph([...ROOT, node(id, 'resource', 'web')], ROOT_EDGES))
    expect(fault?.message).toBe('the resource node “web” is not reachable from an environment node')
  })
})

describe('placeFaults', () => {
  it('should place a fault that only the server can find', () => {
    const message = 'the node id web is used by another topology'
    const issue = { code: 'idCollision', path: 'nodes[web]', message, subject: { ...SUBJECT, index: 2, id: 'web' } }
    expect(locateFaults([issue], graph([...ROOT, node('web')], ROOT_EDGES))[0]?.nodes).toEqual(['web'])
  })

  it('should place a fault by its subject, not by the id or index in its path', () => {
    const issue = {
      code: 'duplicateResource',
      path: 'nodes[1]',
      message: '',
      subject: { ...SUBJECT, index: 2, id: '1' },
    }
    expect(locateFaults([issue], graph([...ROOT, node('1')], ROOT_EDGES))[0]?.nodes).toEqual(['1'])
  })

  it('should keep a fault of the whole graph, and one with an index that does not exist', () => {
    const issues = [
      { code: 'tooLarge', path: 'nodes', message: 'too large' },
      { code: 'invalidEdge', path: 'edges[99]', message: 'odd' },
    ]
    expect(locateFaults(issues, graph(ROOT, ROOT_EDGES)).map(({ message }) => message)).toEqual(['too large', 'odd'])
  })
})

describe('the field that a fault is about', () => {
  const label = (of: string) => graph([...ROOT, node('web'), node('db', 'resource', of)], [...ROOT_EDGES, ...RESOURCES])
  const RESOURCES = [edge('prod', 'web'), edge('prod', 'db')]

  it.each([
    ['missingLabel', ''],
    ['valueTooLong', 'x'.repeat(256)],
    ['invalidNode', 'half \ud800'],
    ['duplicateResource', 'web'],
  ])('should be the name for %s', (code, of) => {
    expect(findFaults(label(of))).toMatchObject([{ code, field: 'label', nodes: ['db'] }])
  })

  it('should be the params if they are nested too deeply', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)
    const nodes = [...ROOT, { ...node('web'), params: deep }]
    const [fault] = findFaults(graph(nodes, [...ROOT_EDGES, edge('prod', 'web')]))
    expect(fault).toMatchObject({ code: 'invalidParams', field: 'params' })
  })

  it('should be undefined for a fault of the edges of a node', () => {
    const [fault] = findFaults(graph([...ROOT, node('web')], ROOT_EDGES))
    expect(fault).toMatchObject({ code: 'resourceWithoutEnvironment', field: undefined })
  })
})

describe('groupFaultsById', () => {
  it('should list a fault at each of its nodes', () => {
    const fault = { code: 'serviceNodeCount', message: '', nodes: ['a', 'b'], edges: [] }
    expect(groupFaultsById([fault, fault], 'nodes')).toEqual(
      new Map([
        ['a', [fault, fault]],
        ['b', [fault, fault]],
      ]),
    )
  })
})

// Helpers

const SUBJECT = { kind: 'node', field: null } as const

function node(id: string, kind: NodeKind = 'resource', label = id): DrawnNode {
  return { id, kind, label, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
}

function edge(source: string, target: string): Edge {
  return { id: `${source}-${target}`, source, target }
}

function graph(nodes: readonly DrawnNode[], edges: readonly Edge[]) {
  return { nodes, edges }
}

const ROOT = [node('shop', 'service'), node('prod', 'environment')]
const ROOT_EDGES = [edge('shop', 'prod')]
