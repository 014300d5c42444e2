import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { emit } from './lib/emit.mjs'

/**
 * The number of levels below the root, and the number of resources in each level. A traversal of the whole graph
 * returns 72,000 paths of long names, about 150 MB of JSON.
 */
const LEVELS = 20
const WIDTH = 3_600
const BATCH = 10_000
const KEY = 'the-key-of-this-measurement'
const SECONDS = Number(process.env.BENCH_SECONDS ?? 75)

emit('\n## Large answers: memory of the server (MiB), and the slowest /healthz meanwhile (ms)\n')
emit('| Callers | Before | Peak | After | Slowest /healthz | Answers by status | Closed by the server after |')
emit('| --- | --- | --- | --- | --- | --- | --- |')
await measure('6 that read', { callers: 6, isReading: true })
await measure('30 that do not read', { callers: 30, isReading: false })

/**
 * @param {string} title
 * @param {{ callers: number, isReading: boolean }} behavior
 */
async function measure(title, { callers, isReading }) {
  const command = fileURLToPath(new URL('../packages/cli/dist/opsgraph.js', import.meta.url))
  const env = { ...process.env, OPSGRAPH_STORE: 'memory', ADMIN_KEY: KEY, PORT: '0', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [command, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  const url = /** @type {string} */ (line.split(' ').at(-1))
  for (const relations of layers()) {
    const headers = { Authorization: `Key ${KEY}` }
    const body = JSON.stringify({ relations })
    await fetch(`${url}/api/resources/relations/bulk`, { method: 'POST', headers, body })
  }
  await delay(1_000)
  const before = readMemory(child.pid)
  const watch = watchServer(url, child.pid)
  const requests = Array.from({ length: callers }, () => ask(url, isReading))
  if (isReading) await Promise.all(requests.map(({ closed }) => closed))
  else await delay(SECONDS * 1_000)
  await delay(isReading ? 2_000 : 0)
  const after = readMemory(child.pid)
  const { peak, slowest, lost } = await watch.stop()
  for (const { socket } of requests) socket.resume()
  await delay(1_000)
  /** @type {Record<string, number>} */
  const statuses = {}
  for (const { status } of requests) statuses[status()] = (statuses[status()] ?? 0) + 1
  const range = isReading || lost.length === 0 ? 'never' : `${lost.length}: ${lost.join(' ')} s`
  const cells = [title, before, peak, after, Math.round(slowest), JSON.stringify(statuses), range]
  emit(`| ${cells.join(' | ')} |`)
  for (const { socket } of requests) socket.destroy()
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function* layers() {
  let batch = []
  const name = (/** @type {number} */ level, /** @type {number} */ at) =>
    level === 0 ? 'root' : `${'resource-'.repeat(22)}${level}-${at}`
  for (let level = 1; level <= LEVELS; level++) {
    for (let at = 0; at < WIDTH; at++) {
      batch.push({ resource: name(level, at), parent: name(level - 1, at) })
      if (batch.length === BATCH) {
        yield batch
        batch = []
      }
    }
  }
  if (batch.length > 0) yield batch
}

/**
 * @param {string} url
 * @param {boolean} isReading
 */
function ask(url, isReading) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  const path = '/api/resources/graph?resource=root&direction=descendants&depth=20'
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${KEY}\r\nConnection: close\r\n\r\n`)
  let status = 'none'
  socket.on('data', (chunk) => {
    if (status === 'none') status = chunk.subarray(9, 12).toString()
  })
  const closed = once(socket, 'close')
  if (!isReading) socket.pause()
  return { socket, closed, status: () => status }
}

/** @param {number | undefined} pid */
function readMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

/**
 * Counts the established connections of a server, because a caller that does not read gets no event when its connection
 * ends.
 *
 * @param {string} url
 */
function countConnections(url) {
  const port = `:${Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  return rows.filter((row) => {
    const [, local, , state] = row.trim().split(/\s+/)
    return state === '01' && local?.endsWith(port)
  }).length
}

/**
 * @param {string} url
 * @param {number | undefined} pid
 */
function watchServer(url, pid) {
  let [peak, slowest, isOn] = [0, 0, true]
  const began = performance.now()
  /** @type {number[]} */
  const lost = []
  let open = 0
  const sampling = (async () => {
    while (isOn) {
      const now = countConnections(url)
      for (let at = now; at < open; at++) lost.push(Math.round((performance.now() - began) / 1000))
      open = now
      const start = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      slowest = Math.max(slowest, performance.now() - start)
      peak = Math.max(peak, readMemory(pid))
      await delay(50)
    }
  })()
  return {
    stop: async () => {
      isOn = false
      await sampling
      return { peak, slowest, lost }
    },
  }
}
