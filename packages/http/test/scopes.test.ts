import type { Scope } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import { DOCUMENT } from './check-answer.js'
import { expectRefusal, type Sent, textAt, useServer } from './test-server.js'
import { PATH, sampleGraph, shop } from './topology-sample.js'

const server = useServer()

interface Operation {
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly Scope[]>>[]
}

/** Every operation of the OpenAPI document that needs a key, with the scopes that the document names. */
const OPERATIONS = ALL_ROUTES.filter(({ scopes }) => scopes !== null).map(({ method, path }) => {
  const { paths } = DOCUMENT as unknown as { readonly paths: Record<string, Record<string, Operation>> }
  const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method]
  // The last paragraph of the description names the scopes.
  const named = operation?.description
    .split('\n\n')
    .at(-1)
    ?.match(/(?<=`)[^`\s]+(?=`)/g) as Scope[]
  return { label: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, operation, named }
})

describe('the scopes in the OpenAPI document', () => {
  it.each(OPERATIONS)('should be the same in words and in every scheme: $label', ({ operation, named }) => {
    expect(operation?.security).toEqual([{ apiKey: named }, { bearer: named }, { apiKeyHeader: named }])
  })

  it.each(OPERATIONS)('should each be needed: $label', async ({ method, path, named }) => {
    for (const missing of named) {
      const key = await server.current.keyWith(named.filter((scope) => scope !== missing).concat('read:audit'))
      const refused = await server.current.call(method, path.replaceAll(/:\w+/g, 'x'), { key })
      expectRefusal(refused, 403, `this needs the scope ${missing}`)
    }
  })

  it.each(OPERATIONS)('should be enough: $label', async ({ method, path, named }) => {
    const id = textAt(await server.current.call('POST', PATH, { json: { ...shop, ...sampleGraph() } }), 'id')
    const key = await server.current.keyWith(named)
    const sent: Sent = { key, ...(['POST', 'PUT'].includes(method) && { json: BODIES[path] ?? {} }) }
    const { status, body } = await server.current.call(method, requestOf(path, id), sent)
    expect([status, body.message]).not.toEqual([403, expect.anything()])
  })
})

// Helpers

/** Bodies with which the request reaches the last check of its scopes. */
const BODIES: Readonly<Record<string, unknown>> = {
  '/api/impact/simulate': { resources: ['vm'] },
  '/api/alert_policy/preview': { policy: { name: 'p', actions: [{ type: 'drop' }] } },
  '/api/resources/relations': { resource: 'a', parent: 'b' },
  '/api/resources/relations/bulk': { relations: [{ resource: 'a', parent: 'b' }] },
}

function requestOf(path: string, topology: string): string {
  const required = path === '/api/resources/graph' ? '?resource=vm' : ''
  return path.replaceAll(/:\w+/g, path.startsWith(PATH) ? topology : 'x') + required
}
