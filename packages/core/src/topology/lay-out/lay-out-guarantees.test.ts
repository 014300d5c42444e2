import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { edge, node, validGraph } from '../../../test/arbitrary/graph.js'
import type { DrawnNode, GraphInput, Position } from '../graph.js'
import { ORIENTATIONS, type Orientation } from '../topology.js'
import { isOnCanvas, MAX_COORDINATE, NODE_SIZE } from './canvas.js'
import { layOut } from './lay-out.js'
import { RING_FLATNESS } from './ring-frame.js'

const RUNS = propertyRuns(100)

describe('layOut, whatever is fixed wherever', () => {
  it.each(ORIENTATIONS)('should place all nodes but the fixed ones, at whole pixels (%s)', (orientation) => {
    fc.assert(
      fc.property(partlyFixed(), ({ graph, fixed }) => {
        const positions = layOut(graph, orientation, fixed)
        const waiting = graph.nodes.filter(({ id }) => !fixed.has(id)).map(({ id }) => id)
        expect([...positions.keys()].sort()).toEqual(waiting.sort())
        for (const { x, y } of positions.values())
          expect([x, y].every((at) => Number.isSafeInteger(at) && !Object.is(at, -0))).toBe(true)
      }),
      RUNS,
    )
  })

  it.each(ORIENTATIONS)('should never let a new node overlap another one (%s)', (orientation) => {
    fc.assert(
      fc.property(partlyFixed(), ({ graph, fixed }) => {
        const positions = layOut(graph, orientation, fixed)
        const standing = drawn(graph, positions).nodes.filter(
          ({ id, position }) => !fixed.has(id) || isOnCanvas(position),
        )
        expect(overlaps(standing, new Set(positions.keys()))).toEqual([])
      }),
      RUNS,
    )
  })

  it.each(ORIENTATIONS)('should put every new node after each of its parents (%s)', (orientation) => {
    fc.assert(
      fc.property(partlyFixed(), ({ graph, fixed }) => {
        const { nodes } = drawn(graph, layOut(graph, orientation, fixed))
        const along = alongOf(nodes, fixed, orientation)
        const size = orientation === 'TB' ? NODE_SIZE.height : NODE_SIZE.width
        for (const { source, target } of graph.edges) {
          const [parent, child] = [along.get(source), along.get(target)]
          if (fixed.has(target) || parent === undefined || child === undefined) continue
          expect(child - parent).toBeGreaterThanOrEqual(size)
        }
      }),
      RUNS,
    )
  })

  it.each(ORIENTATIONS)('should not depend on the order of nodes and edges (%s)', (orientation) => {
    const shuffled = partlyFixed().chain(({ graph: { nodes, edges }, fixed }) =>
      fc.record({
        graph: fc.constant({ nodes, edges }),
        other: fc.record({
          nodes: fc.shuffledSubarray([...nodes], { minLength: nodes.length }),
          edges: fc.shuffledSubarray([...edges], { minLength: edges.length }),
        }),
        fixed: fc.constant(fixed),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ graph, other, fixed }) => {
        expect(xy(layOut(other, orientation, fixed))).toEqual(xy(layOut(graph, orientation, fixed)))
      }),
      RUNS,
    )
  })
})

// Helpers

const ORIGIN: Position = { x: 0, y: 0 }

/** One environment with so many resources that their layers need several rows. */
function crowd(): fc.Arbitrary<GraphInput> {
  const resource = fc.array(fc.oneof(fc.constant(0), fc.nat()), { minLength: 1, maxLength: 3 })
  return fc.array(resource, { minLength: 20, maxLength: 40 }).map((resources) => {
    const ids = ['e', ...resources.map((_, number) => `r${number}`)]
    const joined = resources.map(
      (parents, number) => new Set(parents.map((parent) => ids[parent % (number + 1)] ?? 'e')),
    )
    return {
      nodes: [node('s', 'service', 's'), ...ids.map((id) => node(id, id === 'e' ? 'environment' : 'resource', id))],
      edges: [
        edge('s', 'e'),
        ...joined.flatMap((parents, number) => [...parents].map((parent) => edge(parent, `r${number}`))),
      ],
    }
  })
}

/** A valid graph in which some nodes have a position: close together, spread over the canvas, or beyond the canvas. */
function partlyFixed() {
  return fc
    .record({ graph: fc.oneof(validGraph(), crowd()), seeds: fc.infiniteStream(fc.tuple(fc.boolean(), position())) })
    .map(({ graph, seeds }) => {
      const fixed = new Set<string>()
      const nodes = graph.nodes.map((each): DrawnNode => {
        const [isFixed, at] = seeds.next().value ?? [false, ORIGIN]
        if (isFixed) fixed.add(each.id)
        return { ...each, position: at }
      })
      return { graph: { nodes, edges: graph.edges }, fixed }
    })
}

function position(): fc.Arbitrary<Position> {
  const coordinate = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }).map((at) => at * 100) },
    { weight: 2, arbitrary: fc.double({ min: -900, max: 900, noNaN: true }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(MAX_COORDINATE, -MAX_COORDINATE, MAX_COORDINATE + 1, 1e308, -1e308, Number.MIN_VALUE),
    },
    { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  )
  return fc.record({ x: coordinate, y: coordinate })
}

function drawn({ nodes, edges }: GraphInput, positions: ReadonlyMap<string, Position>): GraphInput {
  return { nodes: nodes.map((each) => ({ ...each, position: positions.get(each.id) ?? each.position })), edges }
}

function xy(positions: ReadonlyMap<string, Position>) {
  return Object.fromEntries([...positions].map(([id, { x, y }]) => [id, [x, y]]))
}

/** The pairs of nodes whose boxes overlap, if at least one node of the pair is new. */
function overlaps(nodes: readonly DrawnNode[], fresh: ReadonlySet<string>): readonly string[] {
  return nodes.flatMap((left, at) =>
    nodes
      .slice(at + 1)
      .filter((right) => fresh.has(left.id) || fresh.has(right.id))
      .filter((right) => Math.abs(left.position.x - right.position.x) < NODE_SIZE.width)
      .filter((right) => Math.abs(left.position.y - right.position.y) < NODE_SIZE.height)
      .map((right) => `${left.id} ${right.id}`),
  )
}

/**
 * How far each node is in the direction from parents to children, by node id. Fixed nodes beyond the canvas are left
 * out.
 */
function alongOf(nodes: readonly DrawnNode[], fixed: ReadonlySet<string>, orientation: Orientation) {
  const standing = nodes.filter(({ id, position }) => !fixed.has(id) || isOnCanvas(position))
  const center = standing.find(({ kind }) => kind === 'service')?.position ?? ORIGIN
  return new Map(
    standing.map(({ id, position }) => {
      if (orientation === 'CI') return [id, distanceTo(center, position)]
      return [id, orientation === 'TB' ? position.y : position.x]
    }),
  )
}

function distanceTo(center: Position, { x, y }: Position = ORIGIN): number {
  return Math.hypot(x - center.x, (y - center.y) * RING_FLATNESS)
}
