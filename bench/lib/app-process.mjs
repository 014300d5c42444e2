import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ rss: number, heapUsed: number }} Memory in bytes, after a collection of garbage
 *
 * @typedef {object} AppProcess
 * @property {(method: string, path: string, body?: string | Buffer) => Promise<Answer>} send one request
 * @property {() => Promise<Memory>} collect collects its garbage, and tells what is left
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ status: number, bytes: number, text: () => string }} Answer
 */

/**
 * Starts opsgraph's HTTP API over a database in a process of its own, as in production: whoever measures takes none of
 * its time.
 *
 * @param {string} databaseUrl
 * @param {string} [log] the file for a line about each request; without one there are no lines
 * @returns {Promise<AppProcess>}
 */
export async function startApp(databaseUrl, log) {
  const level = log === undefined ? 'silent' : 'info'
  const child = fork(fileURLToPath(new URL('app-server.mjs', import.meta.url)), [databaseUrl, level], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', log === undefined ? 'inherit' : openSync(log, 'w'), 'ipc'],
  })
  const ended = once(child, 'exit')
  const hear = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended])
    if (typeof message !== 'object') throw new Error('the server has ended')
    return message
  }
  const { url, secret } = await hear()
  return {
    send: async (method, path, body) => {
      const headers = { authorization: `Key ${secret}`, 'content-type': 'application/json' }
      const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) })
      const bytes = Buffer.from(await response.arrayBuffer())
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${bytes.toString().slice(0, 500)}`)
      return { status: response.status, bytes: bytes.length, text: () => bytes.toString() }
    },
    collect: async () => {
      child.send('collect')
      return await hear()
    },
    stop: async () => {
      child.send('stop')
      await ended
    },
  }
}
