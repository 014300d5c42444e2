import { OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import { rawRequest } from './raw-request.js'
import { ADMIN_KEY, useServer } from './test-server.js'

/**
 * The method and path of each route. The tests only cause the refusals: `rawRequest` and `fetch` compare each answer
 * with the OpenAPI document.
 */
const ROUTES = ALL_ROUTES.map(({ method, path }) => [method.toUpperCase(), path.replaceAll(/:\w+/g, 'x')] as const)

describe('refusals while a request arrives', () => {
  const server = useServer()

  it.each(ROUTES)('should be documented for %s %s', async (method, path) => {
    const { url } = server.current
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
    expect(await rawRequest(url, `${head}X: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
    expect(await rawRequest(url, `${head}Expect: a-miracle\r\n\r\n`)).toMatch(/^HTTP\/1.1 417 /)
  })
})

describe('refusals by a store', () => {
  it.each(['conflict', 'busy', 'unavailable'] as const)('should be documented for exports: %s', async (kind) => {
    const server = await conflicting.current.another({ store: new RefusingStore(kind), adminKey: ADMIN_KEY })
    for (const path of ['/api/service_topology/export', '/api/service_topology/some/export']) {
      const { status } = await server.call('GET', path)
      expect(status).toBe(kind === 'conflict' ? 409 : 503)
    }
  })

  const conflicting = useServer()
})

// Helpers

class RefusingStore extends MemoryStore {
  readonly #kind: 'conflict' | 'busy' | 'unavailable'

  constructor(kind: 'conflict' | 'busy' | 'unavailable') {
    super()
    this.#kind = kind
  }

  override transaction(): Promise<never> {
    return Promise.reject(new OpsgraphError(this.#kind, 'others write the same'))
  }
}
