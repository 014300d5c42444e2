import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ rss: number, heapUsed: number }} Memory in bytes, after garbage collection
 *
 * @typedef {object} AppProcess
 * @property {string} url
 * @property {string} secret the API key, with all scopes
 * @property {(method: string, path: string, body?: string | Buffer, more?: Record<string, string>) => Promise<Answer>} send
 *   sends one request, with more headers
 * @property {() => Promise<Memory>} collect collects the garbage of the process, and returns the memory that is still
 *   used
 * @property {() => Promise<number>} takeHold the longest time in milliseconds for which the event loop was blocked
 *   since the last call; the first call begins the measurement
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ status: number, tag: string | null, bytes: number, text: () => string }} Answer `tag` = the header ETag
 */

/**
 * Starts the HTTP API of opsgraph on a database. The API runs in a separate process, as in production, so that the
 * measuring process takes no CPU time from the API.
 *
 * @param {string} databaseUrl
 * @param {string} [log] the file for request logs; without it, the server does not log
 * @returns {Promise<AppProcess>}
 */
export async function startApp(databaseUrl, log) {
  const level = log === undefined ? 'silent' : 'info'
  const child = fork(fileURLToPath(new URL('app-server.mjs', import.meta.url)), [databaseUrl, level], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', log === undefined ? 'inherit' : openSync(log, 'w'), 'ipc'],
  })
  const ended = once(child, 'exit')
  const nextMessage = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended])
    if (typeof message !== 'object') throw new Error('the server has ended')
    return message
  }
  const { url, secret } = await nextMessage()
  return {
    url,
    secret,
    send: async (method, path, body, more) => {
      const headers = { authorization: `Key ${secret}`, 'content-type': 'application/json', ...more }
      const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) })
      const bytes = Buffer.from(await response.arrayBuffer())
      if (response.status >= 400)
        throw new Error(`${method} ${path}: ${response.status} ${bytes.toString().slice(0, 500)}`)
      return {
        status: response.status,
        tag: response.headers.get('etag'),
        bytes: bytes.length,
        text: () => bytes.toString(),
      }
    },
    collect: async () => {
      child.send('collect')
      return await nextMessage()
    },
    takeHold: async () => {
      child.send('hold')
      return Number((await nextMessage()).hold)
    },
    stop: async () => {
      child.send('stop')
      await ended
    },
  }
}
