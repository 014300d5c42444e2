import type { ExportBundle, ExportDocument } from '@opsgraph/core'
import { EXPORT_FORMAT } from '@opsgraph/core/pure'
import { StartError } from '../faults.js'
import type { RemoteAnswer, RemoteServer } from '../remote-server.js'
import { printable, shortened } from '../text.js'

const PATH = '/api/service_topology'

/** The topologies to export. Without ids and service, all topologies are exported. */
export interface ExportSelection {
  readonly ids: readonly string[]
  readonly service: string | undefined
}

/** An export file, parsed and as text. */
export interface FetchedExport {
  readonly document: ExportDocument | ExportBundle
  readonly text: string
}

/**
 * Exports topologies of a server: one topology as a document, several or all topologies as a bundle.
 *
 * @throws StartError if the server does not answer, or a topology does not exist
 */
export async function fetchExport(server: RemoteServer, { ids, service }: ExportSelection): Promise<FetchedExport> {
  const [id, ...more] = service === undefined ? ids : [await idOf(server, service)]
  const isSingle = id !== undefined && more.length === 0
  const query = id === undefined ? '' : `?ids=${[id, ...more].map(encodeURIComponent).join(',')}`
  const path = isSingle ? `${PATH}/${encodeURIComponent(id)}/export` : `${PATH}/export${query}`
  const answer = await server.get(path)
  if (answer.status === 200 && isExport(answer.body)) return { document: answer.body, text: answer.text }
  throw refusal(server, answer, [id, ...more].map((name) => name ?? 'all topologies').join(', '))
}

async function idOf(server: RemoteServer, service: string): Promise<string> {
  const answer = await server.get(`${PATH}/${encodeURIComponent(service)}?column=service_name`)
  const { topology } = (answer.body ?? {}) as { readonly topology?: { readonly id?: unknown } }
  if (typeof topology?.id !== 'string') throw refusal(server, answer, `the service ${service}`)
  return topology.id
}

/**
 * Creates the error for a refused export. Adds the requested ids or service, which the message of the server does not
 * contain.
 */
function refusal(server: RemoteServer, answer: RemoteAnswer, requested: string): StartError {
  return new StartError(`${server.refusal(answer).message}; requested: ${printable(shortened(requested, REQUESTED))}`)
}

/** Maximum length of the requested ids in a message, in characters. */
const REQUESTED = 100

function isExport(body: unknown): body is ExportDocument | ExportBundle {
  const { kind } = (body ?? {}) as { readonly kind?: unknown }
  return kind === EXPORT_FORMAT.documentKind || kind === EXPORT_FORMAT.bundleKind
}
