import {
  type Caller,
  createOpsgraph,
  type Notifier,
  type Opsgraph,
  type OpsgraphOptions,
  type Scope,
  type Store,
} from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { afterEach, beforeEach, expect } from 'vitest'
import { type AppOptions, createApp, createLogger, type Listener, listen } from '../src/index.js'

export const ADMIN_KEY = 'the-admin-secret'
/** The caller for use-cases that tests call directly, without HTTP. */
export const ADMIN: Caller = { user: 'admin', scopes: ['admin'], requestId: null }
export const SECRET_KEY = 'the-server-secret'
export const BASE_URL = 'https://ops.example'

/** Takes addresses that begin with `https:` or `mailto:`. It sends nothing. */
const NOTIFIER: Notifier = {
  faultOf: (_, url) => (/^(https|mailto):/.test(url) ? undefined : 'must begin with https: or mailto:'),
  usualUrl: (format) => (format === 'pagerduty' ? 'https://events.pagerduty.com/v2/enqueue' : undefined),
  send: async () => ({ delivered: true, status: 200, error: null, retryAfter: null, took: 1 }),
}

/** A received answer. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The JSON body; `{}` if the answer is not JSON. */
  readonly body: Readonly<Record<string, unknown>>
}

/** What a test sets in a request. */
export interface Sent {
  /** The API key; default: the admin key; `null` = no key. */
  readonly key?: string | null
  readonly json?: unknown
  readonly body?: string | Uint8Array | ReadableStream
  readonly headers?: Readonly<Record<string, string>>
}

/** An HTTP server on a free port, with an empty store. */
export class TestServer {
  readonly logLines: string[] = []
  readonly opsgraph: Opsgraph
  readonly store: Store
  #listener: Listener | undefined
  readonly #others: TestServer[] = []
  readonly #appOptions: Partial<AppOptions>

  constructor(options: Partial<OpsgraphOptions> = {}, appOptions: Partial<AppOptions> = {}) {
    this.#appOptions = appOptions
    let now = Date.parse('2026-11-20T12:00:00.000Z')
    const clock = () => new Date(now++)
    this.store = options.store ?? new MemoryStore()
    this.opsgraph = createOpsgraph({
      store: this.store,
      adminKey: ADMIN_KEY,
      secretKey: SECRET_KEY,
      notifier: NOTIFIER,
      clock,
      ...options,
    })
  }

  get url(): string {
    if (this.#listener === undefined) throw new Error('the server is not started')
    return this.#listener.url
  }

  /** @param port default: any free port */
  async start(port = 0): Promise<void> {
    const logger = createLogger('info', { write: (line) => this.logLines.push(line) })
    const { opsgraph } = this
    const app = createApp({ opsgraph, baseUrl: `${BASE_URL}/`, logger, version: '1.2.3', ...this.#appOptions })
    this.#listener = await listen(app, { host: '127.0.0.1', port })
  }

  /** @param graceMs how long requests in flight may take */
  async stop(graceMs = 0): Promise<void> {
    await Promise.all([this.#listener?.close(graceMs), ...this.#others.map((other) => other.stop())])
  }

  /** Starts another server on the same store. It stops when this server stops. */
  async another(options: Partial<OpsgraphOptions> = {}, appOptions?: Partial<AppOptions>): Promise<TestServer> {
    const other = new TestServer({ store: this.store, ...options }, appOptions)
    this.#others.push(other)
    await other.start()
    return other
  }

  async call(method: string, path: string, { key = ADMIN_KEY, json, body, headers }: Sent = {}): Promise<Received> {
    const response = await fetch(this.url + path, {
      method,
      headers: { ...(key !== null && { Authorization: `Key ${key}` }), ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body !== undefined && { body, duplex: 'half' }),
    })
    const text = await textOf(response)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
    checkHeaders(response.headers)
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    }
  }

  /** Creates an API key, and returns its secret. */
  async keyWith(scopes: readonly Scope[], user = 'someone'): Promise<string> {
    return (await this.opsgraph.createApiKey(ADMIN, { user, scopes })).secret
  }
}

/** The text of an answer. Of a stream of events, which does not end, this is only what arrives first. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return await response.text()
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}

/** Checks the headers that every answer must have. */
function checkHeaders(headers: Headers): void {
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  expect(headers.get('cache-control')).toBeOneOf(['no-store', 'private, no-cache'])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
  expect(headers.get('x-powered-by')).toBeNull()
}

/** Starts a new server for every test of a file. */
export function useServer(
  options: () => Partial<OpsgraphOptions> = () => ({}),
  appOptions: Partial<AppOptions> = {},
): { readonly current: TestServer } {
  const holder = { current: new TestServer(options(), appOptions) }
  beforeEach(async () => {
    holder.current = new TestServer(options(), appOptions)
    await holder.current.start()
  })
  afterEach(() => holder.current.stop())
  return holder
}

/** The text at a path such as `a.b.0` in the body of an answer. */
export function textAt(received: Received, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], received.body)
  expect(found, path).toBeTypeOf('string')
  return found as string
}

/** Checks that an answer is a refusal with this status, and that its message contains `words`. */
export function expectRefusal(received: Received, status: number, words: string | RegExp): void {
  expect(received.body, received.text).toMatchObject({ status: 'error', code: status })
  expect(received.body.message).toMatch(words)
}
