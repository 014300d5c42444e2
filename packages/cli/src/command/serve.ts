import { createOpsgraph, type Store } from '@opsgraph/core'
import { createApp, createLogger, type Listener, listen } from '@opsgraph/http'
import { errorCode, StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import type { Settings } from '../settings.js'

/** How long requests in flight may take when the server is told to stop. Milliseconds. */
const GRACE = 10_000

type ServePorts = Pick<Ports, 'version' | 'openStore' | 'print' | 'stop'>

/**
 * Runs the server until it is told to stop; then finishes what is in flight and closes the store.
 *
 * @throws StartError when the store cannot be opened or the port cannot be had
 */
export async function serve(settings: Settings, ports: ServePorts): Promise<void> {
  const store = await ports.openStore(settings.store)
  try {
    if (!ports.stop.aborted) await serveStore(store, settings, ports)
  } finally {
    await store.close()
  }
}

async function serveStore(store: Store, settings: Settings, { version, print, stop }: ServePorts): Promise<void> {
  const { license, adminKey, logLevel } = settings
  const opsgraph = createOpsgraph({ store, license, adminKey })
  // Told before anything else can fail: the key is stored now, and cannot be told again.
  const secret = await opsgraph.ensureAdminKey()
  if (secret !== undefined) print(`opsgraph admin key (shown only once): ${secret}`)

  let url = ''
  const app = createApp({ opsgraph, baseUrl: settings.baseUrl ?? (() => url), logger: createLogger(logLevel), version })
  const listener = await listenOn(settings, app)
  url = listener.url
  print(`opsgraph listening on ${url}`)

  await aborted(stop)
  await listener.close(GRACE)
}

async function listenOn({ host, port }: Settings, app: Parameters<typeof listen>[0]): Promise<Listener> {
  try {
    return await listen(app, { host, port })
  } catch (error) {
    throw refusal(error, { host, port })
  }
}

/** The system's codes of what goes wrong most; anything else keeps its own words. */
function refusal(error: unknown, { host, port }: Pick<Settings, 'host' | 'port'>): Error {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `port ${port} on ${host} is in use: stop what listens there, or choose another --port (PORT)`,
      )
    case 'EACCES':
      return new StartError(`port ${port} may not be used by this user: choose a --port (PORT) from 1024 on`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `${host} is not an address of this machine: choose another --host (HOST), or 0.0.0.0 for all`,
      )
    default:
      return new StartError(`cannot listen on ${host}, port ${port}: ${error instanceof Error ? error.message : error}`)
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
