import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validGraph } from '../../test/arbitrary/graph.js'
import { type Relation, relationKey } from '../relation/relation.js'
import { deriveGraph } from './derive-graph.js'
import { indexGraph } from './graph-index.js'
import { abandonedRelations, planRelationSync } from './plan-relation-sync.js'
import { relationsOfGraph } from './relations-of-graph.js'

const held: Relation = {
  id: 'r1',
  environment: 'P',
  resource: 'db',
  parent: 'web',
  source: 'topology',
  sourceRef: 't1',
  createTime: '',
  updateTime: '',
}

describe('planRelationSync', () => {
  it('should remove relations that no topology draws', () => {
    expect(planRelationSync([], [held], new Map())).toEqual({ put: [], handOver: [], remove: ['r1'] })
  })

  it('should hand over relations that another topology draws', () => {
    const lastDrawnBy = new Map([[relationKey(held), 't2']])
    expect(planRelationSync([], [held], lastDrawnBy)).toEqual({
      put: [],
      handOver: [{ id: 'r1', sourceRef: 't2' }],
      remove: [],
    })
  })

  it('should not change relations that are still drawn', () => {
    expect(abandonedRelations([held], [held])).toEqual([])
    expect(abandonedRelations([held], [{ ...held, environment: 'Q' }])).toEqual([held])
  })

  it('should put, hand over and remove the changes of several topologies together', () => {
    const ofSecond: Relation = { ...held, id: 'r2', resource: 'vm', sourceRef: 't2' }
    const gone: Relation = { ...held, id: 'r3', resource: 'nic', sourceRef: 't2' }
    const drawn = [{ ...ofSecond, sourceRef: 't1' }]
    const abandoned = abandonedRelations([held, ofSecond, gone], drawn)
    expect(abandoned).toEqual([held, gone])
    expect(planRelationSync(drawn, abandoned, new Map([[relationKey(held), 't3']]))).toEqual({
      put: drawn,
      handOver: [{ id: 'r1', sourceRef: 't3' }],
      remove: ['r3'],
    })
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
