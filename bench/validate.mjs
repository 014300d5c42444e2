import { indexGraph, readGraph, validateGraph } from '@opsgraph/core/pure'
import { compareVariants } from './lib/alternate.mjs'
import { emit } from './lib/emit.mjs'
import { compareSizes } from './lib/growth.mjs'
import { drawTopology } from './lib/topology.mjs'

const NODES = 5_000
const EDGES = 20_000

emit('\n## Validation of a topology')
const body = JSON.stringify(drawTopology(NODES, EDGES))
const drawn = JSON.parse(body)

await compareVariants(
  `${NODES} nodes, ${EDGES} edges, a body of ${body.length} bytes`,
  [
    { name: 'JSON.parse of the body', run: () => JSON.parse(body).nodes.length },
    { name: 'read, index and validate', run: () => `${validate(drawn)} faults`, bound: 1 },
    { name: 'of which readGraph', run: () => readGraph(drawn.nodes, drawn.edges, newId).issues.length },
  ],
  { runs: 31, warmups: 10 },
)

const sizes = [625, 1_250, 2_500, 5_000]
await compareSizes(
  'Validation grows with the graph',
  sizes.map((size) => {
    const graph = drawTopology(size, size * 4)
    return { size, run: () => validate(graph) }
  }),
  { unit: 'nodes', bound: 1.5, runs: 31, warmups: 10 },
)

/** @param {{ nodes: unknown, edges: unknown }} topology */
function validate({ nodes, edges }) {
  const { graph, issues } = readGraph(nodes, edges, newId)
  return issues.length + validateGraph(indexGraph(graph)).length
}

function newId() {
  return crypto.randomUUID()
}
