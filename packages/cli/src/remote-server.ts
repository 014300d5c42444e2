import { connectionFault } from './connection-fault.js'
import { StartError } from './faults.js'
import { withFlagNames } from './flag-names.js'
import type { Ports } from './ports.js'
import { readServerAccess, type ServerAccess, type ServerFlags } from './server-options.js'
import { escapeControlCharacters, formatCount } from './text.js'

/** The answer of a server, with an unvalidated JSON body. */
export interface RemoteAnswer {
  readonly status: number
  readonly body: unknown
  /** The unparsed body. */
  readonly text: string
}

/** Maximum time to wait for the answer of `/healthz`, in milliseconds. */
const PROBE_TIMEOUT_MILLISECONDS = 5_000

/** Maximum number of faults that the message about one answer lists. */
const MAX_SHOWN_FAULTS = 20

type Request = Pick<RequestInit, 'method' | 'body'>

/** How {@link RemoteServer.copy} passes on a text while it arrives. */
interface CopyTarget {
  /** The media type of the text. */
  readonly type: string
  readonly write: (text: string) => Promise<void>
}

/** The unvalidated body of an error answer. */
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
   * Passes the text of an answer to `write` while it arrives, if the answer has the media type `type`.
   *
   * @returns `undefined` if the text was copied; the answer if it is JSON, because the server refuses the request
   * @throws StartError if the server does not answer, or does not send the whole text
   */
  async copy(path: string, { type, write }: CopyTarget): Promise<RemoteAnswer | undefined> {
    const answer = await this.#exchange(path, { method: 'GET' }, async (response, onPiece) => {
      const isWanted = response.status === 200 && response.headers.get('content-type')?.startsWith(type) === true
      if (!isWanted) return { status: response.status, text: await readText(response, onPiece) }
      for await (const piece of readPieces(response, onPiece)) await writeOrThrow(write, piece)
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
    // Some proxies also answer with a JSON `message`, but only opsgraph sends the status as `code`.
    if (answer.status < 400 || typeof message !== 'string' || code !== answer.status) return this.foreignError(answer)
    const faults = Array.isArray(errors) ? errors.map((fault: Refusal | null) => fault?.message) : []
    if (faults.length < 2)
      return new StartError(`the server refuses: ${escapeControlCharacters(withFlagNames(message))}`)
    const more = faults.length - MAX_SHOWN_FAULTS
    const lines = faults
      .slice(0, MAX_SHOWN_FAULTS)
      .map((fault) => `  ${escapeControlCharacters(withFlagNames(String(fault)))}`)
    if (more > 0) lines.push(`  … and ${formatCount(more, 'more fault')}`)
    return new StartError(
      [`the server refuses, because of ${formatCount(faults.length, 'fault')}:`, ...lines].join('\n'),
    )
  }

  /** Creates the error for an answer that is not from an opsgraph server. */
  foreignError({ status, text }: Pick<RemoteAnswer, 'status' | 'text'>): StartError {
    return new StartError(`${this.url} ${describeForeignAnswer(status, text)}`)
  }

  async #send(path: string, request: Request): Promise<RemoteAnswer> {
    const answer = await this.#exchange(path, request, async (response, onPiece) => ({
      status: response.status,
      text: await readText(response, onPiece),
    }))
    return this.#withJson(answer)
  }

  #withJson({ status, text }: Omit<RemoteAnswer, 'body'>): RemoteAnswer {
    try {
      return { status, text, body: JSON.parse(text) }
    } catch {
      throw this.foreignError({ status, text })
    }
  }

  /** @param take reads the answer, and calls `onPiece` for each piece that arrives */
  async #exchange<T>(
    path: string,
    request: Request,
    take: (response: Response, onPiece: () => void) => Promise<T>,
  ): Promise<T> {
    const { url, key, timeout } = this.#access
    const silence = new AbortController()
    const probe = Math.min(PROBE_TIMEOUT_MILLISECONDS, timeout / 2)
    const finished = new AbortController()
    let pieces = 0
    const timer = setTimeout(async () => {
      const before = pieces
      const isAlive = await this.#isAlive(AbortSignal.any([finished.signal, AbortSignal.timeout(probe)]))
      if (!isAlive && pieces === before) silence.abort()
      else if (!finished.signal.aborted) timer.refresh()
    }, timeout - probe)
    const onPiece = () => {
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
      onPiece()
      this.#refuseRedirect(response)
      return await take(response, onPiece)
    } catch (error) {
      if (error instanceof WriteError) throw error.cause
      if (error instanceof StartError) throw error
      if (this.#stop.aborted) throw new StartError('stopped before the end')
      if (silence.signal.aborted) throw this.#silent(request)
      throw new StartError(`${url} ${connectionFault(error, new URL(url))}`)
    } finally {
      finished.abort()
      clearTimeout(timer)
    }
  }

  /**
   * Whether the server answers on a new connection. If it does, it is probably still working on the request, such as a
   * large import.
   */
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
    const target = escapeControlCharacters(headers.get('location') ?? 'nowhere')
    throw new StartError(`${this.url} redirects to ${target}: name the server's own address`)
  }
}

/** Reads a body, and calls `onPiece` for each piece that arrives. */
async function readText(response: Response, onPiece: () => void): Promise<string> {
  let text = ''
  for await (const piece of readPieces(response, onPiece)) text += piece
  return text
}

async function* readPieces({ body }: Response, onPiece: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of body ?? []) {
    onPiece()
    yield decoder.decode(piece, { stream: true })
  }
  yield decoder.decode()
}

/** The error if the received text cannot be written. It marks that the connection is not the cause. */
class WriteError extends Error {}

async function writeOrThrow(write: CopyTarget['write'], text: string): Promise<void> {
  await write(text).catch((error: unknown) => {
    throw new WriteError('', { cause: error })
  })
}

/** Explains an answer that does not come from an opsgraph server. */
function describeForeignAnswer(status: number, text: string): string {
  const isPage = /^\s*</.test(text)
  if (GATEWAY_STATUSES.includes(status))
    return `is a proxy that answers ${status}: the opsgraph server behind it does not answer`
  if (status === 413) return 'is a proxy that refuses so large a file (413): raise its limit of the size of a body'
  // Servers that expect TLS answer a plain request with 400 and a text that names HTTPS.
  if (status === 400 && /https/i.test(text)) return 'uses TLS on this port: begin the URL with https://'
  const page = isPage ? ' with a web page' : ''
  return `answers ${status}${page}, but not like an opsgraph server: check the address`
}

const GATEWAY_STATUSES: readonly number[] = [502, 503, 504]
