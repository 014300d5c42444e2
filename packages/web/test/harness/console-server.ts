import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createOpsgraph, type Opsgraph, type Store } from '@opsgraph/core'
import { createApp, createLogger, type Listener, listen } from '@opsgraph/http'
import { openEmbeddedStore } from '@opsgraph/store-postgres'
import { build } from 'vite'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
export const KEY = 'the-key-of-these-tests'

interface Sent {
  readonly method?: string
  readonly json?: unknown
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The console as it is built from these sources, the API, and an embedded database that is empty: all in this process. */
export class ConsoleServer {
  readonly #folder: string
  readonly #store: Store
  #listener: Listener

  private constructor(parts: { folder: string; store: Store; listener: Listener }) {
    this.#folder = parts.folder
    this.#store = parts.store
    this.#listener = parts.listener
  }

  static async start(): Promise<ConsoleServer> {
    const folder = await mkdtemp(join(tmpdir(), 'opsgraph-web-'))
    await buildConsole(join(folder, 'web'))
    const store = await openEmbeddedStore({ dataDir: join(folder, 'data') })
    const opsgraph = createOpsgraph({ store, adminKey: KEY, secretKey: 'the-secret-of-these-tests' })
    return new ConsoleServer({ folder, store, listener: await serve(opsgraph, join(folder, 'web'), 0) })
  }

  get url(): string {
    return this.#listener.url
  }

  /** Another server on the same database, with a console of its own; stop it before this one. */
  async another(): Promise<Listener> {
    const opsgraph = createOpsgraph({ store: this.#store, adminKey: KEY, secretKey: 'the-secret-of-these-tests' })
    return await serve(opsgraph, join(this.#folder, 'web'), 0)
  }

  /** Asks the API as the administrator, unless told otherwise; throws unless it is a success. */
  async ask<Answer = unknown>(path: string, { method, json, key = KEY, headers = {} }: Sent = {}): Promise<Answer> {
    const answer = await fetch(`${this.url}${path}`, {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: { Authorization: `Key ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

  /** Stops to answer, as a server does that is being restarted; the database stays. */
  async pause(): Promise<() => Promise<void>> {
    const { port } = new URL(this.url)
    await this.#listener.close(0)
    return async () => {
      const opsgraph = createOpsgraph({ store: this.#store, adminKey: KEY })
      this.#listener = await serve(opsgraph, join(this.#folder, 'web'), Number(port))
    }
  }

  async stop(): Promise<void> {
    await this.#listener.close(0)
    await this.#store.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** As it is published: the environment of tests would make it one for development. */
async function buildConsole(outDir: string): Promise<void> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await build({ root: PACKAGE, logLevel: 'warn', build: { outDir, emptyOutDir: false } })
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}

async function serve(opsgraph: Opsgraph, webConsole: string, port: number): Promise<Listener> {
  let url = ''
  const app = createApp({ opsgraph, baseUrl: () => url, logger: createLogger('silent'), webConsole })
  const listener = await listen(app, { host: '127.0.0.1', port })
  url = listener.url
  return listener
}
