import { get } from 'node:http'
import { printVerdict } from './lib/alternate.mjs'
import { startApp } from './lib/app-process.mjs'
import { emit } from './lib/emit.mjs'
import { compact, median } from './lib/figures.mjs'
import { onServer } from './lib/stage.mjs'

/** @import { AppProcess, Memory } from './lib/app-process.mjs' */

const SECONDS = Number(process.env.EVENTS_SECONDS ?? 60)
const READERS = 200
const ALERTS_PER_SECOND = 100
/** The number of alerts, which are changed in turn. */
const ALERTS = 2_000
const SENDERS = 8
/** The maximum time in seconds from sending a change until a reader receives its event, for 99 of 100 events. */
const BOUND = 1.5
/** The largest acceptable memory in the last third of the samples, divided by the memory in the second third. */
const MEMORY_BOUND = { heapUsed: 1.05, rss: 1.1 }
const SAMPLES = 30

emit(`\n## Events: ${READERS} readers, ${ALERTS_PER_SECOND} changed alerts per second, for ${SECONDS} s`)
await onServer(async (server) => {
  const app = await startApp(await server.createDatabase('events'))
  const ids = await prepare(app)
  /** When the last change of each alert was sent, in milliseconds, by the id of the alert; `NaN` = not changed yet. */
  const sentAt = new Map(ids.map((id) => [id, Number.NaN]))
  const heard = { delays: /** @type {number[]} */ ([]), bytes: 0 }
  const readers = await Promise.all(Array.from({ length: READERS }, () => openReader(app, sentAt, heard)))
  const memory = sampleMemory(app)
  const sent = await send(app, ids, sentAt)
  // The server sends the events of the last changes with its next look.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  print(sent, heard)
  printMemory(await memory)
  for (const reader of readers) reader.destroy()
  await app.stop()
})

/**
 * @param {number} number
 * @param {string} severity
 */
function buildAlert(number, severity) {
  return JSON.stringify({
    ...{ environment: 'Production', resource: `host-${number}`, event: 'Down', severity },
    service: [`service-${number % 50}`],
  })
}

/** @param {AppProcess} app */
async function prepare(app) {
  const ids = []
  for (let first = 0; first < ALERTS; first += SENDERS) {
    const numbers = Array.from({ length: SENDERS }, (_, at) => first + at)
    const answers = await Promise.all(
      numbers.map((number) => app.send('POST', '/api/alert', buildAlert(number, 'minor'))),
    )
    ids.push(...answers.map(({ text }) => String(JSON.parse(text()).id)))
  }
  return ids
}

/**
 * @param {AppProcess} app
 * @param {ReadonlyMap<string, number>} sentAt
 * @param {{ delays: number[], bytes: number }} heard
 * @returns {Promise<import('node:http').ClientRequest>}
 */
function openReader({ url, secret }, sentAt, heard) {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/api/events?kinds=alert`, { headers: { authorization: `Key ${secret}` } }, (answer) => {
      let rest = ''
      answer.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        heard.bytes += text.length
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        const now = performance.now()
        for (const block of blocks) {
          const sent = block.startsWith('data: {"') && sentAt.get(JSON.parse(block.slice(6)).id)
          if (typeof sent === 'number' && !Number.isNaN(sent)) heard.delays.push(now - sent)
        }
      })
      answer.once('data', () => resolve(request))
    })
    request.on('error', reject)
  })
}

/**
 * Changes alerts with several senders, evenly spread over the duration of the run. The time of a change is taken before
 * its request is sent, so that the delay of its event includes the time until the change is committed.
 *
 * @param {AppProcess} app
 * @param {readonly string[]} ids
 * @param {Map<string, number>} sentAt
 */
async function send(app, ids, sentAt) {
  const begun = performance.now()
  const changes = SECONDS * ALERTS_PER_SECOND
  const sendSome = async (/** @type {number} */ sender) => {
    for (let count = sender; count < changes; count += SENDERS) {
      const due = begun + (count * 1_000) / ALERTS_PER_SECOND
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
      const number = count % ALERTS
      const severity = Math.floor(count / ALERTS) % 2 === 0 ? 'major' : 'minor'
      sentAt.set(ids[number] ?? '', performance.now())
      await app.send('POST', '/api/alert', buildAlert(number, severity))
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => sendSome(sender)))
  return { changes, took: (performance.now() - begun) / 1_000 }
}

/** @param {AppProcess} app */
async function sampleMemory(app) {
  /** @type {Memory[]} */
  const samples = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    await new Promise((resolve) => setTimeout(resolve, (SECONDS / SAMPLES) * 1_000))
    samples.push(await app.collect())
  }
  return samples
}

/**
 * @param {{ changes: number, took: number }} sent
 * @param {{ delays: number[], bytes: number }} heard
 */
function print({ changes, took }, { delays, bytes }) {
  delays.sort((left, right) => left - right)
  const at = (/** @type {number} */ part) => (delays[Math.floor((delays.length - 1) * part)] ?? Number.NaN) / 1_000
  emit(`\n- ${changes} changes in ${compact(took)} s; ${delays.length} of ${changes * READERS} events were heard`)
  emit(`- ${compact(bytes / READERS / took)} bytes per second for each reader`)
  emit(`- from sending to hearing: p50 ${compact(at(0.5))} s, p99 ${compact(at(0.99))} s, slowest ${compact(at(1))} s`)
  printVerdict('seconds from sending to hearing, p99', at(0.99), BOUND, ' s')
  if (delays.length < changes * READERS) process.exitCode = 1
}

/** @param {readonly Memory[]} samples */
function printMemory(samples) {
  for (const kind of /** @type {const} */ (['heapUsed', 'rss'])) {
    const series = samples.map((sample) => sample[kind] / 1024 / 1024)
    const settled = series.slice(Math.floor(series.length / 3))
    const middle = Math.floor(settled.length / 2)
    emit(`- ${kind} in MiB: ${series.map((value) => value.toFixed(1)).join(' ')}`)
    const ratio = median(settled.slice(middle)) / median(settled.slice(0, middle))
    printVerdict(`${kind} of the last third to the second`, ratio, MEMORY_BOUND[kind])
  }
}
