/**
 * @import { Edge, DrawnNode as Node } from '@opsgraph/core'
 *
 * @typedef {Omit<Node, 'icon'>} DrawnNode
 */

const ENVIRONMENTS = 10

/**
 * Generates a topology without cycles: a service, ten environments, and resources below them. Every call returns the
 * same topology. With the default sizes, a resource has about four parents in its environment.
 *
 * @param {number} nodeCount
 * @param {number} edgeCount
 * @returns {{ nodes: DrawnNode[], edges: Edge[] }}
 */
export function drawTopology(nodeCount = 5_000, edgeCount = 20_000) {
  const random = randomNumbers(7)
  const pick = (/** @type {readonly string[]} */ list, from = 0, to = list.length) =>
    list[from + Math.floor(random() * (to - from))] ?? ''
  const nodes = [drawNode('svc', 'service', 'svc')]
  /** @type {Edge[]} */
  const edges = []
  const connect = (/** @type {string} */ source, /** @type {string} */ target) =>
    edges.push({ id: `e${edges.length}`, source, target })
  const layers = Array.from({ length: ENVIRONMENTS }, (_, index) => [`env${index}`])
  for (const [index, [id = '']] of layers.entries()) {
    nodes.push(drawNode(id, 'environment', nameEnvironment(index)))
    connect('svc', id)
  }
  for (let number = nodes.length; number < nodeCount; number++) {
    const layer = layers[number % ENVIRONMENTS] ?? []
    const id = `node-${number}`
    nodes.push(drawNode(id, 'resource', nameResource(number), number))
    connect(pick(layer), id)
    layer.push(id)
  }
  while (edges.length < edgeCount) {
    const layer = layers[Math.floor(random() * ENVIRONMENTS)] ?? []
    const below = 2 + Math.floor(random() * (layer.length - 2))
    connect(pick(layer, 1, below), layer[below] ?? '')
  }
  return { nodes, edges }
}

/**
 * Returns the environment of a resource. Consecutive numbers are in different environments.
 *
 * @param {number} number the number of the resource
 */
export function findEnvironment(number) {
  return nameEnvironment(number % ENVIRONMENTS)
}

/** @param {number} number */
export function nameResource(number) {
  return `resource-${number}.example.org`
}

/** The number of the first resource node. The service node and the environment nodes are before it. */
export const FIRST_RESOURCE = 1 + ENVIRONMENTS

/** @param {number} index */
function nameEnvironment(index) {
  return `Env ${index}`
}

/**
 * @param {string} id
 * @param {DrawnNode['kind']} kind
 * @param {string} label
 * @returns {DrawnNode}
 */
function drawNode(id, kind, label, number = 0) {
  const position = { x: (number % 70) * 120, y: Math.trunc(number / 70) * 80 }
  return { id, kind, label, position, params: {}, hierarchyConfig: {} }
}

/**
 * Creates a generator of pseudorandom numbers from 0 to 1. The same seed gives the same numbers.
 *
 * @param {number} seed
 */
function randomNumbers(seed) {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
