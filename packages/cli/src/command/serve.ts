import { createOpsgraph, type Tracer } from '@opsgraph/core'
import {
  createApp,
  createLogger,
  type Listener,
  type Logger,
  listen,
  noteRefusedConnections,
  reachedAs,
} from '@opsgraph/http'
import { consoleFolder } from '../console-folder.js'
import { errorCode, StartError } from '../faults.js'
import { logTreeUpgrades } from '../log-tree-upgrades.js'
import { SYSTEM } from '../operator.js'
import type { OpenedStore, Ports } from '../ports.js'
import type { Settings, StoreSettings } from '../settings.js'
import type { Tracing } from '../trace/start-tracing.js'

/** How long requests in flight may take when the server is told to stop. Milliseconds. */
const GRACE = 10_000
/** How long a store may still take to open, so that it can be closed, when the server is told to stop before. Milliseconds. */
const OPENING_GRACE = 3_000

type ServePorts = Pick<Ports, 'version' | 'openStore' | 'log' | 'webConsole' | 'print' | 'stop'>
/** What is told of what goes on. */
type Observed = { readonly logger: Logger; readonly tracer: Tracer | undefined }

/**
 * Upgrades the trees of an earlier release, then runs the server until it is told to stop; then finishes what is in
 * flight and closes the store.
 *
 * @throws StartError when the store cannot be opened or the port cannot be had
 */
export async function serve(settings: Settings, ports: ServePorts): Promise<void> {
  const logger = createLogger(settings.logLevel, ports.log)
  const tracing = await traceAsAsked(settings, logger, ports)
  const observed = { logger, tracer: tracing?.tracer }
  try {
    const store = await openUnlessStopped(settings.store, ports, observed)
    if (store === undefined) return
    try {
      if (!ports.stop.aborted) await serveStore(store, settings, { ...ports, ...observed })
    } finally {
      await store.close()
    }
  } finally {
    await tracing?.stop()
  }
}

/** The packages of OpenTelemetry are loaded only where somebody wants traces. */
async function traceAsAsked(
  { traces }: Settings,
  logger: Logger,
  { version }: ServePorts,
): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined
  const { startTracing } = await import('../trace/start-tracing.js')
  const onLost = () => logger.warn('traces could not be sent: is the collector up?')
  return startTracing(traces, { version, onLost })
}

/**
 * Opens the store; a database may keep it waiting for any time.
 *
 * @returns `undefined` when the server is told to stop before
 */
async function openUnlessStopped(
  settings: StoreSettings,
  { openStore, stop }: ServePorts,
  { tracer }: Observed,
): Promise<OpenedStore | undefined> {
  const opening = openStore(settings, { tracer })
  const store = await Promise.race([opening, aborted(stop)])
  if (store === undefined) await closeLate(opening)
  return store
}

/** Closes a store that nobody waits for any more; whether it can be opened at all does not matter now. */
async function closeLate(opening: Promise<OpenedStore>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, OPENING_GRACE)
  })
  const closed = opening.then((store) => store.close()).catch(() => undefined)
  await Promise.race([closed, late])
  clearTimeout(timer)
}

async function serveStore(store: OpenedStore, settings: Settings, ports: ServePorts & Observed): Promise<void> {
  const { version, print, stop, logger, tracer } = ports
  const { license, adminKey, secretKey, limits, trustProxy } = settings
  const opsgraph = createOpsgraph({ store, license, adminKey, secretKey })
  logTreeUpgrades(await opsgraph.upgradeTrees(SYSTEM), logger)

  const webConsole = (ports.webConsole ?? consoleFolder)()
  if (webConsole === undefined) logger.warn('the console is not built, so there is nothing at /: run `pnpm build`')
  let url = ''
  const app = createApp({
    opsgraph,
    ...reachedAs(settings, () => url),
    logger,
    version,
    webConsole,
    rateLimits: limits,
    answerBudget: limits.answerBudget,
    trustProxy,
    poolCounts: store.poolCounts,
    tracer,
  })
  const listener = await listenOn(settings, app, noteRefusedConnections(logger))
  url = listener.url
  try {
    // After the port is bound: a key that is stored by a server that cannot listen would never be shown again.
    const secret = await opsgraph.ensureAdminKey(SYSTEM)
    if (secret !== undefined) print(`opsgraph admin key (shown only once): ${secret}`)
    print(`opsgraph listening on ${url}`)
    await aborted(stop)
  } finally {
    await listener.close(GRACE)
  }
}

async function listenOn(
  { host, port, limits }: Settings,
  app: Parameters<typeof listen>[0],
  onRefused: () => void,
): Promise<Listener> {
  const { requestTimeout, headersTimeout, connections: maxConnections } = limits
  try {
    return await listen(app, { host, port, requestTimeout, headersTimeout, maxConnections, onRefused })
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

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
