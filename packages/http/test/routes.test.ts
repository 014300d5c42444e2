import { type Opsgraph, OpsgraphError, USE_CASE_SCOPES } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '../src/app-context.js'
import type { Route } from '../src/define-route.js'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import { patternOf } from './check-answer.js'
import { useServer } from './test-server.js'

/** Whoever posts to a webhook is let in by what the webhook asks for. */
const PUBLIC = ['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /openapi.json', 'POST /api/webhooks/custom/:id']

/** What stands in front decides (rules.md#scopes). */
const AREAS = [
  ['/api/service_topolog', 'service_topologies'],
  ['/api/resource', 'service_topologies'],
  ['/api/service_catalog', 'service_catalog'],
  ['/api/webhook_', 'webhook_configs'],
  ['/api/alert', 'alerts'],
  ['/api/key', 'keys'],
  ['/api/audit', 'audit'],
] as const

describe('routes', () => {
  it('should need a scope, but for the ones that are public on purpose', () => {
    const open = ALL_ROUTES.filter((route) => route.scope === null).map(label)
    expect(open.sort()).toEqual(PUBLIC.sort())
  })

  it('should need write to change something, and read to look', () => {
    for (const route of ALL_ROUTES.filter(({ scope }) => scope !== null)) {
      expect(route.scope, label(route)).toMatch(looks(route) ? /^(read|admin):/ : /^write:/)
    }
  })

  it('should need a scope of the area that its path belongs to', () => {
    for (const route of ALL_ROUTES.filter(({ scope }) => scope !== null)) {
      const [, area] = AREAS.find(([start]) => route.path.startsWith(start)) ?? []
      expect(route.scope?.split(':')[1], label(route)).toBe(area)
    }
  })

  it('should each need the scope of the use-case that answers it', async () => {
    for (const route of ALL_ROUTES.filter(({ scope, id }) => scope !== null && !PURE.includes(id))) {
      const name = await useCaseOf(route)
      expect([name, route.scope], label(route)).toEqual([name, USE_CASE_SCOPES[name as keyof typeof USE_CASE_SCOPES]])
    }
  })

  it('should each be reached: no path before it fits its own', () => {
    for (const [index, route] of ALL_ROUTES.entries()) {
      const example = route.path.replaceAll(/:\w+/g, 'x')
      const shadows = ALL_ROUTES.slice(0, index).filter(
        (earlier) => earlier.path !== route.path && patternOf(earlier.path).test(example),
      )
      expect(shadows.map(label), label(route)).toEqual([])
    }
  })

  it('should be registered once each, with a name of their own', () => {
    expect(new Set(ALL_ROUTES.map(label)).size).toBe(ALL_ROUTES.length)
    expect(new Set(ALL_ROUTES.map(({ id }) => id)).size).toBe(ALL_ROUTES.length)
  })

  it('should declare the parameters that stand in their paths, and no others', () => {
    for (const route of ALL_ROUTES) {
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1])
      expect(Object.keys(route.params.shape), label(route)).toEqual(inPath)
    }
  })
})

describe('a method that a path does not have', () => {
  const server = useServer()

  it('should be refused with those that it has, at every path', async () => {
    for (const path of new Set(ALL_ROUTES.map((route) => route.path.replaceAll(/:\w+/g, 'x')))) {
      const refused = await server.current.call('PATCH', path)
      expect([refused.status, refused.headers.has('allow')], path).toEqual([405, true])
      const told = await server.current.call('OPTIONS', path)
      expect([told.status, told.headers.get('allow')], path).toEqual([204, refused.headers.get('allow')])
    }
  })

  it('should be refused where a fixed path stands beside one with a parameter: both are told', async () => {
    const { headers } = await server.current.call('PATCH', '/api/webhook_config/test')
    expect(headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'])
  })
})

// Helpers

/** They take a body, and save nothing. */
const QUESTIONS = ['suggestTopology', 'explainDelivery', 'explainConfig']

/** They answer what the program itself knows, and ask no use-case. */
const PURE = ['readCmdbTemplate', 'listWebhookPresets']

/** Query parameters that a route may want. */
const REQUIRED: readonly [string, readonly string[]][] = [
  ['resource', ['x']],
  ['mode', ['merge']],
]

/** The name of the use-case that a route asks first. */
async function useCaseOf(route: Route): Promise<string | undefined> {
  let name: string | undefined
  const opsgraph = new Proxy({} as Opsgraph, {
    get: (_, property) => async () => {
      name ??= String(property)
      throw new OpsgraphError('conflict', 'enough is known')
    },
  })
  const context = { opsgraph, version: '' } as AppContext
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

function looks({ id, method }: Route): boolean {
  return method === 'get' || QUESTIONS.includes(id)
}

function label({ method, path }: Route): string {
  return `${method.toUpperCase()} ${path}`
}
