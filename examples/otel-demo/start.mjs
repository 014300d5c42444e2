/** `npm start` (rules.md#starting-from-a-clone): runs the server, and loads the demo if the database is empty. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findKey, KeyFileError, makePrivateDirectory, storeKey } from './kept-key.mjs'
import { findDemoTopologyId, isEmpty, loadDemo, readHurtServices } from './load.mjs'

const SERVER = fileURLToPath(new URL('../../packages/cli/dist/opsgraph.js', import.meta.url))
const LISTENING = /^opsgraph listening on (\S+)$/
/**
 * After a forwarded signal, no further signal is forwarded for this time, in milliseconds. One Ctrl-C can send two
 * signals, one from the terminal and one through npm, and a second signal would make the server stop immediately. The
 * server itself ignores repeated signals for only 100 ms, but npm can take longer to forward a signal. A second Ctrl-C
 * still works, because the terminal sends it directly to the server.
 */
const SAME_SIGNAL_WITHIN_MS = 500
/** The maximum time from the arrival of a terminal's signal at the server to its arrival here, in milliseconds. */
const SIGNAL_LATE_MS = 200

/** @typedef {import('./load.mjs').Server} Server */

/**
 * Runs `opsgraph serve` with the environment variables of this process until the server ends. `findKey` chooses the
 * admin key, so that later starts use the same key.
 *
 * @param {readonly string[]} args further flags of `opsgraph serve`
 * @returns {Promise<number>} the exit status of the server
 */
export async function start(args) {
  try {
    return await run(args, findKey(args, process.env))
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error
    console.error(`opsgraph: ${error.message}`)
    return 1
  }
}

/** @param {readonly string[]} args @param {ReturnType<typeof findKey>} admin */
async function run(args, admin) {
  const { key, newFile } = admin
  if (newFile !== undefined) makePrivateDirectory(newFile)
  const env = { ...process.env, ADMIN_KEY: key, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' }
  const server = spawn(process.execPath, [SERVER, 'serve', ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stopped = forwardSignals(server)
  createInterface({ input: server.stdout }).on('line', async (line) => {
    const url = LISTENING.exec(line)?.[1]
    if (url !== undefined) storeNewKey(admin)
    const text = url === undefined ? line : await buildGreeting(line, { url: toReachableUrl(url), key, stopped })
    if (text !== undefined) console.log(text)
  })
  return await waitForExit(server)
}

/**
 * Stores a new key. Call it only after the server listens with this key.
 *
 * @param {ReturnType<typeof findKey>} found
 */
function storeNewKey({ key, newFile: file }) {
  if (file === undefined) return
  try {
    storeKey(file, key)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    console.error(`opsgraph: the admin key is for this run only, because ${file} cannot be written (${reason})`)
  }
}

/**
 * Loads the demo if the database is empty. Returns the text to print; `undefined` if the server was stopped meanwhile.
 *
 * @param {string} listening @param {Server & { stopped: AbortSignal }} server
 */
async function buildGreeting(listening, server) {
  /** @param {string} what */
  const lines = (what) => `${listening}\nopsgraph admin key: ${server.key}\n${what}`
  try {
    const topologyId = (await isEmpty(server)) ? (await loadDemo(server)).topologyId : await findDemoTopologyId(server)
    if (topologyId === undefined) return lines('the demo was not loaded: the database has other data')
    return lines([...(await describeHurtServices(server)), ...listExampleCommands(server, topologyId)].join('\n'))
  } catch (error) {
    // A signal that stops the server can make the request fail before the signal arrives here. So wait for the signal.
    await delay(SIGNAL_LATE_MS, undefined, { signal: server.stopped }).catch(() => undefined)
    if (server.stopped.aborted) return undefined
    return lines(`the demo could not be loaded: ${error instanceof Error ? error.message : error}`)
  }
}

/** @param {Server} server @param {string} topologyId */
function listExampleCommands({ url, key }, topologyId) {
  const header = `Authorization: Key ${key}`.replaceAll("'", String.raw`'\''`)
  return [
    'see all services, how much alerts hurt them, and why:',
    `  curl -s -H '${header}' '${url}/api/impact'`,
    'and the nodes that the topology of the shop lacks:',
    `  curl -s -H '${header}' -X POST '${url}/api/service_topology/${topologyId}/suggest?severity=warning'`,
  ]
}

/**
 * Returns lines of text about the service that alerts hurt most now, and why.
 *
 * @param {Server} server
 */
async function describeHurtServices(server) {
  const [worst] = await readHurtServices(server)
  if (worst === undefined) return []
  const { service, severity, causes, causesTotal } = worst
  return [
    `the service ${service} is ${severity}; ${Math.min(CAUSES_SHOWN, causesTotal)} of its ${causesTotal} root causes, and their paths to the service:`,
    ...causes.slice(0, CAUSES_SHOWN).map(({ event, path }) => `- ${event} on ${path.join(' -> ')}`),
  ]
}

const CAUSES_SHOWN = 3

/**
 * Replaces the wildcard address in a URL by the loopback address, which works on this machine.
 *
 * @param {string} url
 */
function toReachableUrl(url) {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

/**
 * Forwards signals to the server.
 *
 * @param {import('node:child_process').ChildProcess} server
 * @returns {AbortSignal} aborted by a signal, and by the end of the server
 */
function forwardSignals(server) {
  const stop = new AbortController()
  server.on('exit', () => stop.abort())
  let forwardedAt = 0
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      stop.abort()
      if (Date.now() - forwardedAt < SAME_SIGNAL_WITHIN_MS) return
      forwardedAt = Date.now()
      server.kill(signal)
    })
  }
  return stop.signal
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<number>}
 */
function waitForExit(server) {
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}
