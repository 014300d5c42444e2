import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openapiDocument } from '../packages/http/src/openapi/openapi-document.js'
import { ALL_ROUTES } from '../packages/http/src/route/all-routes.js'

it('docs/http-api.md should list exactly the endpoints, with summary and scopes', () => {
  const page = readFileSync(new URL('../docs/http-api.md', import.meta.url), 'utf8')
  const listed = page.split('\n## Every endpoint\n')[1]?.match(/^\| `.*$/gm) ?? []
  expect(listed.map((line) => line.replace(/ +/g, ' '))).toEqual(endpoints())
})

// Helpers

interface Operation {
  readonly summary: string
  /** For each way to send the API key, the scopes that the key needs. */
  readonly security: readonly { readonly bearer?: readonly string[] }[]
}

function endpoints(): string[] {
  const { paths } = openapiDocument(ALL_ROUTES, { version: '', baseUrl: '' })
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Readonly<Record<string, Operation>>).map(([method, { summary, security }]) => {
      const needed = security.flatMap(({ bearer = [] }) => bearer.map((scope) => `\`${scope}\``))
      const scopes = needed.length === 0 ? 'no key' : needed.join(', ')
      return `| \`${method.toUpperCase()} ${path}\` | ${summary} | ${scopes} |`
    }),
  )
}
