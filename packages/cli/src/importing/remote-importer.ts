import type { RemoteServer } from '../remote-server.js'
import type { Answer, Importer, ImportKind, Sending } from './answer.js'
import { LocalImporter } from './local-importer.js'
import { openMemoryState } from './memory-state.js'

/** Plans and imports on a running server. */
export class RemoteImporter<Report> implements Importer<Report> {
  readonly #kind: ImportKind<Report>
  readonly #server: RemoteServer

  constructor(kind: ImportKind<Report>, server: RemoteServer) {
    this.#kind = kind
    this.#server = server
  }

  async send(sending: Sending): Promise<Answer<Report>> {
    const { path, limit } = this.#kind
    // If the server received more than the limit, the server would stop reading, and its answer could be lost. So a
    // file that is too large is not sent: the local importer gives the same refusal.
    if (sending.bytes.length > limit) {
      return await new LocalImporter(this.#kind, await openMemoryState(undefined)).send(sending)
    }
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(sending.bytes)]), sending.fileName ?? 'file')
    const answer = await this.#server.post(`${path}?${query(sending)}`, form)
    if (this.#isAnswer(answer.body)) return answer.body
    throw this.#server.foreign(answer)
  }

  #isAnswer(body: unknown): body is Answer<Report> {
    const fields = (body ?? {}) as Readonly<Record<string, unknown>>
    if (fields.status === 'error') return typeof fields.message === 'string'
    return fields.status === 'ok' && this.#kind.isReport(fields)
  }
}

function query({ options, dryRun, changes = false }: Sending): URLSearchParams {
  const given = Object.entries({ ...options, dryRun: dryRun ? '1' : '0', ...(changes && { changes: '1' }) })
  return new URLSearchParams(given.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
