import { randomUUID } from 'node:crypto'
import { readDocuments, type TopologyDocument } from '@opsgraph/core/pure'
import { type AlertCounts, countAlerts, type DrawnTopology, readAssignedAlerts } from '@opsgraph/draw'
import { StartError, UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo } from '../read-input.js'
import { escapeControlCharacters, formatCount } from '../text.js'
import { issueLine, locateIssues } from '../topology/located-issue.js'
import { readTopologyInputs, type TopologyInput } from '../topology/topology-input.js'

/** Maximum number of services that a message lists. */
const MAX_SHOWN_NAMES = 10

/** A topology to draw, and the ids of the nodes that have no position in the file. */
export interface PictureTopology {
  readonly topology: DrawnTopology
  readonly unplaced: ReadonlySet<string>
}

/**
 * Reads the topology to draw from a file. The file is one that an import accepts, or an answer of GET
 * /api/service_topology/<id>.
 *
 * @param service selects one of several topologies, or gives the service of the topology if the file names no service
 * @throws StartError if the file cannot be read or is not valid; the faults of an invalid file are printed to stderr
 * @throws UsageError if the file has several topologies and no service is given
 */
export async function readPictureTopology(
  path: string,
  service: string | undefined,
  ports: Ports,
): Promise<PictureTopology> {
  for await (const input of readTopologyInputs([path], service, ports)) {
    return toPictureTopology(chooseDocument(documentsOf(input, service, ports), input.name, service))
  }
  throw new Error('a path names a file')
}

function documentsOf(
  { name, file }: TopologyInput,
  service: string | undefined,
  { note }: Ports,
): readonly TopologyDocument[] {
  if (file.issues.length === 0) return file.documents
  const answer = toExportDocument(file.text)
  const { documents, issues } =
    answer === undefined ? file : readDocuments(answer, { service: service ?? '', newId: randomUUID })
  if (issues.length === 0) return documents
  for (const issue of locateIssues(issues, answer === undefined ? file.text : undefined)) {
    note(issueLine(name, issue))
  }
  throw new StartError(`${name} is not valid: ${formatCount(issues.length, 'error')}; nothing is drawn`)
}

type RawObject = Readonly<Record<string, unknown>>

/**
 * Converts a JSON file without the field `kind` to an export document. The JSON may be an answer of the API, which has
 * the field `topology`, or the topology itself.
 *
 * @returns `undefined` for any other file
 */
function toExportDocument(text: string | undefined): unknown {
  const value = text === undefined ? undefined : tryParseJson(text)
  if (!isRawObject(value) || value.kind !== undefined) return undefined
  const inside = isRawObject(value.topology) && !('nodes' in value) ? value.topology : value
  if (!('nodes' in inside) || (inside === value && 'topology' in value)) return undefined
  const { nodes, edges, schemaVersion: _, ...topology } = inside
  return { topology, nodes, edges }
}

/** @returns `undefined` if the text is not JSON */
function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRawObject(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function chooseDocument(
  documents: readonly TopologyDocument[],
  name: string,
  service: string | undefined,
): TopologyDocument {
  const [first, ...others] = documents
  if (first !== undefined && others.length === 0 && service === undefined) return first
  const chosen = documents.find((document) => document.service === service)
  if (chosen !== undefined) return chosen
  const names = documents.slice(0, MAX_SHOWN_NAMES).map((document) => escapeControlCharacters(document.service))
  const services = [...names, ...(documents.length > MAX_SHOWN_NAMES ? ['…'] : [])].join(', ')
  if (service !== undefined)
    throw new StartError(`${name} has no topology of ${escapeControlCharacters(service)}, only of ${services}`)
  throw new UsageError(`${name} has ${documents.length} topologies: name one with --service: ${services}`)
}

function toPictureTopology({ service, fields, graph, missingFields }: TopologyDocument): PictureTopology {
  const unplaced = [...missingFields].filter(([, missing]) => missing.has('position')).map(([id]) => id)
  const { name = service, orientation = 'TB' } = fields
  return { topology: { name, service, orientation, ...graph }, unplaced: new Set(unplaced) }
}

/** Maximum size of the file in bytes; enough for several hundred thousand alerts. */
const MAX_ALERTS_FILE_BYTES = 256 * 1024 * 1024

/**
 * Reads an answer of GET /api/service_topology/<id>/assignments from a file, and counts the alerts of each node.
 *
 * @throws StartError if the file cannot be read or is not such an answer
 */
export async function readPictureAlerts(path: string, topology: DrawnTopology, ports: Ports): Promise<AlertCounts> {
  const input = await findInput(path, ports)
  const bytes = await readUpTo(MAX_ALERTS_FILE_BYTES, input)
  if (bytes.length > MAX_ALERTS_FILE_BYTES)
    throw new StartError(`${input.name} is larger than ${MAX_ALERTS_FILE_BYTES / 1024 ** 2} MiB`)
  const answer = tryParseJson(new TextDecoder().decode(bytes))
  if (answer === undefined) throw new StartError(`${input.name} is not valid JSON`)
  const { assigned, issues } = readAssignedAlerts(answer)
  const [issue] = issues
  if (issue !== undefined) {
    throw new StartError(`${input.name} is not an answer of GET .../assignments: ${issue.message}`)
  }
  const counts = countAlerts(topology, assigned)
  const nodeIds = new Set(topology.nodes.map(({ id }) => id))
  const unknown = [...counts.byNode.keys()].filter((id) => !nodeIds.has(id)).length
  if (unknown > 0) ports.note(`alerts of ${formatCount(unknown, 'node')} are not shown: the topology has no such nodes`)
  return { ...counts, byNode: new Map([...counts.byNode].filter(([id]) => nodeIds.has(id))) }
}
