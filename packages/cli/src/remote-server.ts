import { errorCode, StartError, UsageError } from './faults.js'
import type { Ports } from './ports.js'
import { printable } from './text.js'

/** The variable for what everybody on the machine could read in a flag. */
export const KEY_VARIABLE = 'OPSGRAPH_KEY'

export interface ServerFlags {
  readonly url: string
  readonly key?: string | undefined
}

/** What a server answered: a status, and JSON of which nothing is known yet. */
export interface RemoteAnswer {
  readonly status: number
  readonly body: unknown
  /** The body as it was sent. */
  readonly text: string
}

/** A running server, and the key to it. */
export class RemoteServer {
  /** Without a slash at the end. */
  readonly url: string
  readonly #key: string
  readonly #stop: AbortSignal

  /** @throws UsageError when URL or key cannot be used; the key is never repeated */
  constructor({ url, key: flag }: ServerFlags, { env, stop }: Pick<Ports, 'env' | 'stop'>) {
    requireUrl(url)
    const key = flag ?? env[KEY_VARIABLE] ?? ''
    if (key === '') throw new UsageError(`the server wants an API key: set ${KEY_VARIABLE} (or --key)`)
    if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('the API key may hold visible ASCII characters only')
    this.url = url.replace(/\/+$/, '')
    this.#key = key
    this.#stop = stop
  }

  /** @throws StartError when there is no answer, or one that is not JSON */
  async get(path: string): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'GET' })
  }

  /** @throws StartError when there is no answer, or one that is not JSON */
  async post(path: string, body: FormData): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'POST', body })
  }

  /** What to tell of an answer that is not what was asked for. */
  refusal({ status, body }: Pick<RemoteAnswer, 'status' | 'body'>): StartError {
    const { message } = (body ?? {}) as { readonly message?: unknown }
    if (status < 400 || typeof message !== 'string') return this.foreign(status)
    return new StartError(`the server refuses: ${printable(message)}`)
  }

  /** What to tell of an answer that is none of opsgraph. */
  foreign(status: number): StartError {
    return new StartError(`${this.url} answers ${status}, and not as opsgraph does: is it the right address?`)
  }

  async #send(path: string, request: Pick<RequestInit, 'method' | 'body'>): Promise<RemoteAnswer> {
    const { status, text } = await this.#exchange(path, request)
    try {
      return { status, text, body: JSON.parse(text) }
    } catch {
      throw this.foreign(status)
    }
  }

  async #exchange(path: string, request: Pick<RequestInit, 'method' | 'body'>) {
    try {
      // Node 24 ends the process that hands a form to an aborted fetch: it fails where nobody can catch it.
      this.#stop.throwIfAborted()
      const response = await fetch(`${this.url}${path}`, {
        ...request,
        headers: { Authorization: `Key ${this.#key}` },
        // Followed, it would become a GET, or take the key elsewhere.
        redirect: 'manual',
        signal: this.#stop,
      })
      this.#refuseRedirect(response)
      return { status: response.status, text: await response.text() }
    } catch (error) {
      if (error instanceof StartError) throw error
      throw new StartError(
        this.#stop.aborted ? 'stopped before the end' : `${this.url} does not answer: ${reason(error)}`,
      )
    }
  }

  #refuseRedirect({ status, headers }: Response): void {
    if (status < 300 || status >= 400) return
    throw new StartError(`${this.url} redirects to ${headers.get('location')}: name the server's own address`)
  }
}

function requireUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:\/\//i.test(url) || /[?#\s]/.test(url)) {
    const shown = JSON.stringify(url.replace(/\/\/[^/]*@/, '//…@').slice(0, 100))
    throw new UsageError(`--url must be a URL such as https://opsgraph.example.org, not ${shown}`)
  }
  if (parsed.username !== '' || parsed.password !== '') throw new UsageError('--url must not hold a user or password')
}

/** The network's words stand in the cause of an error that only says that it failed. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const message = cause instanceof Error ? cause.message : String(cause)
  return message || errorCode(cause) || 'the connection failed'
}
