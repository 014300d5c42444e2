import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validGraph } from '../../test/arbitrary/graph.js'
import { type Relation, relationKey } from '../relation/relation.js'
import { deriveGraph } from './derive-graph.js'
import { indexGraph } from './graph-index.js'
import { abandonedRelations, planHandOver, relationsOfGraph } from './topology-relations.js'

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

describe('planHandOver', () => {
  it('should remove relations that no topology draws', () => {
    expect(planHandOver([held], new Map())).toEqual({ handOver: [], remove: [held] })
  })

  it('should hand over relations of any source to the topology that draws them', () => {
    const gone: Relation = { ...held, id: 'r3', resource: 'nic' }
    for (const source of ['topology', 'cmdb'] as const) {
      const withdrawn = [
        { ...held, source },
        { ...gone, source },
      ]
      expect(planHandOver(withdrawn, new Map([[relationKey(held), 't2']]))).toEqual({
        handOver: [{ ...held, source: 'topology', sourceRef: 't2' }],
        remove: [{ ...gone, source }],
      })
    }
  })
})

describe('abandonedRelations', () => {
  it('should leave out relations that are still drawn, by any of the topologies', () => {
    const gone: Relation = { ...held, id: 'r3', resource: 'nic', sourceRef: 't2' }
    expect(abandonedRelations([held, gone], [{ ...held, sourceRef: 't2' }])).toEqual([gone])
    expect(abandonedRelations([held], [{ ...held, environment: 'Q' }])).toEqual([held])
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
