import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { validGraph } from '../../test/arbitrary/graph.js'
import { withoutPauses } from '../steps.js'
import { deriveGraph } from '../topology/derive-graph.js'
import type { Node } from '../topology/graph.js'
import { indexGraph } from '../topology/graph-index.js'
import type { Topology } from '../topology/topology.js'
import { exportBundle, exportDocument } from './export-document.js'
import { exportText, toBundleFile, toDocumentFile } from './export-file.js'

const STAMP = { exportedAt: '2026-11-20T12:34:56.789Z', appVersion: '1.2.3' }

describe('exportDocument', () => {
  it('should not depend on the order of nodes, edges and keys', () => {
    fc.assert(
      fc.property(validGraph(), (drawn) => {
        const graph = deriveGraph(indexGraph(drawn))
        const shuffled = {
          nodes: graph.nodes.map((node) => ({ ...node, ...jsonFields(false) })).toReversed(),
          edges: graph.edges.toReversed(),
        }
        const sorted = graph.nodes.map((node) => ({ ...node, ...jsonFields(true) }))
        expect(textOf(shuffled)).toBe(textOf({ ...graph, nodes: sorted }))
      }),
      propertyRuns(500),
    )
  })

  it('should put the service first, then environments, then resources, by name', () => {
    const nodes = [
      node('1', 'resource', 'b', 'Staging'),
      node('2', 'resource', 'c', 'Production'),
      node('3', 'environment', 'Staging', 'Staging'),
      node('4', 'resource', 'B', 'Staging'),
      node('5', 'service', 'z', null),
      node('6', 'environment', 'Production', 'Production'),
    ]
    const edges = [
      { id: 'x', source: '3', target: '1' },
      { id: 'y', source: '3', target: '4' },
      { id: 'z', source: '5', target: '3' },
    ]
    const document = withoutPauses(exportDocument(stateOf({ nodes, edges }), STAMP))
    expect(document.nodes.map(({ id }) => id)).toEqual(['5', '6', '3', '2', '4', '1'])
    expect(document.edges.map(({ id }) => id)).toEqual(['z', 'y', 'x'])
  })
})

describe('exportText', () => {
  it('should be the JSON of the document, a line for each node, edge and policy', () => {
    const document = withoutPauses(
      exportDocument(stateOf({ nodes: [node('s', 'service', 'S', null)], edges: [] }), STAMP),
    )
    expect(exportText(document).split('\n')).toEqual([
      '{',
      '  "kind": "platform-service-topology",',
      '  "schemaVersion": 2,',
      '  "exportedAt": "2026-11-20T12:34:56.789Z",',
      '  "appVersion": "1.2.3",',
      '  "topology": {"id":"t","name":"N","description":"","service":"shop","serviceKpi":null,"orientation":"TB"},',
      '  "nodes": [',
      '    {"id":"s","kind":"service","label":"S","environment":null,"resource":null,"icon":"","params":{},"hierarchyConfig":{},"position":{"x":1,"y":2}}',
      '  ],',
      '  "edges": [],',
      '  "weightPolicies": [],',
      '  "catalogService": null,',
      '  "rules": []',
      '}',
      '',
    ])
    const bundle = exportBundle([document, document], STAMP)
    const text = exportText(bundle)
    expect(JSON.parse(text)).toEqual(bundle)
    expect(text.split('\n').filter((line) => line.includes('"id":"s"'))).toHaveLength(2)
  })
})

describe('the names of files', () => {
  it.each([
    ['shop', 'topology-shop-20261120-1234.json'],
    ['a/b "c"\r\nX: y', 'topology-a_b__c___X__y-20261120-1234.json'],
    ['Ünïcode 🚀.v1_x-y', 'topology-_n_code__.v1_x-y-20261120-1234.json'],
  ])('should be safe in a header: %j', (service, fileName) => {
    const state = stateOf({ nodes: [], edges: [] })
    const document = withoutPauses(exportDocument({ ...state, topology: { ...state.topology, service } }, STAMP))
    expect(withoutPauses(toDocumentFile(document)).fileName).toBe(fileName)
    expect(withoutPauses(toBundleFile(exportBundle([document], STAMP))).fileName).toBe('topologies-20261120-1234.json')
  })
})

// Helpers

function stateOf(graph: Pick<Topology, 'nodes' | 'edges'>) {
  const topology: Topology = {
    ...{ id: 't', name: 'N', description: '', service: 'shop', serviceKpi: null, orientation: 'TB', schemaVersion: 2 },
    ...{ createTime: '', updateTime: '' },
    ...graph,
  }
  return { topology, weightPolicies: [], catalogService: undefined, rules: [] }
}

function node(id: string, kind: 'service' | 'environment' | 'resource', label: string, environment: string | null) {
  const resource = kind === 'resource' ? label : null
  return { id, kind, label, environment, resource, icon: '', params: {}, hierarchyConfig: {}, position: { x: 1, y: 2 } }
}

/** The fields of a node that may contain any JSON, with sorted keys or with the same keys in another order. */
function jsonFields(isSorted: boolean): Pick<Node, 'params' | 'hierarchyConfig'> {
  return isSorted
    ? { params: { a: { c: 2, d: 1 }, b: 1 }, hierarchyConfig: { disabledSLA: 1, hereditary: { a: 1, b: 2 } } }
    : { params: { b: 1, a: { d: 1, c: 2 } }, hierarchyConfig: { hereditary: { b: 2, a: 1 }, disabledSLA: 1 } }
}

function textOf(graph: Pick<Topology, 'nodes' | 'edges'>): string {
  return exportText(withoutPauses(exportDocument(stateOf(graph), STAMP)))
}
