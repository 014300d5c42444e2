import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Starts a minimal server for comparison, in a separate process like the measured opsgraph server.
 *
 * @param {string} script a file of this folder; it sends its `url`, and ends when it receives `stop`
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
