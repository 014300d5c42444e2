import { demoAlerts } from './alerts.mjs'
import { BELOW_SERVICES } from './below-services.mjs'
import { layersOf, positionsOf } from './layers.mjs'

export const SERVICE = 'astronomy-shop'
export const ENVIRONMENT = 'Production'

/** @typedef {{ readonly dependent: string, readonly dependency: string }} Dependency */

/**
 * The whole demo as request bodies: the topology, the relations below it, the alerts.
 *
 * @param {string} csv `dependent,dependency` lines below a header
 */
export function buildDemo(csv) {
  return {
    topology: buildTopology(readDependencies(csv)),
    relations: {
      environment: ENVIRONMENT,
      sourceRef: 'otel-demo',
      relations: BELOW_SERVICES.map(([resource, parent]) => ({ resource, parent })),
    },
    alerts: demoAlerts(SERVICE, ENVIRONMENT),
  }
}

/**
 * @param {string} csv
 * @returns {Dependency[]}
 */
export function readDependencies(csv) {
  const [, ...lines] = csv.trim().split(/\r?\n/)
  return lines.map((line) => {
    const [dependent, dependency] = line.split(',')
    if (!dependent || !dependency) throw new Error(`not a line of dependent,dependency: ${line}`)
    return { dependent, dependency }
  })
}

/**
 * One service node, one environment node, every service of the shop as a resource node. Edges point from the dependent
 * to what it uses; what nobody uses hangs from the environment.
 *
 * @param {readonly Dependency[]} dependencies
 */
function buildTopology(dependencies) {
  const layers = layersOf(dependencies)
  const used = new Set(dependencies.map(({ dependency }) => dependency))
  const positions = positionsOf([[SERVICE], [ENVIRONMENT], ...layers])
  const resources = layers.flat()
  /** @param {string} label */
  const at = (label) => ({ label, position: positions.get(label) })
  return {
    name: 'Astronomy shop',
    description: 'The OpenTelemetry demo shop',
    service: SERVICE,
    orientation: 'TB',
    nodes: [
      { id: SERVICE_NODE, kind: 'service', ...at(SERVICE) },
      { id: ENVIRONMENT_NODE, kind: 'environment', ...at(ENVIRONMENT) },
      ...resources.map((resource) => ({ id: nodeId(resource), kind: 'resource', ...at(resource) })),
    ],
    edges: [
      edge(SERVICE_NODE, ENVIRONMENT_NODE),
      ...resources.filter((resource) => !used.has(resource)).map((root) => edge(ENVIRONMENT_NODE, nodeId(root))),
      ...dependencies.map(({ dependent, dependency }) => edge(nodeId(dependent), nodeId(dependency))),
    ],
  }
}

const SERVICE_NODE = SERVICE
export const ENVIRONMENT_NODE = `${SERVICE}:${ENVIRONMENT}`

/** @param {string} resource */
export function nodeId(resource) {
  return `${ENVIRONMENT_NODE}:${resource}`
}

/** @param {string} source @param {string} target */
function edge(source, target) {
  return { id: `${source}->${target}`, source, target }
}
