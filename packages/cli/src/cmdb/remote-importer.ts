import { LIMITS } from '@opsgraph/core'
import { errorCode, StartError } from '../faults.js'
import type { Answer, Importer, ImportFlags, Sending } from './answer.js'
import { LocalImporter } from './local-importer.js'

export interface Server {
  /** Without a slash at the end. */
  readonly url: string
  readonly key: string
}

/** Has a running server plan and import. */
export class RemoteImporter implements Importer {
  readonly #server: Server
  readonly #stop: AbortSignal

  constructor(server: Server, stop: AbortSignal) {
    this.#server = server
    this.#stop = stop
  }

  async send(sending: Sending): Promise<Answer> {
    // The server would stop reading in the middle, and its answer could be lost.
    if (sending.bytes.length > LIMITS.cmdbBytes) return await (await LocalImporter.on(undefined)).send(sending)
    const response = await this.#post(sending)
    return await this.#read(response)
  }

  async #post({ bytes, fileName, options, dryRun }: Sending): Promise<Response> {
    const { url, key } = this.#server
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), fileName ?? 'file')
    try {
      return await fetch(`${url}/api/resources/import?${query(options, dryRun)}`, {
        method: 'POST',
        headers: { Authorization: `Key ${key}` },
        body: form,
        // Followed, it would become a GET, or take the key elsewhere.
        redirect: 'manual',
        signal: this.#stop,
      })
    } catch (error) {
      throw new StartError(this.#stop.aborted ? 'stopped before the end' : `${url} does not answer: ${reason(error)}`)
    }
  }

  async #read(response: Response): Promise<Answer> {
    const { url } = this.#server
    const { status, headers } = response
    if (status >= 300 && status < 400) {
      throw new StartError(`${url} redirects to ${headers.get('location')}: name the server's own address`)
    }
    const body: unknown = await response.json().catch(() => undefined)
    if (isAnswer(body)) return body
    throw new StartError(`${url} answers ${status}, and not as opsgraph does: is it the right address?`)
  }
}

function query(options: ImportFlags, dryRun: boolean): URLSearchParams {
  const given = Object.entries({ ...options, dryRun: dryRun ? '1' : '0' })
  return new URLSearchParams(given.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function isAnswer(body: unknown): body is Answer {
  const { status, message, applied } = (body ?? {}) as Readonly<Record<string, unknown>>
  return (status === 'ok' && typeof applied === 'boolean') || (status === 'error' && typeof message === 'string')
}

/** The network's words stand in the cause of an error that only says that it failed. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const message = cause instanceof Error ? cause.message : String(cause)
  return message || errorCode(cause) || 'the connection failed'
}
