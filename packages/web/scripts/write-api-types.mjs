/**
 * Writes the types of the API to `src/api/schema.ts`. They are generated from the OpenAPI document that the built
 * server serves.
 */
import { writeFileSync } from 'node:fs'
import { createOpsgraph } from '@opsgraph/core'
import { createApp, createLogger, listen } from '@opsgraph/http'
import { MemoryStore } from '@opsgraph/store-memory'
import openapiTS, { astToString } from 'openapi-typescript'

const opsgraph = createOpsgraph({ store: new MemoryStore() })
const app = createApp({ opsgraph, baseUrl: 'http://127.0.0.1', logger: createLogger('silent') })
const server = await listen(app, { host: '127.0.0.1', port: 0 })
const document = await (await fetch(`${server.url}/openapi.json`)).json()
await server.close(0)

// Remove the types of error answers. All error answers have the same body, which `ApiError` reads. Repeating this body
// for every route would make up most of the file.
for (const { responses } of Object.values(document.paths).flatMap((path) => Object.values(path))) {
  for (const status of Object.keys(responses ?? {})) if (!status.startsWith('2')) delete responses[status]
}
// In the types of requests, a field that has a default value is optional.
const types = await openapiTS(document, { alphabetize: true, defaultNonNullable: false })
writeFileSync(new URL('../src/api/schema.ts', import.meta.url), astToString(types))
