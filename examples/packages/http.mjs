import { createOpsgraph } from '@opsgraph/core'
import { createApp, createLogger, listen } from '@opsgraph/http'
import { MemoryStore } from '@opsgraph/store-memory'

const opsgraph = createOpsgraph({ store: new MemoryStore(), adminKey: 'change-me' })
const app = createApp({ opsgraph, baseUrl: 'https://opsgraph.example.org', logger: createLogger('warn') })
const server = await listen(app, { host: '127.0.0.1', port: 0 }) // 0 = any free port
const answer = await fetch(`${server.url}/api/alerts`, { headers: { Authorization: 'Key change-me' } })
console.log(await answer.json()) // { status: 'ok', total: 0, alerts: [], … }
await server.close(1_000)
