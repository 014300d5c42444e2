import { deriveGraph, indexGraph } from '@opsgraph/core/pure'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import { validGraph } from '../test/graph.js'
import { type CountedAlert, countAlerts } from './alert-counts.js'
import { failingPaths } from './failing-paths.js'

describe('failingPaths', () => {
  it('should keep the service node and every node with an alert that counts at or below it, and nothing else', () => {
    const status = fc.constantFrom('open', 'ack', 'shelved', 'closed')
    fc.assert(
      fc.property(validGraph(), fc.array(fc.tuple(fc.nat(), status), { maxLength: 3 }), (drawn, places) => {
        const graph = deriveGraph(indexGraph(drawn))
        const hurt = places.map(([place, each], at) => ({
          alert: { id: `${at}`, severity: 'major', status: each } as CountedAlert,
          nodeId: graph.nodes[place % graph.nodes.length]?.id ?? '',
        }))
        const alerts = countAlerts(graph, {
          alerts: hurt.map(({ alert }) => alert),
          assignments: new Map(
            graph.nodes.map(({ id }) => [id, hurt.filter(({ nodeId }) => nodeId === id).map(({ alert }) => alert.id)]),
          ),
          unassigned: [],
          rollups: new Map(),
        })
        const topology = { name: 'T', service: 's', orientation: 'TB' as const, ...graph }
        const { topology: part, leftOut } = failingPaths(topology, alerts)
        const counting = hurt.filter(({ alert }) => ['open', 'ack'].includes(alert.status)).map(({ nodeId }) => nodeId)
        const wanted = new Set(['s', ...counting])
        for (const id of wanted) {
          for (const { source, target } of graph.edges) if (target === id) wanted.add(source)
        }
        expect(part.nodes).toEqual(graph.nodes.filter(({ id }) => wanted.has(id)))
        expect(part.edges).toEqual(graph.edges.filter(({ source, target }) => wanted.has(source) && wanted.has(target)))
        expect(leftOut).toBe(graph.nodes.length - wanted.size)
        expect(part).toMatchObject({ name: 'T', service: 's', orientation: 'TB' })
      }),
      propertyRuns(300),
    )
  })
})
