import { connectionFault } from './connection-fault.js'
import { StartError } from './faults.js'
import type { Ports } from './ports.js'
import { readServerAccess, type ServerAccess, type ServerFlags } from './server-options.js'
import { escapeControls, formatCount } from './text.js'

/** The answer of a server, with an unvalidated JSON body. */
export interface RemoteAnswer {
  readonly status: number
  readonly body: unknown
  /** The unparsed body. */
  readonly text: string
}

/** Maximum time for the answer of `/healthz`, in milliseconds. */
const PROBE = 5_000

/** At most this many faults of one answer are listed. */
const FAULTS = 20

type Request = Pick<RequestInit, 'method' | 'body'>

/** A text that is copied while it arrives. */
interface Copied {
  /** Its media type. */
  readonly type: string
  readonly write: (text: string) => Promise<void>
}

/** What an answer of the API says about an error, unvalidated. */
interface Refusal {
  readonly message?: unknown
  readonly code?: unknown
  readonly errors?: unknown
}

/** A client for a running server. */
export class RemoteServer {
  readonly #access: ServerAccess
  readonly #stop: AbortSignal

  /** @throws UsageError if a flag or its variable is missing or not valid */
  constructor(flags: ServerFlags, { env, stop }: Pick<Ports, 'env' | 'stop'>) {
    this.#access = readServerAccess(flags, env)
    this.#stop = stop
  }

  /** The base URL of the server, without a trailing slash. */
  get url(): string {
    return this.#access.url
  }

