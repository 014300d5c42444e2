import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openapiDocument } from '../src/openapi/openapi-document.js'
import { ALL_ROUTES } from '../src/route/all-routes.js'

/** Statuses with which a request is refused before it reaches a route. */
const BEFORE_ROUTES = ['405']

describe('docs/errors.md', () => {
  it('should explain every status of a refusal, and no other', () => {
    const text = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
    const section = text.split('## Kinds of refusal')[1]?.split('\n## ')[0] ?? ''
    const explained = [...section.matchAll(/^\|[^|]*\| (\d{3}) /gm)].map(([, status]) => status)
    expect([...new Set(explained)]).toEqual([...new Set([...refusals(), ...BEFORE_ROUTES])].sort())
  })
})

// Helpers

function refusals(): string[] {
  const { paths } = openapiDocument(ALL_ROUTES, { version: '', baseUrl: '' })
  const operations = Object.values(paths).flatMap((path) =>
    Object.values(path as Record<string, { responses: object }>),
  )
  return operations.flatMap(({ responses }) => Object.keys(responses)).filter((status) => status >= '400')
}
