import { createOpsgraph } from '@opsgraph/core'
import { createApp, createLogger, listen } from '@opsgraph/http'
import { MemoryStore } from '@opsgraph/store-memory'
import { openEmbeddedStore, openPostgresStore } from '@opsgraph/store-postgres'
import { CALLER } from './stage.mjs'
import { Turns } from './turns.mjs'

const [, , kind = '', connectionString = ''] = process.argv
const store = await openStore()
const opsgraph = createOpsgraph({ store, secretKey: 'the-secret-of-the-server' })
const secret = await opsgraph.ensureAdminKey(CALLER)
let url = ''
const app = createApp({ opsgraph, baseUrl: () => url, logger: createLogger('silent') })
const listener = await listen(app, { host: '127.0.0.1', port: 0 })
url = listener.url
const turns = new Turns()

process.on('message', (message) => {
  if (message === 'take') process.send?.({ hold: turns.take() })
  if (message === 'stop') stop()
})
// Ends this process if the measuring process ends without a `stop` message.
process.on('disconnect', () => process.exit())
process.send?.({ url, secret })

function openStore() {
  if (kind === 'memory') return new MemoryStore()
  return kind === 'embedded' ? openEmbeddedStore() : openPostgresStore({ connectionString })
}

async function stop() {
  await listener.close(1_000)
  await store.close()
  process.exit()
}
