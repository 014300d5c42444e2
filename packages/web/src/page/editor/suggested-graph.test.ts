import type { Node } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import type { EditedTopology } from '../../api/topologies.js'
import { applyEdit } from './edit.js'
import { createAcceptEdit, filterSuggestion, type SuggestedGraph } from './suggested-graph.js'

describe('ghostsOf', () => {
  it('should keep the whole suggestion for the topology that it was made for', () => {
    expect(filterSuggestion(SUGGESTION, SHOP)).toEqual(SUGGESTION)
  })

  it('should leave out a node that was drawn by hand since, and attach the rest to that node', () => {
    const graph = applyEdit(SHOP, {
      kind: 'add',
      nodes: [node('mine', 'resource', 'web')],
      edges: [{ id: 'm', source: 'prod', target: 'mine' }],
    })
    const suggested = filterSuggestion(SUGGESTION, graph)
    expect(suggested.nodes.map(({ id }) => id)).toEqual(['db'])
    expect(suggested.edges).toEqual([{ id: '2', source: 'mine', target: 'db' }])
  })

  it('should leave out nodes below a node that was removed', () => {
    const graph = applyEdit(SHOP, { kind: 'remove', nodes: new Set(['prod']), edges: new Set() })
    expect(filterSuggestion(SUGGESTION, graph)).toEqual({ nodes: [], edges: [] })
  })
})

describe('accepted', () => {
  it('should add only the node if its parent is drawn', () => {
    const { nodes, edges } = createAcceptEdit(SUGGESTION, ['web'])
    expect(nodes.map(({ id }) => id)).toEqual(['web'])
    expect(edges).toEqual([{ id: '1', source: 'prod', target: 'web' }])
  })

  it('should add a node with all suggested nodes above it, without the fields that the server derives', () => {
    const { nodes, edges } = createAcceptEdit(SUGGESTION, ['db'])
    expect(nodes.map(({ id }) => id)).toEqual(['web', 'db'])
    expect(edges).toHaveLength(2)
    expect(nodes[0]).not.toHaveProperty('environment')
  })

  it('should leave no suggestion after all were accepted, and all of them after an undo', () => {
    const all = createAcceptEdit(
      SUGGESTION,
      SUGGESTION.nodes.map(({ id }) => id),
    )
    expect(filterSuggestion(SUGGESTION, applyEdit(SHOP, all))).toEqual({ nodes: [], edges: [] })
    expect(filterSuggestion(SUGGESTION, SHOP)).toEqual(SUGGESTION)
  })
})

// Helpers

function node(id: string, kind: Node['kind'], label = id): Node {
  const environment = kind === 'service' ? null : 'prod'
  const resource = kind === 'resource' ? label : null
  return { id, kind, label, environment, resource, icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
}

const SHOP: EditedTopology = {
  name: 'Shop',
  description: '',
  orientation: 'TB',
  nodes: [node('shop', 'service'), node('prod', 'environment')],
  edges: [{ id: 'e', source: 'shop', target: 'prod' }],
}

const SUGGESTION: SuggestedGraph = {
  nodes: [node('web', 'resource'), node('db', 'resource')],
  edges: [
    { id: '1', source: 'prod', target: 'web' },
    { id: '2', source: 'web', target: 'db' },
  ],
}
