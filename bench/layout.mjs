import { layOut, ORIENTATIONS, readGraph } from '@opsgraph/core/pure'
import { compareVariants, printVerdict } from './lib/alternate.mjs'
import { emit } from './lib/emit.mjs'
import { compareSizes } from './lib/growth.mjs'
import { drawTopology } from './lib/topology.mjs'

const NODES = 5_000
const EDGES = 20_000
/** The time limit for the layout of the largest topology, in milliseconds. */
const LIMIT_MS = 2_000

emit('\n## Layout of a topology')
const graph = drawGraph(NODES, EDGES)
const half = new Set(graph.nodes.slice(0, NODES / 2).map(({ id }) => id))

const timings = await compareVariants(
  `${NODES} nodes, ${EDGES} edges`,
  [
    ...ORIENTATIONS.map((orientation) => ({
      name: `${orientation}, all nodes`,
      run: () => `${layOut(graph, orientation).size} positions`,
    })),
    ...ORIENTATIONS.map((orientation) => ({
      name: `${orientation}, half of the nodes fixed`,
      run: () => `${layOut(graph, orientation, half).size} positions`,
    })),
  ],
  { runs: 15, warmups: 3 },
)
printVerdict('the slowest run', Math.max(...timings.map(({ worst }) => worst)), LIMIT_MS, ' ms')

const sizes = [625, 1_250, 2_500, 5_000]
await compareSizes(
  'Layout by the size of the graph',
  sizes.map((size) => {
    const drawn = drawGraph(size, size * 4)
    return { size, run: () => `${layOut(drawn, 'TB').size} positions` }
  }),
  { unit: 'nodes', bound: 2.5, runs: 15, warmups: 3 },
)

/**
 * @param {number} nodeCount
 * @param {number} edgeCount
 */
function drawGraph(nodeCount, edgeCount) {
  const { nodes, edges } = drawTopology(nodeCount, edgeCount)
  return readGraph(nodes, edges, () => crypto.randomUUID()).graph
}
