import { createOpsgraph } from '@opsgraph/core'
import { createApp, createLogger, listen } from '@opsgraph/http'
import { MemoryStore } from '@opsgraph/store-memory'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { expect, it } from 'vitest'

const HEADER =
  '// Written from /openapi.json; after a change of the API: pnpm vitest run packages/web/test/api-types.test.ts -u\n'

it('should match the API that the server describes', async () => {
  const document = withoutRefusals(await readDocument())
  // Fields with a default may be left out of a request.
  const options = { alphabetize: true, defaultNonNullable: false }
  const types = HEADER + astToString(await openapiTS(document as unknown as OpenAPI3, options))
  await expect(types).toMatchFileSnapshot('../src/api/schema.ts')
})

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: Record<string, unknown> }>>>>
}

/** Every refusal has the same body, which `ApiError` reads; repeated at every route, they would be most of the file. */
function withoutRefusals(document: Document): Document {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const { responses = {} } = operation
    for (const status of Object.keys(responses)) if (!status.startsWith('2')) delete responses[status]
  }
  return document
}

async function readDocument(): Promise<Document> {
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  const app = createApp({ opsgraph, baseUrl: 'http://127.0.0.1', logger: createLogger('silent') })
  const listener = await listen(app, { host: '127.0.0.1', port: 0 })
  try {
    const answer = await fetch(`${listener.url}/openapi.json`)
    return (await answer.json()) as Document
  } finally {
    await listener.close(0)
  }
}
