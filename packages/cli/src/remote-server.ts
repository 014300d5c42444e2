import { errorCode, StartError, UsageError } from './faults.js'
import type { Ports } from './ports.js'
import { printable } from './text.js'

/**
 * The environment variable for the API key. The variable is safer than a flag, which other users of the machine can
 * read.
 */
export const KEY_VARIABLE = 'OPSGRAPH_KEY'

export interface ServerFlags {
  readonly url: string
  readonly key?: string | undefined
}

/** The answer of a server, with an unvalidated JSON body. */
export interface RemoteAnswer {
  readonly status: number
  readonly body: unknown
  /** The unparsed body. */
  readonly text: string
}

/** A client for a running server. */
export class RemoteServer {
  /** The base URL of the server, without a trailing slash. */
  readonly url: string
  readonly #key: string
  readonly #stop: AbortSignal

  /** @throws UsageError if the URL or the key is not valid; the message never contains the key */
  constructor({ url, key: flag }: ServerFlags, { env, stop }: Pick<Ports, 'env' | 'stop'>) {
    requireUrl(url)
    const key = flag ?? env[KEY_VARIABLE] ?? ''
    if (key === '') throw new UsageError(`the server needs an API key: set ${KEY_VARIABLE} (or --key)`)
    if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('the API key may hold visible ASCII characters only')
    this.url = url.replace(/\/+$/, '')
    this.#key = key
    this.#stop = stop
  }

  /** @throws StartError if the server does not answer with JSON */
  async get(path: string): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'GET' })
  }

  /** @throws StartError if the server does not answer with JSON */
  async post(path: string, body: FormData): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'POST', body })
  }

  /** @throws StartError if the server does not answer with JSON */
  async postJson(path: string, body: object): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'POST', body: JSON.stringify(body) })
  }

  /** Creates the error for an answer with an unexpected status. */
  refusal({ status, body }: Pick<RemoteAnswer, 'status' | 'body'>): StartError {
    const { message } = (body ?? {}) as { readonly message?: unknown }
    if (status < 400 || typeof message !== 'string') return this.foreign(status)
    return new StartError(`the server refuses: ${printable(message)}`)
  }

  /** Creates the error for an answer that is not from an opsgraph server. */
  foreign(status: number): StartError {
    return new StartError(`${this.url} answers ${status}, but not like an opsgraph server: check the address`)
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
      // An aborted command must not call `fetch`. If the body of an aborted `fetch` is a form, Node 24 throws an error
      // that no code can catch, and the process ends.
      this.#stop.throwIfAborted()
      const response = await fetch(`${this.url}${path}`, {
        ...request,
        headers: { Authorization: `Key ${this.#key}` },
        // If `fetch` followed a redirect, a POST could become a GET, or the key could be sent to another server.
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
    const masked = JSON.stringify(url.replace(/\/\/[^/]*@/, '//…@').slice(0, 100))
    throw new UsageError(`--url must be a URL such as https://opsgraph.example.org, not ${masked}`)
  }
  if (parsed.username !== '' || parsed.password !== '') throw new UsageError('--url must not hold a user or password')
}

/** The reason of a network error, which `fetch` puts into the property `cause`. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const message = cause instanceof Error ? cause.message : String(cause)
  return message || errorCode(cause) || 'the connection failed'
}
