import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} HeavyRequest
 * @property {string} route the method and the path of the OpenAPI document
 * @property {string} detail what makes the request heavy
 * @property {string} path the path of this request, with its query
 * @property {string | Buffer} [body]
 *
 * @typedef {object} Held
 * @property {number} status
 * @property {number} bytes of the answer
 * @property {string} start the first characters of the answer
 * @property {number} hold the longest time for which the event loop was blocked, in milliseconds of CPU time
 * @property {number} health the slowest answer of `/healthz` meanwhile, in milliseconds
 */

/** The number of characters at the start of an answer that are stored. */
const START = 2_000_000
/** Milliseconds between two requests for `/healthz`. */
const BETWEEN = 10

/**
 * Starts a server on a store, in a separate process.
 *
 * @param {'memory' | 'embedded' | 'postgres'} store
 * @param {string} databaseUrl
 */
export async function startHeldServer(store, databaseUrl) {
  const child = fork(fileURLToPath(new URL('holds-server.mjs', import.meta.url)), [store, databaseUrl])
  const ended = once(child, 'exit')
  const nextMessage = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended])
    if (typeof message !== 'object') throw new Error('the server has ended')
    return message
  }
  const { url, secret } = await nextMessage()
  const headers = { authorization: `Key ${secret}` }
  const take = async () => {
    child.send('take')
    return Number((await nextMessage()).hold)
  }
  /** @param {Omit<HeavyRequest, 'detail'>} sent */
  const send = ({ route, path, body }) => ask(`${url}${path}`, { method: route.split(' ')[0], headers }, body)
  return {
    send,
    readDocument: async () =>
      /** @type {{ paths: Record<string, object> }} */ (await (await fetch(`${url}/openapi.json`)).json()),
    /**
     * Sends a request, and requests `/healthz` again and again until it is answered.
     *
     * @param {HeavyRequest} sent
     * @returns {Promise<Held>}
     */
    hold: async (sent) => {
      await delay(50)
      await take()
      let isOn = true
      let health = 0
      const asking = (async () => {
        while (isOn) {
          const start = performance.now()
          await ask(`${url}/healthz`, {})
          health = Math.max(health, performance.now() - start)
          await delay(BETWEEN)
        }
      })()
      const answer = await send(sent)
      isOn = false
      await asking
      return { ...answer, hold: await take(), health }
    },
    stop: async () => {
      child.send('stop')
      await ended
    },
  }
}

/**
 * Sends a request on a separate connection, and discards the answer except its start.
 *
 * @param {string} url
 * @param {import('node:http').RequestOptions} options
 * @param {string | Buffer} [body]
 * @returns {Promise<{ status: number, bytes: number, start: string }>}
 */
function ask(url, options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent: false }, (response) => {
      let [bytes, start] = [0, '']
      response.on('data', (chunk) => {
        bytes += chunk.length
        if (start.length < START) start += chunk.toString()
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, start }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
