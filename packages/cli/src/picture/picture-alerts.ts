import { type AlertCounts, countAlerts, type DrawnTopology, readAssignedAlerts } from '@opsgraph/draw'
import { StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { counted } from '../text.js'

/** Maximum size of the file in bytes; enough for several hundred thousand alerts. */
const LARGEST = 256 * 1024 * 1024

/**
 * Reads an answer of GET /api/service_topology/<id>/assignments from a file, and counts the alerts of each node.
 *
 * @throws StartError if the file cannot be read or is not such an answer
 */
export async function readPictureAlerts(path: string, topology: DrawnTopology, ports: Ports): Promise<AlertCounts> {
  const input = await findInput(path, ports)
  const bytes = await readUpTo(LARGEST, input)
  if (bytes.length > LARGEST) throw new StartError(`${input.name} is larger than ${LARGEST / 1024 ** 2} MiB`)
  const { assigned, issues } = readAssignedAlerts(parsed(bytes, input.name))
  const [issue] = issues
  if (issue !== undefined) {
    throw new StartError(`${input.name} is not an answer of GET .../assignments: ${issue.message}`)
  }
  const counts = countAlerts(topology, assigned)
  const known = new Set(topology.nodes.map(({ id }) => id))
  const unknown = [...counts.byNode.keys()].filter((id) => !known.has(id)).length
  if (unknown > 0) ports.note(`alerts of ${counted(unknown, 'node')} are not shown: the topology has no such nodes`)
  return { ...counts, byNode: new Map([...counts.byNode].filter(([id]) => known.has(id))) }
}

function parsed(bytes: Uint8Array, name: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new StartError(`${name} is not valid JSON`)
  }
}
