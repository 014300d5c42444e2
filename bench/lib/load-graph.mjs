import { CALLER } from './stage.mjs'

/** @import { Opsgraph } from '@opsgraph/core' */

/**
 * Reads walks until the relations of an environment are in the graph in memory.
 *
 * @param {Opsgraph} opsgraph
 * @param {string} environment
 */
export async function loadGraph(opsgraph, environment) {
  const { loads } = opsgraph.graphMemoryCounts()
  const query = { environment, resource: 'nothing', direction: /** @type {const} */ ('ancestors') }
  await opsgraph.readResourceGraph(CALLER, query)
  while (opsgraph.graphMemoryCounts().loads === loads) await new Promise((resolve) => setTimeout(resolve, 1))
}
