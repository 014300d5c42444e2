/** Writes `src/api/schema.ts`: the types of the API, from the document that the built server serves. */
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

// Every refusal has the same body, which `ApiError` reads; repeated at every route they would be most of the file.
for (const { responses } of Object.values(document.paths).flatMap((path) => Object.values(path))) {
  for (const status of Object.keys(responses ?? {})) if (!status.startsWith('2')) delete responses[status]
}
// What has a default may be left out of a request.
const types = await openapiTS(document, { alphabetize: true, defaultNonNullable: false })
writeFileSync(new URL('../src/api/schema.ts', import.meta.url), astToString(types))
