import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Starts the least that a server can do for some work, in a process of its own as opsgraph is.
 *
 * @param {string} script in this folder; it tells its `url`, and ends when it is told `stop`
 * @param {readonly string[]} args
 */
export async function startPlain(script, ...args) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args)
  const [message] = await once(child, 'message')
  return {
    url: /** @type {{ url: string }} */ (message).url,
    stop: async () => {
      child.send('stop')
      await once(child, 'exit')
    },
  }
}
