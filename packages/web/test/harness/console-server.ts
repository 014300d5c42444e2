import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpsgraph, type License, type Opsgraph, type Store } from '@opsgraph/core'
import { createApp, createLogger, type Listener, listen } from '@opsgraph/http'
import { openEmbeddedStore } from '@opsgraph/store-postgres'
import { madeOnce } from '../../../../test/once-a-run/made-once.js'
import { prepareDataDirectory } from '../../../../test/once-a-run/prepared-directory.js'

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
  readonly #webConsole: string
  readonly #store: Store
  #listener: Listener

  private constructor(parts: { folder: string; webConsole: string; store: Store; listener: Listener }) {
    this.#folder = parts.folder
    this.#webConsole = parts.webConsole
    this.#store = parts.store
    this.#listener = parts.listener
  }

  static async start(): Promise<ConsoleServer> {
    const folder = await mkdtemp(join(tmpdir(), 'opsgraph-web-'))
    await prepareDataDirectory(join(folder, 'data'))
    const webConsole = await madeOnce('console')
    const store = await openEmbeddedStore({ dataDir: join(folder, 'data') })
    const opsgraph = createOpsgraph({ store, adminKey: KEY, secretKey: 'the-secret-of-these-tests' })
    return new ConsoleServer({ folder, webConsole, store, listener: await serve(opsgraph, webConsole, 0) })
  }

  get url(): string {
    return this.#listener.url
  }

  /** Another server on the same database, with a console of its own; stop it before this one. */
  async another(license?: License): Promise<Listener> {
    const secretKey = 'the-secret-of-these-tests'
    const opsgraph = createOpsgraph({ store: this.#store, adminKey: KEY, secretKey, ...(license && { license }) })
    return await serve(opsgraph, this.#webConsole, 0)
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
      this.#listener = await serve(opsgraph, this.#webConsole, Number(port))
    }
  }

  async stop(): Promise<void> {
    await this.#listener.close(0)
    await this.#store.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function serve(opsgraph: Opsgraph, webConsole: string, port: number): Promise<Listener> {
  let url = ''
  const app = createApp({ opsgraph, baseUrl: () => url, logger: createLogger('silent'), webConsole })
  const listener = await listen(app, { host: '127.0.0.1', port })
  url = listener.url
  return listener
}
