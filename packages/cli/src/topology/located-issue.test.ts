import { readTopologyFile } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { locateIssues } from './located-issue.js'

const HEAD = '"topology": {"service": "shop"}'
const SERVICE = '{"id": "s", "kind": "service", "label": "shop"}'
const TEST = '{"id": "t", "kind": "environment", "label": "Test"}'

describe('locateIssues', () => {
  it.each([
    ['a node by its index', [`{${HEAD}, "nodes": [`, `${SERVICE},`, '7]}'], ['invalidNode 3:1']],
    [
      'a label',
      [`{${HEAD}, "nodes": [${SERVICE},`, '{"id": "x", "kind": "resource",', '"label": 7}]}'],
      ['missingLabel 3:10'],
    ],
    ['a missing label', [`{${HEAD}, "nodes": [${SERVICE},`, '{"id": "x", "kind": "resource"}]}'], ['missingLabel 2:1']],
    [
      'a node by its id, which may look like an index or a path',
      [
        `{${HEAD}, "nodes": [${SERVICE},`,
        node('0'),
        ',',
        node('x].label'),
        `,${TEST}],`,
        '"edges": [{"source": "s", "target": "t"}]}',
      ],
      ['resourceWithoutEnvironment 2:1', 'resourceWithoutEnvironment 4:1'],
    ],
    [
      'the second of two nodes with one id',
      [`{${HEAD}, "nodes": [${SERVICE},`, `${TEST},`, `${TEST}],`, '"edges": [{"source": "s", "target": "t"}]}'],
      ['duplicateId 3:1'],
    ],
    [
      'each of several nodes with the id of an earlier one',
      [
        `{${HEAD}, "nodes": [${SERVICE},`,
        `${TEST},`,
        `${TEST},`,
        `${TEST}],`,
        '"edges": [{"source": "s", "target": "t"}]}',
      ],
      ['duplicateId 3:1', 'duplicateId 4:1'],
    ],
    [
      'the edge that closes a loop',
      [
        `{${HEAD}, "nodes": [${SERVICE}, ${TEST}, ${node('a')}, ${node('b')}], "edges": [{"source": "s", "target": "t"},`,
        '{"source": "t", "target": "a"}, {"source": "a", "target": "b"},',
        '{"source": "b", "target": "a"}]}',
      ],
      ['cycle 3:1'],
    ],
    [
      'an edge',
      [`{${HEAD}, "nodes": [${SERVICE}], "edges": [`, '{"source": "s", "target": "nobody"}]}'],
      ['edgeEndpointMissing 2:1'],
    ],
    ['a list', [`{${HEAD},`, '"nodes": {}}'], ['invalidNodes 2:10']],
    [
      'a field',
      [`{"topology": {"service": "shop",`, `"orientation": "up"}, "nodes": [${SERVICE}]}`],
      ['invalidOrientation 2:16'],
    ],
    ['a missing service', ['{"nodes": [],', '"topology": {}}'], ['serviceMissing 2:13', 'serviceNodeCount 1:11']],
    ['a version', ['{', '"kind": "platform-service-topology", "schemaVersion": 3}'], ['unsupportedSchemaVersion 2:55']],
    ['a kind', ['{', '"kind": "holiday"}'], ['invalidFormat 2:9']],
    ['a policy', [`{${HEAD}, "nodes": [${SERVICE}], "weightPolicies": [`, '{"name": "n"}]}'], ['invalidFormat 2:1']],
    ['a catalog service', [`{${HEAD}, "nodes": [${SERVICE}],`, '"catalogService": 7}'], ['invalidFormat 2:19']],
    ['the whole file', ['', ' [1]'], ['invalidFormat undefined']],
    ['invalid JSON', ['{', '"nodes" []}'], ['invalidJson 2:9']],
    [
      'a child of a tree',
      [
        '{"service": "shop", "tree": {"type": "service", "name": "shop", "children": [',
        '{"type": "environment", "name": "T", "children":',
        '7}]}}',
      ],
      ['invalidNode 3:1'],
    ],
    [
      'a child of a bare tree',
      ['{"service": "shop", "type": "service", "name": "shop", "children": [', '7]}'],
      ['invalidNode 2:1'],
    ],
    [
      'a document of a bundle',
      [
        '{"kind": "platform-service-topology-bundle", "topologies": [',
        '{"topology": {"service": "a"},',
        '"nodes": [7]},',
        '7]}',
      ],
      ['invalidNode 3:11', 'invalidFormat 4:1'],
    ],
    [
      'a bundle without documents',
      ['{"kind": "platform-service-topology-bundle",', '"topologies": []}'],
      ['emptyBundle 2:15'],
    ],
  ])('should find %s', async (_, lines, found) => {
    expect(await located(lines.join('\n'))).toEqual(found)
  })

  it('should find the outer node of a fault deep in a tree', async () => {
    const deep = 30
    const text = `{"service": "shop", "type": "service", "name": "shop", "children": [\n${'{"type": "resource", "name": "r", "children": [\n'.repeat(deep)}7${']}'.repeat(deep)}]}`
    expect(await located(text)).toEqual(['invalidNode 11:1'])
  })

  it('should find thousands of faults in linear time', async () => {
    const nodes = Array.from({ length: 4_990 }, (_, index) => node(`n${index}`))
    const locations = await located(`{${HEAD}, "nodes": [${SERVICE},\n${nodes.join(',\n')}]}`)
    expect(locations).toEqual(nodes.map((_, index) => `resourceWithoutEnvironment ${index + 2}:1`))
  }, 5_000)

  it('should find no position for an issue outside of the file, or without text', () => {
    const issue = { code: 'duplicateId' as const, path: 'after merge: nodes[a]', message: '' }
    expect(locateIssues([issue], '{"nodes": [{"id": "a"}]}')).toEqual([{ ...issue, location: undefined }])
    const unread = { code: 'invalidJson' as const, path: 'body', message: 'the file is UTF-16' }
    expect(locateIssues([unread], undefined)).toEqual([{ ...unread, location: undefined }])
  })
})

// Helpers

function node(id: string): string {
  return JSON.stringify({ id, kind: 'resource', label: id })
}

async function located(text: string): Promise<readonly string[]> {
  const bytes = new TextEncoder().encode(text)
  const { issues } = await readTopologyFile(bytes, { service: '', newId: () => crypto.randomUUID() })
  return locateIssues(issues, text).map(
    ({ code, location }) => `${code} ${location && `${location.line}:${location.column}`}`,
  )
}
