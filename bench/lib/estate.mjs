import { randomUUID } from 'node:crypto'

/** @import { Ends } from './debian.mjs' */

export const ENVIRONMENT = 'Production'
/** The number of resources in each layer of the estate, from the bottom to the top. */
const LAYERS = /** @type {const} */ ([
  ['disk', 80_000],
  ['volume', 60_000],
  ['vm', 40_000],
  ['container', 60_000],
  ['app', 10_000],
  ['service', 500],
])
/** The number of parents of each resource in the layer above. */
const PARENTS = 1.37
const TEXT = 'HTTP 503 from the load balancer, retried three times with a growing pause. '.repeat(3).slice(0, 200)

/**
 * Generates an estate: about 342,000 relations from disks up to services. A resource has one or two parents, which are
 * spread evenly over the layer above.
 *
 * @returns {Ends[]}
 */
export function drawEstate() {
  return LAYERS.slice(0, -1).flatMap(([layer, size], index) => {
    const [above, aboveSize] = LAYERS[index + 1] ?? ['', 1]
    return Array.from({ length: size }, (_, number) => number).flatMap((number) => {
      const first = Math.floor((number / size) * aboveSize)
      const second = (number * 7 + 13) % aboveSize
      const parents = (number * 0.61803) % 1 < PARENTS - 1 && second !== first ? [first, second] : [first]
      return parents.map((parent) => ({
        environment: ENVIRONMENT,
        resource: `${layer}-${number}`,
        parent: `${above}-${parent}`,
      }))
    })
  })
}

/**
 * Generates topologies: each has a service, an environment and resources from three layers.
 *
 * @param {number} count
 * @param {number} size the number of nodes of a topology
 */
export function drawTopologies(count, size) {
  return Array.from({ length: count }, (_, index) => {
    const service = `service-${index}`
    const root = node('service', service)
    const environment = node('environment', ENVIRONMENT)
    const resources = Array.from({ length: size - 2 }, (_, at) => {
      if (at < 20) return node('resource', `app-${index * 20 + at}`)
      if (at < 60) return node('resource', `container-${(index * 120 + at * 3) % 60_000}`)
      return node('resource', `vm-${(index * 80 + at * 2) % 40_000}`)
    })
    const edges = [
      edge(root, environment),
      ...resources.map((resource, at) => edge(at < 20 ? environment : (resources[at % 20] ?? environment), resource)),
    ]
    return { name: service, description: '', service, nodes: [root, environment, ...resources], edges }
  })
}

/**
 * Generates redundancy rules for resources that have children, evenly spread. Half of the rules need one healthy child,
 * the others need half of the children to be healthy.
 *
 * @param {readonly Ends[]} relations
 * @param {number} count
 */
export function drawRules(relations, count) {
  const parents = [...new Set(relations.map(({ parent }) => parent))]
  return Array.from({ length: count }, (_, index) => ({
    environment: ENVIRONMENT,
    resource: parents[Math.floor((index * parents.length) / count)] ?? '',
    minHealthy: index % 2 === 0 ? /** @type {const} */ ('50%') : 1,
    failedAt: /** @type {const} */ ('major'),
    degraded: index % 5 === 0 ? null : /** @type {const} */ ('warning'),
  }))
}

/**
 * Generates alerts on resources of all layers, evenly spread. Every tenth alert names a service.
 *
 * @param {number} count
 */
export function drawEstateAlerts(count) {
  return Array.from({ length: count }, (_, index) => {
    const [layer, size] = LAYERS[index % 5] ?? LAYERS[0]
    return {
      ...{ environment: ENVIRONMENT, resource: `${layer}-${(index * 7919) % size}`, event: `Probe ${index} failed` },
      severity: ['critical', 'major', 'minor', 'warning', 'informational'][index % 5],
      ...{ service: index % 10 === 0 ? [`service-${index % 600}`] : [], group: 'Web', value: `${index}`, text: TEXT },
      ...{ tags: ['web', 'eu'], origin: 'bench', type: 'probe' },
      attributes: { region: 'eu-central-1', team: 'web', runbook: `https://runbooks.example.org/http/${index}` },
    }
  })
}

/**
 * @param {'service' | 'environment' | 'resource'} kind
 * @param {string} label
 */
function node(kind, label) {
  return { id: randomUUID(), kind, label }
}

/**
 * @param {{ id: string }} source
 * @param {{ id: string }} target
 */
function edge(source, target) {
  return { id: randomUUID(), source: source.id, target: target.id }
}
