import { createHmac } from 'node:crypto'
import { connect } from 'node:net'

/**
 * Sends deliveries over persistent connections. Each delivery has its own body and signature. A connection sends its
 * next delivery as soon as the server has answered the previous one. This script is a separate process, so that it
 * shares only the processor with the measured server.
 *
 * @typedef {object} Load
 * @property {string} url
 * @property {string} secret
 * @property {number} connections
 * @property {number} seconds
 * @property {string} run makes the alerts different from the alerts of other runs
 *
 * @typedef {object} Measured
 * @property {number} rate answers per second
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} failed answers other than 200
 */

const HEADER = 'X-Hub-Signature-256'
const FILLER = 'the quick brown fox jumps over the lazy dog '.repeat(37)

/** @type {number[]} */
const latencies = []
let failed = 0
let sent = 0

process.once('message', async (message) => {
  const load = /** @type {Load} */ (message)
  const until = performance.now() + load.seconds * 1_000
  const start = performance.now()
  await Promise.all(Array.from({ length: load.connections }, () => keepSending(load, until)))
  const seconds = (performance.now() - start) / 1_000
  latencies.sort((left, right) => left - right)
  const at = (/** @type {number} */ part) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN
  process.send?.({ rate: latencies.length / seconds, p50: at(0.5), p99: at(0.99), failed })
  process.disconnect()
})

/**
 * @param {Load} load
 * @param {number} until
 * @returns {Promise<void>}
 */
function keepSending(load, until) {
  const { hostname, port, pathname } = new URL(load.url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let received = ''
  let begun = 0
  const next = () => {
    begun = performance.now()
    socket.write(request(load, pathname))
  }
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1')
    socket.once('connect', next)
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      received += chunk
      const length = readAnswerLength(received)
      if (length === undefined || received.length < length) return
      latencies.push(performance.now() - begun)
      if (!received.startsWith('HTTP/1.1 200')) failed++
      received = received.slice(length)
      if (performance.now() < until) next()
      else {
        socket.destroy()
        resolve()
      }
    })
  })
}

/**
 * @param {Load} load
 * @param {string} path
 */
function request({ secret, run }, path) {
  const number = sent++
  const body = JSON.stringify({
    host: { name: `host-${number % 997}` },
    check: { name: `check-${run}-${number}` },
    severity: 'major',
    message: `check ${number} is broken: ${FILLER}`,
    labels: { team: 'payments', region: 'eu-west-1', run, instance: `10.0.0.${number % 256}` },
  })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n${HEADER}: sha256=${signature}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/**
 * Returns the length of an answer (headers and body together), or `undefined` while the headers are incomplete.
 *
 * @param {string} received
 */
function readAnswerLength(received) {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end))?.[1]
  return end + 4 + Number(length)
}