  /** @throws StartError if the server does not answer with JSON */
  async get(path: string): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'GET' })
  }

  /**
   * Copies the text of an answer of this media type while it arrives.
   *
   * @returns `undefined`; the answer if it is JSON instead, because the server refuses
   * @throws StartError if the server does not answer, or does not send the text to its end
   */
  async copy(path: string, { type, write }: Copied): Promise<RemoteAnswer | undefined> {
    const answer = await this.#exchange(path, { method: 'GET' }, async (response, hear) => {
      const isWanted = response.status === 200 && response.headers.get('content-type')?.startsWith(type) === true
      if (!isWanted) return { status: response.status, text: await readText(response, hear) }
      for await (const piece of piecesOf(response, hear)) await writing(write, piece)
      return undefined
    })
    return answer && this.#withJson(answer)
  }

  /** @throws StartError if the server does not answer with JSON */
  async post(path: string, body: FormData): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'POST', body })
  }

  /** @throws StartError if the server does not answer with JSON */
  async postJson(path: string, body: object): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'POST', body: JSON.stringify(body) })
  }

  /** @throws StartError if the server does not answer with JSON */
  async putJson(path: string, body: object): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'PUT', body: JSON.stringify(body) })
  }

  /** @throws StartError if the server does not answer with JSON */
  async delete(path: string): Promise<RemoteAnswer> {
    return await this.#send(path, { method: 'DELETE' })
  }

  /** Creates the error for an answer with an unexpected status. It lists all faults that the answer names. */
  refusal(answer: RemoteAnswer): StartError {
    const { message, code, errors } = (answer.body ?? {}) as Refusal
    // Proxies also answer JSON with a message, but not with the status as its code.
    if (answer.status < 400 || typeof message !== 'string' || code !== answer.status) return this.foreign(answer)
    const faults = Array.isArray(errors) ? errors.map((fault: Refusal | null) => fault?.message) : []
    if (faults.length < 2) return new StartError(`the server refuses: ${escapeControls(message)}`)
    const more = faults.length - FAULTS
    const lines = faults.slice(0, FAULTS).map((fault) => `  ${escapeControls(String(fault))}`)
    if (more > 0) lines.push(`  … and ${formatCount(more, 'more fault')}`)
    return new StartError(
      [`the server refuses, because of ${formatCount(faults.length, 'fault')}:`, ...lines].join('\n'),
    )
  }

  /** Creates the error for an answer that is not from an opsgraph server. */
  foreign({ status, text }: Pick<RemoteAnswer, 'status' | 'text'>): StartError {
    return new StartError(`${this.url} ${foreignFault(status, text)}`)
  }

  async #send(path: string, request: Request): Promise<RemoteAnswer> {
    const answer = await this.#exchange(path, request, async (response, hear) => ({
      status: response.status,
      text: await readText(response, hear),
    }))
    return this.#withJson(answer)
  }

  #withJson({ status, text }: Omit<RemoteAnswer, 'body'>): RemoteAnswer {
    try {
      return { status, text, body: JSON.parse(text) }
    } catch {
      throw this.foreign({ status, text })
    }
  }

  /** @param take reads the answer, and calls `hear` for each piece that arrives */
  async #exchange<T>(
    path: string,
    request: Request,
    take: (response: Response, hear: () => void) => Promise<T>,
  ): Promise<T> {
    const { url, key, timeout } = this.#access
    const silence = new AbortController()
    const probe = Math.min(PROBE, timeout / 2)
    const over = new AbortController()
    let pieces = 0
    const timer = setTimeout(async () => {
      const before = pieces
      const isAlive = await this.#isAlive(AbortSignal.any([over.signal, AbortSignal.timeout(probe)]))
      if (!isAlive && pieces === before) silence.abort()
      else if (!over.signal.aborted) timer.refresh()
    }, timeout - probe)
    const hear = () => {
      pieces++
      timer.refresh()
    }
    try {
      // An aborted command must not call `fetch`. If the body of an aborted `fetch` is a form, Node 24 throws an error
      // that no code can catch, and the process ends.
      this.#stop.throwIfAborted()
      const response = await fetch(`${url}${path}`, {
        ...request,
        headers: { Authorization: `Key ${key}` },
        // If `fetch` followed a redirect, a POST could become a GET, or the key could be sent to another server.
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop, silence.signal]),
      })
      hear()
      this.#refuseRedirect(response)
      return await take(response, hear)
    } catch (error) {
      if (error instanceof Unwritten) throw error.cause
      if (error instanceof StartError) throw error
      if (this.#stop.aborted) throw new StartError('stopped before the end')
      if (silence.signal.aborted) throw this.#silent(request)
      throw new StartError(`${url} ${connectionFault(error, new URL(url))}`)
    } finally {
      over.abort()
      clearTimeout(timer)
    }
  }

  /** Whether the server answers on a new connection: then it still works on the request, such as a large import. */
  async #isAlive(signal: AbortSignal): Promise<boolean> {
    try {
      const response = await fetch(`${this.url}/healthz`, { redirect: 'manual', signal })
      await response.text()
      return response.status === 200
    } catch {
      return false
    }
  }

  #silent({ method }: Request): StartError {
    const { url, timeout } = this.#access
    const effect = method !== 'GET' ? '; it may still carry out the request' : ''
    return new StartError(
      `${url} sent nothing for ${formatCount(timeout / 1_000, 'second')}, and answers no other request: check the server, or wait longer with --timeout${effect}`,
    )
  }

  #refuseRedirect({ status, headers }: Response): void {
    if (status < 300 || status >= 400) return
    const target = escapeControls(headers.get('location') ?? 'nowhere')
    throw new StartError(`${this.url} redirects to ${target}: name the server's own address`)
  }
}

/** Reads a body, and calls `onPiece` for each piece that arrives. */
async function readText(response: Response, onPiece: () => void): Promise<string> {
  let text = ''
  for await (const piece of piecesOf(response, onPiece)) text += piece
  return text
}

async function* piecesOf({ body }: Response, onPiece: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of body ?? []) {
    onPiece()
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder.decode()
}

/** The text of an answer could not be written: the connection is not the cause. */
class Unwritten extends Error {}

async function writing(write: Copied['write'], text: string): Promise<void> {
  await write(text).catch((error: unknown) => {
    throw new Unwritten('', { cause: error })
  })
}

/** Explains an answer that has not the form of an answer of opsgraph. */
function foreignFault(status: number, text: string): string {
  const isPage = /^\s*</.test(text)
  if (GATEWAY.includes(status))
    return `is a proxy that answers ${status}: the opsgraph server behind it does not answer`
  if (status === 413) return 'is a proxy that refuses so large a file (413): raise its limit of the size of a body'
  // Servers that expect TLS answer a plain request with 400 and a text that names HTTPS.
  if (status === 400 && /https/i.test(text)) return 'uses TLS on this port: begin the URL with https://'
  const page = isPage ? ' with a web page' : ''
  return `answers ${status}${page}, but not like an opsgraph server: check the address`
}

const GATEWAY: readonly number[] = [502, 503, 504]
