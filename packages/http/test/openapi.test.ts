import { ALERT_STATUSES } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { openapiDocument } from '../src/openapi/openapi-document.js'
import type { Route } from '../src/pipeline/define-route.js'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import { useServer } from './test-server.js'

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

  it('should describe summary, scope and path parameters of every operation', () => {
    for (const { label, path, operation } of operations(document)) {
      const scopes = ALL_ROUTES.find(({ id }) => id === operation.operationId)?.scopes
      expect(operation.summary, label).toMatch(/^[A-Z].{8,}/)
      expect(operation.security, label).toEqual(
        scopes === null ? [] : [{ apiKey: scopes }, { bearer: scopes }, { apiKeyHeader: scopes }],
      )
      for (const scope of scopes ?? ['no API key']) expect(operation.description, label).toContain(scope)
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(declared, label).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
    }
  })

  it('should list exactly the statuses with which an operation refuses', () => {
    const keyed = ['400', '401', '403', '408', '417', '429', '431', '500', '503']
    expect(refusals('listAlerts')).toEqual(keyed)
    expect(refusals('readAlert')).toEqual([...keyed, '404'].sort())
    expect(refusals('deleteAlert')).toEqual([...keyed, '404', '409'].sort())
    expect(refusals('receiveAlert')).toEqual([...keyed, '409', '413', '415'].sort())
    expect(refusals('explainConfig')).toEqual([...keyed, '413', '415'].sort())
    expect(refusals('saveTopology')).toEqual([...keyed, '404', '409', '412', '413', '415'].sort())
    expect(refusals('receiveDelivery')).toEqual([...keyed, '404', '409', '413', '415'].sort())
    expect(refusals('exportTopology')).toEqual([...keyed, '404', '409'].sort())
    expect(refusals('exportTopologies')).toEqual([...keyed, '404', '409'].sort())
    expect(refusals('readReady')).toEqual(['400', '408', '417', '431', '500', '503'])
    expect(refusals('readAlive')).toEqual(['400', '408', '417', '431', '500'])
  })

  it('should name the headers of a refusal', () => {
    const { responses } = document.components as { responses: Record<string, { headers: object }> }
    const headers = Object.entries(responses).map(([name, described]) => [
      name,
      Object.keys(described.headers).slice(1),
    ])
    expect(Object.fromEntries(headers.filter(([, own]) => own?.length !== 0))).toEqual({
      Unauthenticated: ['WWW-Authenticate'],
      MethodNotAllowed: ['Allow'],
      Compressed: ['Accept-Encoding'],
      TooManyRequests: ['Retry-After'],
      Unavailable: ['Retry-After'],
    })
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

  it('should describe repeatable parameters as lists, and the headers that an operation reads', () => {
    expect(find('listAlerts')?.parameters[0]).toMatchObject({ name: 'severity', schema: { type: 'array' } })
    expect(find('saveTopology')?.parameters).toContainEqual(
      expect.objectContaining({ name: 'if-match', in: 'header', required: false }),
    )
    expect(find('saveTopology')?.responses).toMatchObject({ 200: { headers: { ETag: {} } }, 412: {} })
  })

  it('should list the values of every filter that has a closed list, and no others', () => {
    const closed = operations(document).flatMap(({ operation: { operationId, parameters } }) =>
      parameters.flatMap(({ name, schema }) => (schema.items?.enum === undefined ? [] : [`${operationId} ${name}`])),
    )
    expect(closed.sort()).toEqual(
      [
        ...['listAlerts severity', 'listAlerts status', 'listAlertsByService severity', 'listAlertsByService status'],
        ...['readImpact severity', 'readAssignments severity', 'suggestTopology severity'],
        ...[
          'listRelations source',
          'listRedundancyRules source',
          'listTopologies orientation',
          'listTopologies schemaVersion',
        ],
        ...['listWeightPolicies status', 'listRelationPolicies status', 'listAlertPolicies status'],
        ...['listSubscriptions format', 'listSubscriptions enabled'],
        ...['listWebhooks enabled', 'listHeartbeats status', 'listAuditEntries event', 'listAuditEntries type'],
      ].sort(),
    )
  })

  it('should describe the bounds of times as single values', () => {
    for (const id of ['listAlerts', 'listAlertsByService'])
      for (const name of ['from', 'to'])
        expect(find(id)?.parameters).toContainEqual(expect.objectContaining({ name, schema: { type: 'string' } }))
  })

  it('should describe 304, If-None-Match and ETag exactly for the lists, topologies, assignments and the impact', () => {
    const versioned = operations(document).filter(({ operation }) => '304' in operation.responses)
    expect(versioned.map(({ operation }) => operation.operationId).sort()).toEqual(
      [
        ...ALL_ROUTES.filter(({ query }) => 'page' in query.shape).map(({ id }) => id),
        ...['readTopology', 'readAssignments'],
      ].sort(),
    )
    for (const { operation, label } of versioned) {
      expect(operation.parameters, label).toContainEqual(expect.objectContaining({ name: 'if-none-match' }))
      expect(operation.responses, label).toMatchObject({
        200: { headers: { ETag: {} } },
        304: { headers: { ETag: {} } },
      })
    }
  })

  it('should describe the maximum size of a body', () => {
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
      properties: { nodes: { type: ['array', 'null'], maxItems: 5_000 } },
      additionalProperties: false,
    })
    expect(schemas.NewAlert).toMatchObject({
      properties: {
        severity: { default: 'normal' },
        timeout: { default: 86_400 },
        status: { anyOf: [{ $ref: '#/components/schemas/AlertStatus' }, { type: 'null' }] },
      },
    })
    expect(schemas.AlertStatusChange).toMatchObject({
      properties: { status: { enum: ALERT_STATUSES }, text: { default: '' } },
      required: ['status'],
    })
    expect(schemas.Error).toMatchObject({ required: ['status', 'code', 'message', 'requestId'] })
  })
})

// Helpers

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly security: unknown
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly schema: { readonly items?: { readonly enum?: unknown } }
  }[]
  readonly requestBody?: unknown
  readonly responses: Readonly<Record<string, unknown>>
}

const document = openapiDocument(ALL_ROUTES, { version: '1.2.3', baseUrl: 'https://ops.example' })

function find(id: string): Operation | undefined {
  return operations(document).find(({ operation }) => operation.operationId === id)?.operation
}

function refusals(id: string): readonly string[] {
  const statuses = Object.keys(find(id)?.responses ?? {})
  return statuses.filter((status) => status >= '400').sort()
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
