import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validGraph } from '../../test/arbitrary/graph.js'
import { relationKey } from '../relation/relation.js'
import type { RelationClaim } from '../relation/relation-claim.js'
import { deriveGraph } from './derive-graph.js'
import { indexGraph } from './graph-index.js'
import { relationsOfGraph, unconfirmedClaims } from './topology-relations.js'

const held: RelationClaim = {
  environment: 'P',
  resource: 'db',
  parent: 'web',
  source: 'topology',
  sourceRef: 't1',
  firstTime: '',
  lastTime: '',
  isReplaceable: false,
}

describe('abandonedClaims', () => {
  it('should leave out what the same topology still draws', () => {
    const gone = { ...held, resource: 'nic' }
    expect(unconfirmedClaims([held, gone], [held])).toEqual([gone])
    expect(unconfirmedClaims([held], [{ ...held, environment: 'Q' }])).toEqual([held])
    expect(unconfirmedClaims([held], [{ ...held, sourceRef: 't2' }])).toEqual([held])
    expect(unconfirmedClaims([], [held])).toEqual([])
  })
})

describe('relationsOfGraph', () => {
  it('should state exactly one relation per edge between resources: the child has the parent', () => {
    fc.assert(
      fc.property(validGraph(), (drawn) => {
        const graph = deriveGraph(indexGraph(drawn))
        const labels = new Map(graph.nodes.map((node) => [node.id, node]))
        const expected = graph.edges
          .map((edge) => ({ child: labels.get(edge.target), parent: labels.get(edge.source) }))
          .filter(({ child, parent }) => child?.kind === 'resource' && parent?.kind === 'resource')
          .map(({ child, parent }) => `${child?.environment}|${child?.label}|${parent?.label}`)
        const relations = relationsOfGraph(graph, 't1')
        expect(relations.map((entry) => `${entry.environment}|${entry.resource}|${entry.parent}`)).toEqual(expected)
        expect(new Set(relations.map(relationKey)).size).toBe(relations.length)
        for (const { source, sourceRef } of relations) expect([source, sourceRef]).toEqual(['topology', 't1'])
      }),
    )
  })
})
