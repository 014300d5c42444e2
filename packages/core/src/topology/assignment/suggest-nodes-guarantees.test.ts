import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { naiveSuggestion } from '../../../test/naive-suggestion.js'
import { drawing, pairs, type Scene, scene, suggestNodes, withSuggestion } from '../../../test/suggest-scene.js'
import { groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import { deriveGraph } from '../derive-graph.js'
import { indexGraph } from '../graph-index.js'
import { readGraph } from '../read-graph.js'
import { ORIENTATIONS } from '../topology.js'
import { validateGraph } from '../validate-graph.js'
import { AlertAssigner } from './assign-alerts.js'
import { NodeLookup } from './node-lookup.js'

const RUNS = propertyRuns(100)

describe('NodeSuggester, whatever the topology, the alerts and the resource graph', () => {
  it.each(ORIENTATIONS)('should always propose a valid graph that derives to itself (%s)', (orientation) => {
    fc.assert(
      fc.property(scene(), (drawn) => {
        const topology = { ...drawn.topology, orientation }
        const { nodes, edges } = withSuggestion(topology, suggestNodes({ ...drawn, topology }))
        const { graph, issues } = readGraph(nodes, edges, () => 'given')
        expect(issues).toEqual([])
        const index = indexGraph(graph)
        expect(validateGraph(index)).toEqual([])
        expect(deriveGraph(index)).toEqual({ nodes: nodes.map(unmarked), edges: edges.map(unmarked) })
      }),
      RUNS,
    )
  })

  it('should propose nothing more after everything is saved', () => {
    fc.assert(
      fc.property(scene(), (drawn) => {
        const topology = drawing(withSuggestion(drawn.topology, suggestNodes(drawn)), drawn.topology.orientation)
        const { nodes, edges, summary } = suggestNodes({ ...drawn, topology })
        expect([...nodes, ...edges, ...summary.newEnvironments, ...summary.newResources]).toEqual([])
        const asked = drawn.alerts.filter(({ environment }) => environment !== '')
        expect(new Set(summary.skippedEnvironments)).toEqual(new Set(asked.map(({ environment }) => environment)))
        expect(summary.skippedResources).toEqual(distinctResources(asked))
      }),
      RUNS,
    )
  })

  it('should give every alert with an environment a node of its own', () => {
    fc.assert(
      fc.property(scene(), (drawn) => {
        const suggestion = suggestNodes(drawn)
        expect(suggestion).toMatchObject({ truncated: false, alertsLeftOut: 0 })
        const all = withSuggestion(drawn.topology, suggestion)
        const assigner = new AlertAssigner(all, drawn.alerts)
        const { assignments, rollups } = assigner.assign()
        const placeOf = new Map([...assignments].flatMap(([nodeId, ids]) => ids.map((id) => [id, nodeId] as const)))
        for (const { id, environment, resource } of drawn.alerts.filter((alert) => alert.environment !== '')) {
          const node = all.nodes.find((each) => each.id === placeOf.get(id))
          expect(node).toMatchObject({ kind: 'resource', environment, resource })
          expect(rollups.has(id)).toBe(false)
        }
      }),
      RUNS,
    )
  })

  it('should propose the chains of all alerts, in the order of the alerts', () => {
    fc.assert(
      fc.property(scene(), (drawn) => {
        expect(pairs(drawn.topology, suggestNodes(drawn))).toEqual(naiveSuggestion(drawn, LIMITS.topologyNodes))
      }),
      RUNS,
    )
  })

  it('should ask for each resource once, for no node, in at most 10 steps', () => {
    fc.assert(
      fc.property(scene(), (drawn) => {
        const asked: string[] = []
        const steps = new Map<string, number>()
        const nodes = new NodeLookup(drawn.topology)
        suggestNodes(drawn, (environment, frontier) => {
          steps.set(environment, (steps.get(environment) ?? 0) + 1)
          for (const resource of frontier) {
            asked.push(JSON.stringify([environment, resource]))
            expect(nodes.resource({ environment, resource })).toBeUndefined()
          }
        })
        expect(new Set(asked).size).toBe(asked.length)
        for (const times of steps.values()) expect(times).toBeLessThanOrEqual(10)
      }),
      RUNS,
    )
  })

  it('should not change stored nodes, and give different ids', () => {
    fc.assert(
      fc.property(scene(), (drawn) => {
        const before = structuredClone(drawn.topology)
        const { nodes, edges } = suggestNodes(drawn)
        expect(drawn.topology).toEqual(before)
        const all = withSuggestion(drawn.topology, { nodes, edges })
        for (const items of [all.nodes, all.edges, [...nodes, ...edges]]) {
          expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
        }
        for (const item of [...nodes, ...edges]) expect(item.suggested).toBe(true)
      }),
      RUNS,
    )
  })
})

// Helpers

function unmarked(item: object) {
  const { suggested: _, ...rest } = { suggested: false, ...item }
  return rest
}

function distinctResources(alerts: Scene['alerts']) {
  const first = [...groupBy(alerts, ({ environment, resource }) => JSON.stringify([environment, resource])).keys()]
  return first.map((key) => {
    const [environment, resource] = JSON.parse(key)
    return { environment, resource }
  })
}
