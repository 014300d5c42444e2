import { describe, expect, it } from 'vitest'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import { type Answers, filledIn, routeOf, STORY, type Step, send } from './api-story.js'
import { escaped, faultsOfValue, resolve } from './check-answer.js'
import { type TestServer, useServer } from './test-server.js'

type Json = Readonly<Record<string, unknown>>

/**
 * Queries with which an operation accepts other bodies. The document describes the bodies for all queries of an
 * operation.
 */
const PRESETS: Readonly<Record<string, string>> = {
  createAlertPolicy: 'preset=hostnames',
  createWebhook: 'preset=travis',
}

/** Webhooks with the fields that the webhook of the story does not have. */
const WEBHOOKS = [
  {
    id: 'other',
    enabled: true,
    fieldMappings: { resource: 'host', event: ' ', text: { path: 'message', join: null } },
    defaultValues: { event: 'a', environment: 'b', type: 'c', severity: 'minor' },
    base64Fields: ['data'],
    jsonFields: ['data'],
    testPayloads: { operator: null, clauses: [{ key: 'isTest', op: '=', value: true }] },
    deduplication: { header: 'X-Id', path: null, ttlSeconds: 60 },
    expectEvery: 3600,
    expectSeverity: 'major',
    authMode: 'header',
    authHeaderScheme: 'static',
    authHeaderName: 'X-Token',
    authSecret: 'a long random text',
    authSecretPrevious: 'another random text',
    authSecretPreviousExpires: '2040-01-01T00:00:00Z',
  },
  { enabled: false, authMode: 'api_key', apiKeyId: '$createApiKey.data.id', authSecret: '******', deduplication: null },
  { authMode: 'none', authSecret: '', authHeaderName: 'X-Token', deduplication: { path: 'id', ttlSeconds: 60 } },
]

describe('the document', () => {
  const server = useServer()

  it('should accept and refuse the same bodies as the server, field by field', { timeout: 240_000 }, async () => {
    const disagreements: string[] = []
    const answers: Answers = new Map()
    const asked = new Set<string>()
    for (const step of STORY) {
      const filled = filledIn(step, answers) as Step
      await send(server.current, step, answers)
      if (filled.json === undefined || asked.has(step.id)) continue
      asked.add(step.id)
      disagreements.push(...(await disagreementsOn(server.current, filled)))
    }
    await send(server.current, STORY.find(({ id }) => id === 'createApiKey') as Step, answers)
    for (const json of WEBHOOKS) {
      const step = filledIn({ id: 'createWebhook', json }, answers) as Step
      disagreements.push(...(await disagreementsOn(server.current, step)))
    }
    const bodies = ALL_ROUTES.filter(({ body }) => body !== undefined && body.raw !== true && body.file === undefined)
    expect(bodies.filter(({ id }) => !asked.has(id)).map(({ id }) => id)).toEqual([])
    expect(disagreements).toEqual([])
  })
})

// Helpers

async function disagreementsOn(server: TestServer, step: Step): Promise<readonly string[]> {
  const disagreements: string[] = []
  for (const { question, body } of questionsAbout(step.id, step.json)) {
    const status = await statusOf(server, { ...step, json: body })
    if ((status === 400) !== isRefusedByDocument(step.id, body)) disagreements.push(`${step.id} ${question}: ${status}`)
  }
  return disagreements
}

/** The status of the answer. A body that is refused may be a body for a preset. */
async function statusOf(server: TestServer, step: Step): Promise<number> {
  const query = PRESETS[step.id]
  const { status } = await send(server, step, new Map())
  return status === 400 && query !== undefined ? (await send(server, { ...step, query }, new Map())).status : status
}

interface Question {
  readonly question: string
  readonly body: unknown
}

/**
 * Creates the questions: about each field of a body, whether it may be null, missing, or of another type; about each
 * object, whether it may have an unknown field.
 */
function questionsAbout(id: string, valid: unknown): readonly Question[] {
  return objectsIn(bodySchema(id), valid, []).flatMap(({ path, properties, value }) => {
    const named = (field: string) => [...path, field].join('.')
    const changed = (object: Json) => replacedAt(valid, path, object)
    const known = Object.keys(properties).flatMap((field) => {
      const { [field]: _, ...without } = value
      return [
        { question: `${named(field)} null`, body: changed({ ...value, [field]: null }) },
        { question: `${named(field)} missing`, body: changed(without) },
        ...VALUES.map((wrong) => ({
          question: `${named(field)} ${JSON.stringify(wrong)}`,
          body: changed({ ...value, [field]: wrong }),
        })).filter(({ body }) => isRefusedByDocument(id, body)),
      ]
    })
    return [...known, { question: `${named('unheardOf')} unknown`, body: changed({ ...value, unheardOf: 1 }) }]
  })
}

/**
 * A value of each JSON type. A value that the document accepts is not sent: the server may refuse it for its content,
 * such as the id of something that does not exist.
 */
const VALUES = ['some text', 7, true, [7], { some: 'object' }]

interface Described {
  readonly path: readonly (string | number)[]
  readonly properties: Readonly<Record<string, Json>>
  readonly value: Json
}

/** The objects in a valid body whose fields the document describes. */
function objectsIn(sent: Json, value: unknown, path: readonly (string | number)[]): readonly Described[] {
  const schema = branchFor(sent, value)
  if (Array.isArray(value))
    return value.slice(0, 1).flatMap((item) => objectsIn(schema.items as Json, item, [...path, 0]))
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return []
  const properties = schema.properties as Readonly<Record<string, Json>>
  const inner = Object.entries(value).flatMap(([field, child]) =>
    properties[field] === undefined ? [] : objectsIn(properties[field], child, [...path, field]),
  )
  return [{ path, properties, value: value as Json }, ...inner]
}

/** Returns the schema itself, or the alternative in it that describes a value. */
function branchFor(sent: Json | undefined, value: unknown): Json {
  if (sent === undefined || sent === null) return {}
  const schema = typeof sent.$ref === 'string' ? { ...(resolve(sent.$ref) as Json), ...withoutRef(sent) } : sent
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined
  if (branches === undefined) return schema
  const fits = branches.map((branch) => branchFor(branch, value)).find((branch) => isFor(branch, value))
  return fits ?? {}
}

function withoutRef({ $ref: _, ...rest }: Json): Json {
  return rest
}

function isFor({ type, properties, required = [] }: Json, value: unknown): boolean {
  if (Array.isArray(value)) return type === 'array'
  if (typeof value !== 'object' || value === null) return type === typeof value
  const fields = Object.keys(value)
  return (
    type === 'object' &&
    (required as readonly string[]).every((field) => fields.includes(field)) &&
    (properties === undefined || fields.every((field) => field in (properties as Json)))
  )
}

function replacedAt(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by
  const inner = replacedAt((value as Json)[key], rest, by)
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? inner : item))
  return { ...(value as Json), [key]: inner }
}

function pointerTo(id: string): string {
  const { method, path } = routeOf(id)
  const template = path.replaceAll(/:(\w+)/g, '{$1}')
  return `#/paths/${escaped(template)}/${method}/requestBody/content/application~1json/schema`
}

function bodySchema(id: string): Json {
  return resolve(pointerTo(id)) as Json
}

function isRefusedByDocument(id: string, body: unknown): boolean {
  return faultsOfValue(pointerTo(id), body).length > 0
}
