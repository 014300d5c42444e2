import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edge, node } from '../../test/arbitrary/graph.js'
import { expectSubject } from '../../test/expect-subject.js'
import type { IssueSubjectField } from '../issue.js'
import { readGraph } from './read-graph.js'

const service = node('s', 'service', 'Shop')
const newId = () => 'new-id'

describe('readGraph', () => {
  it('should read well-formed nodes and edges, trim labels, fill in defaults and drop unknown keys', () => {
    const nodes = [
      { id: 's', kind: 'service', label: ' Shop ', suggested: true, environment: 'ignored', resource: 'ignored' },
      { ...node('e', 'environment', ''), position: { x: 1.5, y: -2, z: 3 }, params: { text: 'ä' } },
    ]
    const { graph, issues } = readGraph(nodes, [{ source: 's', target: 'e', weight: 1 }], newId)
    expect(issues).toEqual([])
    expect(graph).toEqual({
      nodes: [service, { ...node('e', 'environment', ''), position: { x: 1.5, y: -2 }, params: { text: 'ä' } }],
      edges: [{ id: 'new-id', source: 's', target: 'e' }],
    })
  })

  it.each([
    ['invalidNode', 'nodes[1]', 'text'],
    ['invalidNode', 'nodes[1]', null],
    ['invalidNode', 'nodes[1]', []],
    ['invalidNode', 'nodes[1]', { ...service, kind: 'resource', icon: 1 }],
    ['invalidNode', 'nodes[1]', { ...service, kind: 'resource', id: 'a\u0000' }],
    ['invalidNode', 'nodes[1].label', { ...service, kind: 'resource', label: 'a\ud800' }],
    ['missingId', 'nodes[1]', { kind: 'resource', label: 'a' }],
    ['missingId', 'nodes[1]', { id: '', kind: 'resource', label: 'a' }],
    ['missingId', 'nodes[1]', { id: 7, kind: 'resource', label: 'a' }],
    ['invalidKind', 'nodes[1]', { id: 'r', kind: 'host', label: 'a' }],
    ['invalidKind', 'nodes[1]', { id: 'r', kind: 'constructor', label: 'a' }],
    ['missingLabel', 'nodes[1].label', { id: 'r', kind: 'resource' }],
    ['missingLabel', 'nodes[1].label', { id: 'r', kind: 'resource', label: ' ' }],
    ['missingLabel', 'nodes[1].label', { id: 'r', kind: 'environment', label: null }],
    ['valueTooLong', 'nodes[1].label', { id: 'r', kind: 'resource', label: 'x'.repeat(256) }],
    ['valueTooLong', 'nodes[1]', { id: 'x'.repeat(256), kind: 'resource', label: 'a' }],
    ['invalidPosition', 'nodes[1]', { id: 'r', kind: 'resource', label: 'a', position: { x: '1', y: 2 } }],
    ['invalidPosition', 'nodes[1]', { id: 'r', kind: 'resource', label: 'a', position: [] }],
    ['invalidParams', 'nodes[1]', { id: 'r', kind: 'resource', label: 'a', params: [] }],
    ['invalidParams', 'nodes[1]', { id: 'r', kind: 'resource', label: 'a', params: { deep: nested(100_000) } }],
    ['invalidHierarchyConfig', 'nodes[1]', { id: 'r', kind: 'resource', label: 'a', hierarchyConfig: 'x' }],
    ['invalidHierarchyConfig', 'nodes[1]', { id: 'r', kind: 'resource', label: 'a', hierarchyConfig: { color: 1 } }],
    [
      'invalidHierarchyConfig',
      'nodes[1]',
      { id: 'r', kind: 'resource', label: 'a', hierarchyConfig: JSON.parse('{"__proto__": 1}') },
    ],
  ])('should report %s at %s', (code, path, value) => {
    const { issues } = readGraph([service, value], [], newId)
    expect(issues.map((issue) => [issue.code, issue.path])).toEqual([[code, path]])
  })

  it.each([
    ['invalidEdge', 'edges[0]', 7],
    ['invalidEdge', 'edges[0]', { ...edge('s', 's'), id: 5 }],
    ['edgeEndpointMissing', 'edges[0]', { target: 's' }],
    ['edgeEndpointMissing', 'edges[0]', { source: 's', target: '' }],
  ])('should report %s at %s', (code, path, value) => {
    const { issues } = readGraph([service], [value], newId)
    expect(issues.map((issue) => [issue.code, issue.path])).toEqual([[code, path]])
  })

  it('should name the node or edge that each issue is about, its id if it can be stored, and the field', () => {
    fc.assert(
      fc.property(fc.array(malformed(NODE)), fc.array(malformed(EDGE)), (nodes, edges) => {
        const { issues } = readGraph(nodes, edges, newId)
        for (const issue of issues) expectSubject(issue, { nodes, edges })
      }),
    )
  })

  it.each<[IssueSubjectField | null, unknown]>([
    [null, 'text'],
    ['id', { kind: 'resource', label: 'a' }],
    ['id', { id: 'x'.repeat(256), kind: 'resource', label: 'a' }],
    ['id', { id: 'a\u0000', kind: 'resource', label: 'a' }],
    ['kind', { id: 'r', kind: 'host', label: 'a' }],
    ['label', { id: 'r', kind: 'resource' }],
    ['label', { id: 'r', kind: 'resource', label: 'x'.repeat(256) }],
    ['icon', { id: 'r', kind: 'resource', label: 'a', icon: 1 }],
    ['params', { id: 'r', kind: 'resource', label: 'a', params: [] }],
    ['hierarchyConfig', { id: 'r', kind: 'resource', label: 'a', hierarchyConfig: { color: 1 } }],
    ['position', { id: 'r', kind: 'resource', label: 'a', position: [] }],
  ])('should name the field of a node with a fault: %s', (field, value) => {
    const { issues } = readGraph([service, value], [], newId)
    const id = field === 'id' || field === null ? null : 'r'
    expect(issues.map(({ subject }) => subject)).toEqual([{ kind: 'node', index: 1, id, field }])
  })

  it.each<[IssueSubjectField | null, unknown]>([
    [null, 7],
    ['id', { ...edge('s', 's'), id: 5 }],
    ['id', { ...edge('s', 's'), id: 'x'.repeat(256) }],
    ['source', { target: 's' }],
    ['target', { source: 's', target: '' }],
  ])('should name the field of an edge with a fault: %s', (field, value) => {
    const { issues } = readGraph([service], [edge('s', 's'), value], newId)
    expect(issues.map(({ subject }) => subject)).toEqual([{ kind: 'edge', index: 1, id: null, field }])
  })

  it('should report nodes and edges that are not lists', () => {
    const { issues } = readGraph({}, null, newId)
    expect(issues.map((issue) => [issue.code, issue.path])).toEqual([
      ['invalidNodes', 'nodes'],
      ['invalidEdges', 'edges'],
    ])
  })

  it('should report more than 5,000 nodes, and take 5,000', () => {
    const many = (count: number) => [
      service,
      ...Array.from({ length: count - 1 }, (_, at) => node(`r${at}`, 'resource', 'a')),
    ]
    expect(readGraph(many(5001), [], newId).issues.map((issue) => [issue.code, issue.path])).toEqual([
      ['tooLarge', 'nodes'],
    ])
    expect(readGraph(many(5000), [], newId).issues).toEqual([])
  })

  it('should report none or several service nodes', () => {
    const codes = (nodes: unknown) => readGraph(nodes, [], newId).issues.map((issue) => [issue.code, issue.path])
    expect(codes([])).toEqual([['serviceNodeCount', 'nodes']])
    expect(codes([service, { ...service, id: 't' }])).toEqual([['serviceNodeCount', 'nodes']])
  })

  it('should report a missing service node only if all nodes could be read, and several in any case', () => {
    const codes = (nodes: unknown) => readGraph(nodes, [], newId).issues.map((issue) => issue.code)
    const malformed = { id: 'r', kind: 'host', label: 'a' }
    expect(codes([malformed])).toEqual(['invalidKind'])
    expect(codes([service, malformed, { ...service, id: 't' }])).toEqual(['invalidKind', 'serviceNodeCount'])
  })

  it('should report every fault, not only the first', () => {
    const { issues } = readGraph([{}, service, { id: 'r', kind: 'x', label: '' }], [1, {}], newId)
    expect(issues.map((issue) => issue.code)).toEqual([
      'missingId',
      'invalidKind',
      'missingLabel',
      'invalidKind',
      'missingLabel',
      'invalidEdge',
      'edgeEndpointMissing',
    ])
  })

  it('should report a bounded number of issues for a body full of faults', () => {
    const manyKeys = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key-${at}`, at]))
    const faulty = [
      readGraph([service], new Array(1_000_000).fill(1), newId),
      readGraph([service, { ...node('r', 'resource', 'a'), hierarchyConfig: manyKeys }], [], newId),
      readGraph(new Array(5_000).fill({}), [], newId),
    ]
    for (const { issues } of faulty) expect(issues).toHaveLength(10_000)
  })

  it('should repeat only the beginning of a wrong value', () => {
    const hierarchyConfig = { ['x'.repeat(1_000_000)]: 1 }
    const [issue] = readGraph([service, { ...node('r', 'resource', 'a'), hierarchyConfig }], [], newId).issues
    expect(issue?.message.length).toBeLessThan(200)
  })
})

// Helpers

const WRONG = [undefined, null, 7, '', 'x'.repeat(256), 'a\u0000', 'a\ud800', [], { color: 1 }]
const NODE = { ...node('r', 'resource', 'a'), hierarchyConfig: { hereditary: true } }
const EDGE = { id: 'e', source: 's', target: 'r' }

/** The item with wrong values in some of its fields. Sometimes a value that is not an object is generated instead. */
function malformed(item: object): fc.Arbitrary<unknown> {
  const fields = Object.entries(item).map(([field, value]) => {
    const right = { weight: 4, arbitrary: fc.constant<unknown>(value) }
    return [field, fc.oneof(right, { weight: 1, arbitrary: fc.constantFrom<unknown>(...WRONG) })] as const
  })
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(Object.fromEntries(fields)) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...WRONG) },
  )
}

function nested(levels: number): unknown {
  let value: unknown = 0
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
