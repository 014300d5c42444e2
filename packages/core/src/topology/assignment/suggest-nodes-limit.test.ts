import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { edge, node } from '../../../test/arbitrary/graph.js'
import { naiveSuggestion } from '../../../test/naive-suggestion.js'
import {
  type Drawing,
  drawing,
  pairs,
  type Scene,
  scene,
  suggestNodes,
  withSuggestion,
} from '../../../test/suggest-scene.js'
import { indexGraph } from '../graph-index.js'
import { readGraph } from '../read-graph.js'
import { validateGraph } from '../validate-graph.js'
import type { Suggestion } from './suggest-nodes.js'

/**
 * Generating a topology of 5,000 nodes a thousand times would take too long, so the limit is lower here. A test in
 * suggest-nodes.test.ts checks the limit of the API.
 */
const LIMIT = 50
const RUNS = propertyRuns(100)

describe('NodeSuggester, near the limit', () => {
  it('should propose whole chains in the order of the alerts, up to the first that does not fit', () => {
    fc.assert(
      fc.property(crowdedScene(), (drawn) => {
        const room = LIMIT - drawn.topology.nodes.length
        expect(pairs(drawn.topology, suggestNearLimit(drawn))).toEqual(naiveSuggestion(drawn, room))
      }),
      RUNS,
    )
  })

  it('should be truncated exactly when more room would give more nodes, and count the alerts without a node', () => {
    fc.assert(
      fc.property(crowdedScene(), (drawn) => {
        const suggestion = suggestNearLimit(drawn)
        const isWhole = suggestion.nodes.length === naiveSuggestion(drawn, Number.POSITIVE_INFINITY).length
        const { nodes } = withSuggestion(drawn.topology, suggestion)
        const drawnNow = new Set(nodes.map(({ environment, resource }) => JSON.stringify([environment, resource])))
        const left = drawn.alerts.filter(
          ({ environment, resource }) => environment !== '' && !drawnNow.has(JSON.stringify([environment, resource])),
        )
        expect(suggestion).toMatchObject({ truncated: !isWhole, alertsLeftOut: left.length })
      }),
      RUNS,
    )
  })

  it('should always propose a valid graph, and nothing more after it is saved', () => {
    fc.assert(
      fc.property(crowdedScene(), (drawn) => {
        const { nodes, edges } = withSuggestion(drawn.topology, suggestNearLimit(drawn))
        const { graph, issues } = readGraph(nodes, edges, () => 'given')
        expect([...issues, ...validateGraph(indexGraph(graph))]).toEqual([])
        const topology = drawing(graph, drawn.topology.orientation)
        expect(suggestNearLimit({ ...drawn, topology }).nodes).toEqual([])
      }),
      RUNS,
    )
  })
})

// Helpers

function suggestNearLimit(drawn: Scene): Suggestion {
  return suggestNodes(drawn, undefined, LIMIT)
}

function crowdedScene(): fc.Arbitrary<Scene> {
  return fc
    .record({ drawn: scene(), room: fc.nat({ max: 12 }) })
    .map(({ drawn, room }) => ({ ...drawn, topology: filledUp(drawn.topology, room) }))
}

/**
 * The topology with one more environment, and with so many resources in this environment that only `room` more nodes
 * are allowed.
 */
function filledUp({ nodes, edges, orientation }: Drawing, room: number): Drawing {
  const ids = Array.from({ length: LIMIT - nodes.length - 1 - room }, (_, at) => `filler-${at}`)
  return drawing(
    {
      nodes: [...nodes, node('filler', 'environment', 'filler'), ...ids.map((id) => node(id, 'resource', id))],
      edges: [...edges, edge('s', 'filler'), ...ids.map((id) => edge('filler', id))],
    },
    orientation,
  )
}
