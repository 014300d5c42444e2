import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.js'
import { withoutPauses } from '../steps.js'
import { inferKinds } from './document-shape.js'
import { readDocuments, readTransferFile } from './read-documents.js'

describe('readTransferFile', () => {
  it.each(['', '{', '[1,', 'nodes: []'])('should refuse %j, which is not JSON', (text) => {
    expect(issuesOf(text)).toEqual([['invalidJson', 'body']])
  })

  it('should read the text of a file', () => {
    expect(withoutPauses(readTransferFile(JSON.stringify(DOCUMENT), options()))).toMatchObject({
      documents: [{ service: 'shop' }],
    })
  })

  it('should refuse deep nesting and huge lists in bounded time, without a stack overflow', () => {
    const levels = 100_000
    const tree = `${'{"type":"resource","children":['.repeat(levels)}${']}'.repeat(levels)}`
    expect(issuesOf(tree, 'shop')).toMatchObject([['tooLarge', 'tree']])
    expect(issuesOf(`${'['.repeat(levels)}${']'.repeat(levels)}`)).toEqual([['invalidFormat', 'body']])
    const nodes = `[${'{},'.repeat(100_000)}{}]`
    expect(issuesOf(`{"topology":{"service":"shop"},"nodes":${nodes}}`)).toEqual([['tooLarge', 'nodes']])
    const params = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    const deep = `{"topology":{"service":"shop"},"nodes":[{"id":"s","kind":"service","label":"S","params":${params}}]}`
    expect(issuesOf(deep)).toEqual([['invalidParams', 'nodes[0]']])
    const bundle = `{"kind":"platform-service-topology-bundle","topologies":[${'1,'.repeat(100_000)}1]}`
    expect(issuesOf(bundle)).toHaveLength(LIMITS.issues)
  })

  it('should stop if the patterns of all filters of a file would take long to compile', () => {
    const clause = { key: 'text', op: '~', value: 'a{990}' }
    const policy = { ...POLICY, id: undefined, filters: { clauses: [clause] } }
    const documents = Array.from({ length: 4 }, (_, index) => ({
      ...DOCUMENT,
      topology: { service: `service ${index}` },
    }))
    const weightPolicies = Array.from({ length: 1_000 }, () => policy)
    const issue = ['tooLarge', 'topologies[2].weightPolicies[1]']
    const few = { weightPolicies: weightPolicies.slice(0, 100) }
    expect(issuesOf(JSON.stringify(bundleOf(...documents.map((each) => ({ ...each, ...few })))))).toEqual([issue])
    const faulty = weightPolicies.map((each) => ({ ...each, filters: { clauses: [clause, {}] } }))
    expect(issuesOf(JSON.stringify({ ...DOCUMENT, weightPolicies: faulty })).at(-1)).toEqual([
      'tooLarge',
      'weightPolicies[201]',
    ])
    const impact = { whitelist: { clauses: [clause, { ...clause, op: '!~' }] } }
    const catalogService = { alertImpact: { ...impact, blacklist: impact.whitelist } }
    const entries = Array.from({ length: 60 }, (_, index) => ({
      ...{ topology: { service: `service ${index}` }, nodes: [SERVICE], catalogService },
    }))
    expect(issuesOf(JSON.stringify(bundleOf(...entries)))).toEqual([['tooLarge', 'topologies[50].catalogService']])
  })
})

describe('a fault of schemaVersion', () => {
  it.each([
    [1, 'this is 1'],
    ['2', 'this is "2"'],
    [undefined, 'the file has none'],
    [null, 'this is null'],
    [[2], 'this is no number'],
  ])('should show %j as it was sent', (schemaVersion, shown) => {
    const { issues } = readDocuments({ ...DOCUMENT, schemaVersion }, options())
    expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining(`must be 2, ${shown}: `)])
  })
})

