/**
 * Starts a server, and generates `opsgraph.d.ts` from the OpenAPI document of the server. The README shows a command
 * that does the same.
 */
import { writeFileSync } from 'node:fs'
import { createOpsgraph } from '@opsgraph/core'
import { createApp, createLogger, listen } from '@opsgraph/http'
import { MemoryStore } from '@opsgraph/store-memory'
import openapiTS, { astToString } from 'openapi-typescript'

const opsgraph = createOpsgraph({ store: new MemoryStore() })
const app = createApp({ opsgraph, baseUrl: 'http://127.0.0.1', logger: createLogger('silent') })
const server = await listen(app, { host: '127.0.0.1', port: 0 })
const types = await openapiTS(new URL(`${server.url}/openapi.json`), { defaultNonNullable: false })
await server.close(0)
writeFileSync(new URL('opsgraph.d.ts', import.meta.url), astToString(types))
