import { createOpsgraph } from '@opsgraph/core'
import { createApp, createLogger, listen } from '@opsgraph/http'
import { openPostgresStore } from '@opsgraph/store-postgres'
import { CALLER } from './stage.mjs'
import { Turns } from './turns.mjs'

const [, , connectionString = '', level = 'silent'] = process.argv
const store = await openPostgresStore({ connectionString })
const opsgraph = createOpsgraph({ store, secretKey: 'the-secret-of-the-server' })
const secret = await opsgraph.ensureAdminKey(CALLER)
let url = ''
const app = createApp({ opsgraph, baseUrl: () => url, logger: createLogger(level) })
const listener = await listen(app, { host: '127.0.0.1', port: 0 })
url = listener.url
/** Measures the turns of the event loop. It is created at its first use, because it takes time from the server. */
let turns = /** @type {Turns | undefined} */ (undefined)

process.on('message', (message) => {
  if (message === 'collect') process.send?.(collect())
  if (message === 'hold') process.send?.({ hold: takeHold() })
  if (message === 'stop') stop()
})
// Ends this process if the measuring process ends without a `stop` message.
process.on('disconnect', () => process.exit())
process.send?.({ url, secret })

function collect() {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heapUsed }
}

function takeHold() {
  turns ??= new Turns()
  return turns.take()
}

async function stop() {
  await listener.close(1_000)
  await store.close()
  process.exit()
}
