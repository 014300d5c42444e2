import { describe, expect, it } from 'vitest'
import { edge, node } from '../../../test/arbitrary/graph.js'
import { withoutPauses } from '../../steps.js'
import { deriveGraph } from '../derive-graph.js'
import { indexGraph } from '../graph-index.js'
import { ORIENTATIONS } from '../topology.js'
import { layOut } from './lay-out.js'
import { placeNodes } from './place-nodes.js'

const graph = deriveGraph(
  indexGraph({
    nodes: [node('s', 'service', 'Shop'), node('e', 'environment', 'P'), node('web', 'resource', 'web')],
    edges: [edge('s', 'e'), edge('e', 'web')],
  }),
)
const everything = new Set(['s', 'e', 'web'])

describe('placeNodes', () => {
  it('should not change a graph whose nodes all have positions', () => {
    expect(withoutPauses(placeNodes(graph, { unplaced: new Set(), orientation: 'TB' }))).toBe(graph)
  })

  it.each(ORIENTATIONS)('should lay out nodes without a position (%s)', (orientation) => {
    const { nodes, edges } = withoutPauses(placeNodes(graph, { unplaced: everything, orientation }))
    expect(new Map(nodes.map(({ id, position }) => [id, position]))).toEqual(layOut(graph, orientation))
    expect(edges).toEqual(graph.edges)
  })

  it('should keep the stored position of a node, and the position that was sent', () => {
    const moved = (id: string, x: number) => ({
      ...graph,
      nodes: graph.nodes.map((each) => (each.id === id ? { ...each, position: { x, y: 7 } } : each)),
    })
    const unplaced = new Set(['e', 'web'])
    const stored = { ...moved('e', 500), nodes: moved('e', 500).nodes.filter(({ id }) => id !== 'web') }
    const placed = withoutPauses(placeNodes(moved('s', 900), { unplaced, stored, orientation: 'TB' }))
    const [service, environment, web] = placed.nodes.map(({ position }) => position)
    expect([service, environment]).toEqual([
      { x: 900, y: 7 },
      { x: 500, y: 7 },
    ])
    expect(web?.y).toBeGreaterThan(7)
  })
})
