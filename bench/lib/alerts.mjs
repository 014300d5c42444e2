import { readAlert } from '@opsgraph/core/pure'
import { splitIntoBatches } from './batches.mjs'
import { CALLER } from './stage.mjs'
import { FIRST_RESOURCE, findEnvironment, nameResource } from './topology.mjs'

/** @import { Opsgraph } from '@opsgraph/core' */

export const SERVICE = 'svc'

const BATCH = 1_000
/** The maximum number of levels from the resource of an alert up to the resource that has a node. */
const LEVELS = 9
const TEXT = 'HTTP 503 from the load balancer, retried three times with a growing pause. '.repeat(3).slice(0, 200)

/**
 * @typedef {{ environment: string, resource: string, parent: string }} Ends
 */

/**
 * Generates alerts for a topology, and the relations that they need. Of every ten alerts:
 *
 * - three are on a resource that has a node in the topology
 * - four are on a resource that is 1 to 9 levels below a resource with a node
 * - three are on a resource that has neither a node nor a parent, so these alerts are assigned to the node of their
 *   environment
 *
 * @param {number} count
 * @param {number} nodeCount of the topology
 */
export function drawAlerts(count, nodeCount) {
  const alerts = Array.from({ length: count }, (_, index) => {
    const number = FIRST_RESOURCE + (index % (nodeCount - FIRST_RESOURCE))
    return { environment: findEnvironment(number), node: nameResource(number), index, ...chooseResource(index, number) }
  })
  return {
    bodies: alerts.map(({ environment, resource, index }) => drawAlert(environment, resource, index)),
    relations: alerts.flatMap(({ environment, resource, node, levels }) =>
      drawChain(environment, resource, node, levels),
    ),
  }
}

/**
 * Returns the resource of an alert, and how many levels above it the resource with a node is; 0 = the resource itself
 * has the node, or nothing above it does.
 *
 * @param {number} index
 * @param {number} number of the node
 */
function chooseResource(index, number) {
  if (index % 10 < 3) return { resource: nameResource(number), levels: 0 }
  return { resource: `part-${index}`, levels: index % 10 < 7 ? 1 + (index % LEVELS) : 0 }
}

/**
 * Generates the relations from a resource up to the node that is `levels` levels above it.
 *
 * @param {string} environment
 * @param {string} resource
 * @param {string} node
 * @param {number} levels
 * @returns {Ends[]}
 */
function drawChain(environment, resource, node, levels) {
  const names = [resource, ...Array.from({ length: levels }, (_, index) => `${resource}.${index + 1}`)]
  return Array.from({ length: levels }, (_, index) => ({
    environment,
    resource: names[index] ?? '',
    parent: index === levels - 1 ? node : (names[index + 1] ?? ''),
  }))
}

/**
 * @param {string} environment
 * @param {string} resource
 * @param {number} index
 */
function drawAlert(environment, resource, index) {
  const severity = ['critical', 'major', 'minor', 'warning'][index % 4]
  return {
    ...{
      environment,
      resource,
      severity,
      event: `Probe ${index % 7} failed`,
      service: [SERVICE],
      group: 'Web',
      value: `${index}`,
    },
    ...{ text: TEXT, tags: ['web', 'eu'], origin: 'bench', type: 'probe' },
    attributes: { region: 'eu-central-1', team: 'web', runbook: `https://runbooks.example.org/http/${index}` },
  }
}

/**
 * Sends the alerts to opsgraph. Every second alert is sent twice, first as `informational`, so that its history has two
 * entries.
 *
 * @param {Opsgraph} opsgraph
 * @param {readonly { severity: string | undefined }[]} bodies
 */
export async function receiveAll(opsgraph, bodies) {
  const first = bodies.map((body, index) => (index % 2 === 0 ? body : { ...body, severity: 'informational' }))
  const second = bodies.filter((_, index) => index % 2 === 1)
  for (const drafts of splitIntoBatches([...first, ...second].map(readAlert), BATCH))
    await opsgraph.receiveAlerts(CALLER, drafts)
}
