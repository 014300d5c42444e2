import { ALERT_STATUSES } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import type { Route } from '../src/define-route.js'
import { openapiDocument } from '../src/openapi-document.js'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import { patternOf } from './check-answer.js'
import { useServer } from './test-server.js'

/** Whoever posts to a webhook is let in by what the webhook asks for. */
const PUBLIC = ['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /openapi.json', 'POST /api/webhooks/custom/:id']

/** What stands in front decides (api.md, Authentication; decisions.md 3, 5 and 7). */
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

describe('GET /openapi.json', () => {
  const server = useServer()

  it('should serve the document of every route without a key', async () => {
    const { status, body } = await server.current.call('GET', '/openapi.json', { key: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'opsgraph', version: '1.2.3' },
      servers: [{ url: 'https://ops.example' }],
    })
    expect(operations(body).map(({ label }) => label)).toEqual(ALL_ROUTES.map(label).sort())
  })

  it('should lead every reference somewhere', () => {
    const names = new Set(Object.keys((document.components as { schemas: object }).schemas))
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\//)
      expect(names).toContain(reference.split('/').at(-1))
    }
    const used = new Set(references.map((reference) => reference.split('/').at(-1)))
    expect([...names].filter((name) => !used.has(name))).toEqual([])
  })

  it('should say of every operation what it needs, takes and answers', () => {
    for (const { label, path, operation } of operations(document)) {
      const scope = ALL_ROUTES.find(({ id }) => id === operation.operationId)?.scope
      expect(operation.security, label).toEqual(scope === null ? [] : [{ apiKey: [] }])
      expect(operation.description, label).toContain(scope ?? 'no API key')
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(declared, label).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
      const statuses = Object.keys(operation.responses)
      const always = ['400', '405', '500']
      expect(statuses, label).toEqual(expect.arrayContaining([...always, ...(scope === null ? [] : ['401', '403'])]))
      expect(statuses.includes('409'), label).toBe(!label.startsWith('GET '))
      expect(statuses.includes('413'), label).toBe('requestBody' in operation)
    }
  })

  it('should show limits and defaults of parameters', () => {
    const graph = operations(document).find(({ path }) => path === '/api/resources/graph')?.operation
    expect(graph?.parameters).toMatchObject([
      { name: 'resource', in: 'query', required: true, schema: { type: 'string', maxLength: 255 } },
      { name: 'environment', required: false, schema: { default: '' } },
      { name: 'direction', required: false, schema: { enum: ['ancestors', 'descendants', 'both'], default: 'both' } },
      { name: 'depth', required: false, schema: { type: 'integer', minimum: 1, maximum: 20, default: 10 } },
    ])
  })

  it('should show repeatable parameters as lists, and the headers that matter', () => {
    expect(find('listAlerts')?.parameters[0]).toMatchObject({ name: 'severity', schema: { type: 'array' } })
    expect(find('saveTopology')?.parameters).toContainEqual(
      expect.objectContaining({ name: 'if-match', in: 'header', required: false }),
    )
    expect(find('saveTopology')?.responses).toMatchObject({ 200: { headers: { ETag: {} } }, 412: {} })
  })

  it('should not list the severities by which assignments are filtered as the only ones that are answered', () => {
    expect(find('readAssignments')?.parameters).toContainEqual(
      expect.objectContaining({ name: 'severity', schema: { type: 'array', items: { type: 'string' } } }),
    )
  })

  it('should tell how long a body may be', () => {
    expect(find('receiveAlert')?.requestBody).toMatchObject({ description: 'At most 1 MiB' })
    expect(find('putRelations')?.requestBody).toMatchObject({ description: 'At most 16 MiB' })
  })

  it('should describe the body of every route that reads one, with the limits', () => {
    const { schemas } = document.components as { schemas: Record<string, unknown> }
    expect(schemas.NewRelations).toMatchObject({
      properties: { relations: { minItems: 1, maxItems: 10_000 }, source: { default: 'manual' } },
      required: ['relations'],
    })
    expect(schemas.NewTopology).toMatchObject({
      required: expect.arrayContaining(['name', 'description', 'service']),
      properties: { nodes: { maxItems: 5_000 } },
      additionalProperties: false,
    })
    expect(schemas.NewAlert).toMatchObject({
      properties: { severity: { default: 'normal' }, timeout: { default: 86_400 }, status: { enum: ALERT_STATUSES } },
    })
    expect(schemas.AlertStatusChange).toMatchObject({
      properties: { status: { enum: ALERT_STATUSES }, text: { default: '' } },
      required: ['status'],
    })
    expect(schemas.Error).toMatchObject({ required: ['status', 'code', 'message', 'requestId'] })
  })
})

// Helpers

/** They take a body, and save nothing. */
const QUESTIONS = ['suggestTopology', 'explainDelivery', 'explainConfig']

function looks({ id, method }: Route): boolean {
  return method === 'get' || QUESTIONS.includes(id)
}

interface Operation {
  readonly operationId: string
  readonly description: string
  readonly security: unknown
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

const document = openapiDocument(ALL_ROUTES, { version: '1.2.3', baseUrl: 'https://ops.example' })

function find(id: string): Operation | undefined {
  return operations(document).find(({ operation }) => operation.operationId === id)?.operation
}

function operations({ paths }: Readonly<Record<string, unknown>>) {
  return Object.entries(paths as Record<string, Record<string, Operation>>)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        operation,
        label: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      })),
    )
    .sort((left, right) => (left.label < right.label ? -1 : 1))
}

function label({ method, path }: Route): string {
  return `${method.toUpperCase()} ${path}`
}