describe('readDocuments', () => {
  it('should read an export document', () => {
    const { documents, issues } = readDocuments(DOCUMENT, options())
    expect(issues).toEqual([])
    expect(documents).toEqual([
      {
        ...{
          at: '',
          service: 'shop',
          id: '00000000-0000-4000-8000-000000000000',
          isLegacy: false,
          missingFields: new Map(),
        },
        fields: { name: 'Shop', description: 'text', serviceKpi: null, orientation: 'LR' },
        graph: {
          nodes: [
            { ...SERVICE, environment: null, resource: null },
            { ...ENVIRONMENT, environment: 'Production', resource: null },
          ],
          edges: DOCUMENT.edges,
        },
        weightPolicies: [{ ...POLICY, filters: { operator: 'AND', clauses: [] }, missingFields: new Set(['filters']) }],
        catalogService: { description: 'sells' },
        rules: null,
      },
    ])
  })

  it('should read redundancy rules, and which of their fields the file has', () => {
    const sent = { environment: ' Production', resource: 'db', minHealthy: '50%', degraded: null, id: 'dropped' }
    const { documents, issues } = readDocuments({ ...DOCUMENT, rules: [sent] }, options())
    expect(issues).toEqual([])
    const given = { environment: 'Production', resource: 'db', minHealthy: '50%', degraded: null }
    const rule = { ...given, failedAt: 'major', source: 'manual', sourceRef: null, text: '' }
    expect(documents[0]?.rules).toEqual([{ path: 'rules[0]', given, rule }])
    expect(readDocuments({ ...DOCUMENT, rules: [] }, options()).documents[0]?.rules).toEqual([])
  })

  it('should pause while it reads many rules', () => {
    const rules = Array.from({ length: 1_000 }, (_, at) => ({ ...RULE, resource: `db-${at}` }))
    const pauses = (document: object) => [...readTransferFile(JSON.stringify(document), options())].length
    expect(pauses({ ...DOCUMENT, rules }) - pauses(DOCUMENT)).toBe(4)
  })

  it('should read a bundle, each document in its place', () => {
    const second = { ...DOCUMENT, topology: { service: 'bank' } }
    const { documents } = readDocuments(bundleOf(DOCUMENT, second, { service: 'mail', tree: TREE }), options())
    expect(documents.map(({ at, service }) => [at, service])).toEqual([
      ['topologies[0].', 'shop'],
      ['topologies[1].', 'bank'],
      ['topologies[2].', 'mail'],
    ])
  })

  it('should read an editor export and infer the kinds of nodes from their places', () => {
    const nodes = [
      { id: 'web', label: 'web' },
      { id: 'e', label: '' },
      { id: 's', label: 'Shop' },
      { id: 'db', label: 'db', type: 'resource' },
    ]
    const edges = [
      { source: 's', target: 'e' },
      { source: 'e', target: 'web' },
      { source: 'web', target: 'db' },
    ]
    const { documents, issues } = readDocuments({ topology: { service: 'shop' }, nodes, edges }, options())
    expect(issues).toEqual([])
    expect(documents[0]?.graph.nodes.map(({ kind }) => kind)).toEqual([
      'resource',
      'environment',
      'service',
      'resource',
    ])
    expect(documents[0]?.graph.edges.map(({ id }) => id)).toEqual(['', '', ''])
    expect(documents[0]?.missingFields.get('s')).toEqual(new Set(['icon', 'params', 'hierarchyConfig', 'position']))
    expect(documents[0]).toMatchObject({ fields: {}, weightPolicies: [], catalogService: null })
  })

  it.each<[string, readonly object[], readonly object[], readonly string[]]>([
    [
      'labeled as the service, of several without a parent',
      [{ id: 'x' }, { id: 's', label: ' shop ' }, { id: 'e' }],
      [{ source: 's', target: 'e' }],
      ['resource', 'service', 'environment'],
    ],
    [
      'that says so itself, wherever it stands',
      [{ id: 'x', label: 'shop' }, { id: 's', kind: 'service' }, { id: 'e' }],
      [
        { source: 'x', target: 's' },
        { source: 's', target: 'e' },
      ],
      ['resource', 'service', 'environment'],
    ],
    ['first of several without a parent', [{ id: 's' }, { id: 'x' }], [], ['service', 'resource']],
  ])('should choose as the service node the one %s', (_title, nodes, edges, kinds) => {
    const inferred = inferKinds(nodes, edges, 'shop') as readonly { readonly kind: string }[]
    expect(inferred.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('should read the tree of an earlier release, on its own or below its service', () => {
    for (const [value, service] of [
      [{ service: 'shop', name: 'Shop', orientation: 'CI', tree: TREE }, ''],
      [{ ...TREE, service: 'shop', name: 'of the node', orientation: 'LR' }, 'not asked for'],
      [TREE, 'shop'],
    ] as const) {
      const { documents, issues } = readDocuments(value, options(service))
      expect(issues).toEqual([])
      expect(documents).toMatchObject([{ service: 'shop', isLegacy: true }])
      expect(documents[0]?.graph.nodes.map(({ kind, label }) => [kind, label])).toEqual([
        ['service', 'Root'],
        ['environment', 'P'],
      ])
      expect(documents[0]?.fields).toEqual('tree' in value ? { name: 'Shop', orientation: 'CI' } : {})
    }
  })

  it('should use the service of the query only if the file names none', () => {
    const serviceOf = (topology: object) =>
      readDocuments({ ...DOCUMENT, topology }, options('query')).documents[0]?.service
    expect([serviceOf({}), serviceOf({ service: null }), serviceOf({ service: ' ' })]).toEqual([
      'query',
      'query',
      'query',
    ])
    expect(serviceOf({ service: ' shop ' })).toBe('shop')
  })

  it('should read serviceKpi under its older name service_kpi, and use an id only if it is a UUID', () => {
    const read = (topology: object) => readDocuments({ ...DOCUMENT, topology }, options()).documents[0]
    expect(read({ service: 'shop', service_kpi: 'kpi' })?.fields).toEqual({ serviceKpi: 'kpi' })
    expect(read({ service: 'shop', id: 'export' })?.id).toBeUndefined()
    expect(read({ service: 'shop', id: 7 })?.id).toBeUndefined()
  })

  it.each<[string, unknown, readonly (readonly [string, string])[]]>([
    ['text', 'shop', [['invalidFormat', 'body']]],
    ['a list', [DOCUMENT], [['invalidFormat', 'body']]],
    ['nothing known', { a: 1 }, [['invalidFormat', 'nodes']]],
    ['another kind', { ...DOCUMENT, kind: 'dashboard' }, [['invalidFormat', 'kind']]],
    ['kind null', { ...DOCUMENT, kind: null }, [['invalidFormat', 'kind']]],
    ['a topology that is no object', { ...DOCUMENT, topology: [] }, [['invalidFormat', 'topology']]],
    ['version 1', { ...DOCUMENT, schemaVersion: 1 }, [['unsupportedSchemaVersion', 'schemaVersion']]],
    ['version "2"', { ...DOCUMENT, schemaVersion: '2' }, [['unsupportedSchemaVersion', 'schemaVersion']]],
    ['no version', { ...DOCUMENT, schemaVersion: undefined }, [['unsupportedSchemaVersion', 'schemaVersion']]],
    [
      'version 3 of a bundle',
      { ...bundleOf(DOCUMENT), schemaVersion: 3 },
      [['unsupportedSchemaVersion', 'schemaVersion']],
    ],
    [
      'version 3 in a bundle',
      bundleOf({ ...DOCUMENT, schemaVersion: 3 }),
      [['unsupportedSchemaVersion', 'topologies[0].schemaVersion']],
    ],
    ['an empty bundle', bundleOf(), [['emptyBundle', 'topologies']]],
    ['a bundle without a list', { ...bundleOf(), topologies: {} }, [['invalidFormat', 'topologies']]],
    ['a bundle of bundles', bundleOf(bundleOf(DOCUMENT)), [['invalidFormat', 'topologies[0].kind']]],
    ['a bundle of texts', bundleOf(DOCUMENT, 'x'), [['invalidFormat', 'topologies[1]']]],
    ['no service', { ...DOCUMENT, topology: {} }, [['serviceMissing', 'topology.service']]],
    ['no service of a tree', TREE, [['serviceMissing', 'service']]],
    ['a service that is no text', { ...DOCUMENT, topology: { service: 7 } }, [['invalidFormat', 'topology.service']]],
    [
      'an unknown orientation',
      { ...DOCUMENT, topology: { service: 'shop', orientation: 'XX' } },
      [['invalidOrientation', 'topology.orientation']],
    ],
    [
      'a name that is no text',
      { ...DOCUMENT, topology: { service: 'shop', name: 7 } },
      [['invalidFormat', 'topology.name']],
    ],
    [
      'a malformed node',
      { ...DOCUMENT, nodes: [SERVICE, { ...ENVIRONMENT, label: 7 }] },
      [['missingLabel', 'nodes[1].label']],
    ],
    [
      'a broken rule in a bundle',
      bundleOf(DOCUMENT, { ...DOCUMENT, topology: { service: 'bank' }, edges: [] }),
      [['environmentNotUnderService', 'topologies[1].nodes[e]']],
    ],
    [
      'an export document with a node without a kind',
      { ...DOCUMENT, nodes: [SERVICE, { ...ENVIRONMENT, kind: undefined }] },
      [['invalidKind', 'nodes[1]']],
    ],
    ['nodes that are no list', { ...DOCUMENT, nodes: {} }, [['invalidNodes', 'nodes']]],
    ['edges that are no list', { ...DOCUMENT, edges: 'x' }, [['invalidEdges', 'edges']]],
    ['a malformed tree', { service: 'shop', tree: { ...TREE, children: [7] } }, [['invalidNode', 'tree.children[0]']]],
    [
      'a tree with several faults, but not for rules that the unread part of it might keep',
      { service: 'shop', tree: { ...TREE, children: [{ type: 'resource', label: 'db', children: {} }, 7, {}] } },
      [
        ['invalidNode', 'tree.children[0].children'],
        ['invalidNode', 'tree.children[1]'],
        ['invalidKind', 'tree.children[2]'],
        ['missingLabel', 'tree.children[2].label'],
      ],
    ],
    ['policies that are no list', { ...DOCUMENT, weightPolicies: {} }, [['invalidFormat', 'weightPolicies']]],
    [
      'a malformed policy',
      { ...DOCUMENT, weightPolicies: [POLICY, { ...POLICY, weight: 'x' }] },
      [['invalidFormat', 'weightPolicies[1]']],
    ],
    ['a policy that is no object', { ...DOCUMENT, weightPolicies: ['x'] }, [['invalidFormat', 'weightPolicies[0]']]],
    ['rules that are no list', { ...DOCUMENT, rules: {} }, [['invalidFormat', 'rules']]],
    [
      'malformed rules',
      { ...DOCUMENT, rules: [RULE, { ...RULE, resource: undefined }, 'x', { ...RULE, failedAt: 'ok' }] },
      [
        ['invalidFormat', 'rules[1]'],
        ['invalidFormat', 'rules[2]'],
        ['invalidFormat', 'rules[3]'],
      ],
    ],
    [
      'a malformed catalog entry',
      { ...DOCUMENT, catalogService: { alertImpact: { severities: ['bad'] } } },
      [['invalidFormat', 'catalogService']],
    ],
    [
      'a catalog entry whose runbook and link could run code',
      { ...DOCUMENT, catalogService: { runbook: 'javascript:alert(1)', links: [{ title: 'a', url: 'data:,' }] } },
      [['invalidFormat', 'catalogService']],
    ],
    ['a catalog entry that is no object', { ...DOCUMENT, catalogService: [] }, [['invalidFormat', 'catalogService']]],
    ['one service twice', bundleOf(DOCUMENT, DOCUMENT), [['invalidFormat', 'topologies[1].topology.service']]],
  ])('should refuse %s', (_title, value, expected) => {
    expect(issuesOf(JSON.stringify(value))).toEqual(expected)
  })

  it('should report every fault of every document', () => {
    const broken = { ...DOCUMENT, topology: { orientation: 'XX' }, nodes: [], catalogService: 7 }
    expect(issuesOf(JSON.stringify(bundleOf(broken, { ...DOCUMENT, schemaVersion: 1 })))).toEqual([
      ['serviceMissing', 'topologies[0].topology.service'],
      ['invalidOrientation', 'topologies[0].topology.orientation'],
      ['serviceNodeCount', 'topologies[0].nodes'],
      ['invalidFormat', 'topologies[0].catalogService'],
      ['unsupportedSchemaVersion', 'topologies[1].schemaVersion'],
    ])
  })

  it('should treat keys such as __proto__ as data', () => {
    const text = JSON.stringify(DOCUMENT).replace('"params":{}', '"params":{"__proto__":{"kind":"x"},"constructor":1}')
    const [document] = withoutPauses(
      readTransferFile(text.replace('{', '{"__proto__":{"kind":"x"},'), options()),
    ).documents
    expect(Object.keys(document?.graph.nodes[0]?.params ?? {})).toEqual(['__proto__', 'constructor'])
  })
})

// Helpers

const SERVICE = {
  ...{ id: 's', kind: 'service', label: 'Shop', icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } },
}
const ENVIRONMENT = { ...SERVICE, id: 'e', kind: 'environment', label: 'Production' }
const POLICY = {
  ...{ id: '00000000-0000-4000-8000-000000000001', name: 'hot', description: '', weight: 2, status: 'inactive' },
}
const RULE = { environment: 'Production', resource: 'db', minHealthy: 1 }
const DOCUMENT = {
  ...{ kind: 'platform-service-topology', schemaVersion: 2, exportedAt: 'x', appVersion: 7 },
  topology: {
    ...{ id: '00000000-0000-4000-8000-000000000000', name: ' Shop ', description: 'text', service: 'shop' },
    ...{ serviceKpi: null, orientation: 'LR' },
  },
  nodes: [SERVICE, ENVIRONMENT],
  edges: [{ id: '1', source: 's', target: 'e' }],
  weightPolicies: [{ ...POLICY, topologyId: 'dropped', createTime: 'dropped' }],
  catalogService: { serviceId: 'another', name: '', description: 'sells', icon: null },
}
const TREE = { type: 'service', label: 'Root', children: [{ type: 'environment', name: 'P' }] }

function bundleOf(...topologies: readonly unknown[]) {
  return { kind: 'platform-service-topology-bundle', schemaVersion: 2, topologies }
}

function options(service = '') {
  let count = 0
  return { service, newId: () => `new-${count++}` }
}

function issuesOf(text: string, service = '') {
  return withoutPauses(readTransferFile(text, options(service))).issues.map(({ code, path }) => [code, path])
}
