import { BUNDLE_KIND, DOCUMENT_KIND, type ExportBundle, type ExportDocument } from '@opsgraph/core'
import { StartError } from '../faults.js'
import type { RemoteAnswer, RemoteServer } from '../remote-server.js'
import { printable, shortened } from '../text.js'

const PATH = '/api/service_topology'

/** Which topologies to export; nothing named = all of them. */
export interface ExportSelection {
  readonly ids: readonly string[]
  readonly service: string | undefined
}

/** A file as the server gives it. */
export interface FetchedExport {
  readonly document: ExportDocument | ExportBundle
  readonly text: string
}

/**
 * Has a server export topologies: one that is named as a document, anything else as a bundle.
 *
 * @throws StartError when there is no answer, or one of them does not exist
 */
export async function fetchExport(server: RemoteServer, { ids, service }: ExportSelection): Promise<FetchedExport> {
  const [id, ...more] = service === undefined ? ids : [await idOf(server, service)]
  const isSingle = id !== undefined && more.length === 0
  const query = id === undefined ? '' : `?ids=${[id, ...more].map(encodeURIComponent).join(',')}`
  const path = isSingle ? `${PATH}/${encodeURIComponent(id)}/export` : `${PATH}/export${query}`
  const { status, body, text } = await server.get(path)
  if (status === 200 && isExport(body)) return { document: body, text }
  throw refusal(server, { status, body }, [id, ...more].map((asked) => asked ?? 'all topologies').join(', '))
}

async function idOf(server: RemoteServer, service: string): Promise<string> {
  const answer = await server.get(`${PATH}/${encodeURIComponent(service)}?column=service_name`)
  const { topology } = (answer.body ?? {}) as { readonly topology?: { readonly id?: unknown } }
  if (typeof topology?.id !== 'string') throw refusal(server, answer, `the service ${service}`)
  return topology.id
}

/** The server does not repeat what it was asked for. */
function refusal(server: RemoteServer, answer: Pick<RemoteAnswer, 'status' | 'body'>, asked: string): StartError {
  return new StartError(`${server.refusal(answer).message}; asked for ${printable(shortened(asked, ASKED))}`)
}

/** Characters of what was asked for that a message repeats. */
const ASKED = 100

function isExport(body: unknown): body is ExportDocument | ExportBundle {
  const { kind } = (body ?? {}) as { readonly kind?: unknown }
  return kind === DOCUMENT_KIND || kind === BUNDLE_KIND
}
