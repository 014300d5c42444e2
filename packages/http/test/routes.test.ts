import { createOpsgraph, type Opsgraph, OpsgraphError, USE_CASE_SCOPES } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { Metrics } from '../src/metric/metrics.js'
import { findTag } from '../src/openapi/tags.js'
import type { AppContext } from '../src/pipeline/app-context.js'
import type { Route } from '../src/pipeline/define-route.js'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import { toPattern } from './check-answer.js'
import { useServer } from './test-server.js'

/** The routes that need no API key. A webhook authenticates its senders itself. */
const PUBLIC = [
  ...['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /openapi.json', 'GET /api/config'],
  ...['', '/api/v2/alerts', '/api/v1/alerts'].map((suffix) => `POST /api/webhooks/custom/:id${suffix}`),
]

describe('routes', () => {
  it('should need a scope, except for the public routes', () => {
    const open = ALL_ROUTES.filter(({ scopes }) => scopes === null).map(label)
    expect(open.sort()).toEqual(PUBLIC.sort())
  })

  it('should need write for changes, and read or admin for queries', () => {
    for (const route of ALL_ROUTES.filter(({ scopes }) => scopes !== null)) {
      expect(route.scopes?.[0], label(route)).toMatch(isQuery(route) ? /^(read|admin):/ : /^write:/)
    }
  })

  it('should need scopes of one area, such as alerts, in each group of the document', () => {
    const areas = new Map<string, string>()
    for (const route of ALL_ROUTES.filter(({ scopes }) => scopes !== null)) {
      const [tag, area = ''] = [findTag(route.path), route.scopes?.[0]?.split(':')[1]]
      expect([label(route), area]).toEqual([label(route), areas.get(tag) ?? area])
      areas.set(tag, area)
    }
  })

  it('should each need the scopes of their use-case', async () => {
    for (const route of ALL_ROUTES.filter(({ scopes, id }) => scopes !== null && !PURE.includes(id))) {
      const name = await useCaseOf(route)
      const needed = [USE_CASE_SCOPES[name as keyof typeof USE_CASE_SCOPES]].flat()
      expect([name, route.scopes], label(route)).toEqual([name, needed])
    }
  })

  it('should each be reachable: no earlier path matches theirs', () => {
    for (const [index, route] of ALL_ROUTES.entries()) {
      const example = route.path.replaceAll(/:\w+/g, 'x')
      const shadows = ALL_ROUTES.slice(0, index).filter(
        (earlier) => earlier.path !== route.path && toPattern(earlier.path).test(example),
      )
      expect(shadows.map(label), label(route)).toEqual([])
    }
  })

  it('should be unique by path and method, and by id', () => {
    expect(new Set(ALL_ROUTES.map(label)).size).toBe(ALL_ROUTES.length)
    expect(new Set(ALL_ROUTES.map(({ id }) => id)).size).toBe(ALL_ROUTES.length)
  })

  it('should declare exactly the parameters of their paths', () => {
    for (const route of ALL_ROUTES) {
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1])
      expect(Object.keys(route.params.shape), label(route)).toEqual(inPath)
    }
  })
})

describe('an unsupported method of a path', () => {
  const server = useServer()

  it('should be refused with the supported methods, at every path', async () => {
    for (const path of new Set(ALL_ROUTES.map((route) => route.path.replaceAll(/:\w+/g, 'x')))) {
      const refused = await server.current.call('PATCH', path)
      expect([refused.status, refused.headers.has('allow')], path).toEqual([405, true])
      const options = await server.current.call('OPTIONS', path)
      expect([options.status, options.headers.get('allow')], path).toEqual([204, refused.headers.get('allow')])
    }
  })

  it('should be refused with the methods of both paths, if a path with a parameter matches too', async () => {
    const { headers } = await server.current.call('PATCH', '/api/webhook_config/test')
    expect(headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'])
  })
})

// Helpers

/** The routes whose method is POST although they store nothing. */
const QUESTIONS = [
  'suggestTopology',
  'explainDelivery',
  'explainConfig',
  'previewAlertPolicy',
  'previewMaintenanceWindow',
  'previewSubscription',
  'simulateFailures',
]

/** The routes that call no use-case, because their answer is constant. */
const PURE = ['readCmdbTemplate', 'listWebhookPresets']

/** Values of the query parameters that some routes require. */
const REQUIRED: readonly [string, readonly string[]][] = [
  ['resource', ['x']],
  ['alias', ['x']],
  ['service', ['x']],
  ['mode', ['merge']],
  ['source', ['manual']],
]

const METRICS = new Metrics(createOpsgraph({ store: new MemoryStore() }))

/** The name of the first use-case that a route calls. */
async function useCaseOf(route: Route): Promise<string | undefined> {
  let name: string | undefined
  const opsgraph = new Proxy({} as Opsgraph, {
    get: (_, property) => async () => {
      name ??= String(property)
      throw new OpsgraphError('conflict', 'the use-case is found')
    },
  })
  const context = { opsgraph, metrics: METRICS, version: '' } as AppContext
  const sent = {
    caller: { user: 'ann', scopes: [], requestId: null },
    baseUrl: () => '',
    params: Object.fromEntries(Object.keys(route.params.shape).map((param) => [param, 'x'])),
    query: () => new Map(REQUIRED.filter(([name]) => name in route.query.shape)),
    headers: {},
    readJson: async () => (route.id === 'setAlertStatus' ? { status: 'open' } : {}),
    openUpload: async () => ({ chunks: [] }),
    raw: {},
  }
  await route.answer(sent as unknown as Parameters<Route['answer']>[0], context).catch((error: unknown) => {
    if (!(error instanceof OpsgraphError) || error.kind !== 'conflict') throw error
  })
  return name
}

function isQuery({ id, method }: Route): boolean {
  return method === 'get' || QUESTIONS.includes(id)
}

function label({ method, path }: Route): string {
  return `${method.toUpperCase()} ${path}`
}
