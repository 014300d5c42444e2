import { CALLER } from './stage.mjs'

/** @import { Opsgraph } from '@opsgraph/core' */

/**
 * Reads a walk, which makes opsgraph load an environment into the graph in memory, and waits until it is loaded.
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
