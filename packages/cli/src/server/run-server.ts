import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createOpsgraph, type Tracer } from '@opsgraph/core'
import {
  createApp,
  createLogger,
  DueAlerts,
  deliveryRounds,
  historyRounds,
  type Listener,
  type Logger,
  listen,
  noteRefusedConnections,
  oldDataRounds,
  reachedAs,
} from '@opsgraph/http'
import { createNotifier } from '@opsgraph/notify'
import { errorCode, StartError } from '../faults.js'
import { DEFAULT_SHARDS, spreadStore } from '../open-store.js'
import { SYSTEM_CALLER } from '../operator.js'
import type { OpenedStore, Ports, StoreSettings } from '../ports.js'
import type { Settings } from '../settings.js'
import { logTreeUpgrades } from '../tree-report.js'
import { findSecretKey, logSecretKey } from './secret-key.js'
import type { Tracing } from './start-tracing.js'

/** Maximum time to finish the requests in flight after a stop signal, in milliseconds. */
const GRACE_MILLISECONDS = 10_000
/**
 * Maximum time to wait for a store that is still being opened when a stop signal arrives, in milliseconds. The store
 * must be open before it can be closed.
 */
const OPENING_GRACE_MILLISECONDS = 3_000

/** `spread`: whether to distribute the large tables over the workers of Citus before the server listens. */
type ServeSettings = Settings & { readonly spread?: boolean }
type ServePorts = Pick<Ports, 'version' | 'openStore' | 'log' | 'webConsole' | 'print' | 'stop'>
type Observability = { readonly logger: Logger; readonly tracer: Tracer | undefined }

/**
 * Upgrades topologies of an earlier release (trees), then runs the server until a stop signal. After the signal, the
 * server finishes the requests in flight and closes the store (rules.md#starting-and-stopping).
 *
 * @throws StartError if the store cannot be opened, or the port cannot be used
 */
export async function runServer(settings: ServeSettings, ports: ServePorts): Promise<void> {
  const logger = createLogger(settings.logLevel, ports.log)
  const tracing = await startConfiguredTracing(settings, logger, ports)
  const observability = { logger, tracer: tracing?.tracer }
  try {
    const store = await openUnlessStopped(settings.store, ports, observability)
    if (store === undefined) return
    try {
      if (!ports.stop.aborted) await serveStore(store, settings, { ...ports, ...observability })
    } finally {
      await store.close()
    }
  } finally {
    await tracing?.stop()
  }
}

/** Loads the packages of OpenTelemetry only if traces are configured. */
async function startConfiguredTracing(
  { traces }: Settings,
  logger: Logger,
  { version }: ServePorts,
): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined
  const { startTracing } = await import('./start-tracing.js')
  const onLost = () => logger.warn('traces could not be sent: is the collector up?')
  return startTracing(traces, { version, onLost })
}

/**
 * Opens the store. If the database does not answer, waits until it answers.
 *
 * @returns `undefined` if a stop signal arrives before the store is open
 */
async function openUnlessStopped(
  settings: StoreSettings,
  { openStore, stop }: ServePorts,
  { tracer }: Observability,
): Promise<OpenedStore | undefined> {
  const opening = openStore(settings, { tracer })
  const store = await Promise.race([opening, waitForAbort(stop)])
  if (store === undefined) await closeStoreOpenedLate(opening)
  return store
}

/**
 * Closes a store that is still being opened when the stop signal arrives. Ignores the error if opening fails, because
 * there is nothing to close.
 */
async function closeStoreOpenedLate(opening: Promise<OpenedStore>): Promise<void> {
  await waitAtMost(
    OPENING_GRACE_MILLISECONDS,
    opening.then((store) => store.close()).catch(() => undefined),
  )
}

async function serveStore(
  store: OpenedStore,
  settings: ServeSettings,
  ports: ServePorts & Observability,
): Promise<void> {
  const { version, print, stop, logger, tracer } = ports
  const { license, adminKey, limits, retention, trustProxy, subscriptions } = settings
  const spread = settings.spread ? await spreadStore(store, DEFAULT_SHARDS) : []
  if (spread.length > 0) logger.info({ tables: spread, shards: DEFAULT_SHARDS }, 'the database is spread')
  const secretKey = await findSecretKey(settings)
  let url = ''
  const opsgraph = createOpsgraph({
    store,
    license,
    adminKey,
    secretKey: secretKey.key,
    graphMemory: limits.graphMemory,
    webhookBodyLimit: limits.webhookBody,
    consoleUrl: () => settings.baseUrl ?? url,
    subscriptionRetry: subscriptions.retry,
    subscriptionFailing: subscriptions.failing,
    notifier: createNotifier({ ...settings.notifications, version }),
  })
  logTreeUpgrades(await opsgraph.upgradeTrees(SYSTEM_CALLER), logger)
  await logSecretKey(secretKey, opsgraph, logger)

  const webConsole = (ports.webConsole ?? findConsoleFolder)()
  if (webConsole === undefined) logger.warn('the console is not built, so there is nothing at /: run `pnpm build`')
  const dueAlerts = new DueAlerts({ opsgraph, logger })
  const oldData = oldDataRounds({ opsgraph, logger, retention })
  const jobs = [dueAlerts, oldData, historyRounds({ opsgraph, logger }), deliveryRounds({ opsgraph, logger })]
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
    dueAlertCounts: () => dueAlerts.counts(),
    tracer,
  })
  const listener = await listenOn(settings, app, noteRefusedConnections(logger))
  url = listener.url
  try {
    // The key is created after the port is bound: otherwise a failed start would store a key whose secret is never
    // shown.
    const secret = await opsgraph.ensureAdminKey(SYSTEM_CALLER)
    if (secret !== undefined) print(`opsgraph admin key (shown only once): ${secret}`)
    print(`opsgraph listening on ${url}`)
    for (const rounds of jobs) rounds.start()
    await waitForAbort(stop)
  } finally {
    for (const rounds of jobs) rounds.stop()
    await Promise.all([listener.close(GRACE_MILLISECONDS), waitAtMost(GRACE_MILLISECONDS, opsgraph.endDeliveries())])
  }
}

/** Waits until work has ended, but at most `limit` milliseconds. */
async function waitAtMost(limit: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
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
    throw listenError(error, { host, port })
  }
}

/** Explains the most common system errors; other errors keep their message. */
function listenError(error: unknown, { host, port }: Pick<Settings, 'host' | 'port'>): Error {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `port ${port} on ${host} is in use: stop the process that listens there, or choose another --port (PORT)`,
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

function waitForAbort(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

/**
 * Finds the folder of the built console.
 *
 * @param from the URL of the file from which the package of the console is resolved
 * @returns `undefined` if the console is not built, e.g. in a clone where only some packages are built
 */
export function findConsoleFolder(from = import.meta.url): string | undefined {
  const manifest = createRequire(from).resolve('@opsgraph/web/package.json')
  const folder = join(dirname(manifest), 'dist')
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}
