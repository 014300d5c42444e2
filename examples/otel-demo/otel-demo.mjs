import { buildDemoAlerts } from './alerts.mjs'
import { BELOW_SERVICES } from './below-services.mjs'
import { RELATION_POLICY, WEIGHT_POLICY } from './policies.mjs'

export const SERVICE = 'astronomy-shop'
export const ENVIRONMENT = 'Production'

/**
 * @import { TopologyInput } from '@opsgraph/core'
 *
 * @typedef {{ readonly dependent: string, readonly dependency: string }} Dependency
 */

/**
 * Builds the request bodies of the whole demo: the topology, the relations below its nodes, the policies, the alerts.
 *
 * @param {string} csv `dependent,dependency` lines after a header line
 */
export function buildDemo(csv) {
  return {
    topology: buildTopology(readDependencies(csv)),
    relations: {
      environment: ENVIRONMENT,
      sourceRef: 'otel-demo',
      relations: BELOW_SERVICES.map(([resource, parent]) => ({ resource, parent })),
    },
    weightPolicy: WEIGHT_POLICY,
    relationPolicy: RELATION_POLICY,
    alerts: buildDemoAlerts(SERVICE, ENVIRONMENT),
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
    if (!dependent || !dependency) throw new Error(`expected dependent,dependency, but the line is: ${line}`)
    return { dependent, dependency }
  })
}

/**
 * Builds one service node, one environment node, and a resource node for every service of the shop. Edges point from
 * the dependent to its dependency. The environment node has an edge to every service on which no other service depends.
 * The server lays out the nodes.
 *
 * @param {readonly Dependency[]} dependencies
 * @returns {TopologyInput & { nodes: NonNullable<TopologyInput['nodes']> }}
 */
function buildTopology(dependencies) {
  const used = new Set(dependencies.map(({ dependency }) => dependency))
  const resources = [...new Set(dependencies.flatMap(({ dependent, dependency }) => [dependent, dependency]))].sort()
  return {
    name: 'Astronomy shop',
    description: 'The OpenTelemetry demo shop',
    service: SERVICE,
    orientation: 'TB',
    nodes: [
      { id: SERVICE_NODE, kind: 'service', label: SERVICE },
      { id: ENVIRONMENT_NODE, kind: 'environment', label: ENVIRONMENT },
      ...resources.map((resource) => ({
        id: nodeId(resource),
        kind: /** @type {const} */ ('resource'),
        label: resource,
      })),
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
