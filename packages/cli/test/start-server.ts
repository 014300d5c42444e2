import { createOpsgraph, type Opsgraph } from '@opsgraph/core'
import { createApp, createLogger, listen } from '@opsgraph/http'
import { MemoryStore } from '@opsgraph/store-memory'
import { onTestFinished } from 'vitest'

/** The admin key of the server. */
export const KEY = 'the-key-of-this-test'
/** The environment variables with which a command uses the admin key. */
export const KEY_ENV = { OPSGRAPH_KEY: KEY }

export interface StartedServer {
  readonly url: string
  readonly opsgraph: Opsgraph
  readonly store: MemoryStore
  /** Closes the server before the end of the test. Without this call, the server is closed when the test ends. */
  readonly close: () => Promise<void>
}

/** Starts a server with a memory store on a free port, until the test ends. */
export async function startServer(
  topologyLimit: number | null = null,
  store = new MemoryStore(),
): Promise<StartedServer> {
  const opsgraph = createOpsgraph({ store, adminKey: KEY, license: { topologyFeature: true, topologyLimit } })
  const app = createApp({
    opsgraph,
    baseUrl: () => 'http://opsgraph.test',
    logger: createLogger('silent'),
    version: '1.2.3',
  })
  const listener = await listen(app, { host: '127.0.0.1', port: 0 })
  let isOpen = true
  const close = async () => {
    if (isOpen) await listener.close(1_000)
    isOpen = false
  }
  onTestFinished(close)
  return { url: listener.url, opsgraph, store, close }
}
