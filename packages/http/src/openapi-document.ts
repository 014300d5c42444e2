import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'
import { describeHeaders, REFUSED_BEFORE, refusalComponents, refusalsOf } from './openapi-refusals.js'
import { ComponentSchemas } from './openapi-schemas.js'
import type { OpenapiDocument } from './pipeline/app-context.js'
import type { ResponseDefinition, Route } from './pipeline/define-route.js'
import { BODY_LIMIT, MEBIBYTE } from './pipeline/route-body.js'

type Json = Readonly<Record<string, unknown>>

const JSON_MEDIA = 'application/json'
const FORM_MEDIA = ['application/x-www-form-urlencoded', 'multipart/form-data']

interface DescribedApi {
  readonly version: string
  readonly baseUrl: string
}

/** Creates the OpenAPI 3.1 document of the routes from their schemas. */
export function openapiDocument(routes: readonly Route[], api: DescribedApi): OpenapiDocument {
  const steps = openapiInSteps(routes, api)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Like {@link openapiDocument}, but yields after each route. */
export function* openapiInSteps(
  routes: readonly Route[],
  { version, baseUrl }: DescribedApi,
): Generator<undefined, OpenapiDocument> {
  const schemas = new ComponentSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operation(route, schemas) }
    yield
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'opsgraph',
      version,
      description: `Resource graph, service topologies and alerts.\n\n${REFUSED_BEFORE}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      responses: refusalComponents(schemas),
      headers: { RequestId: REQUEST_ID },
      schemas: schemas.all,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const REQUEST_ID = {
  description: 'The `X-Request-ID` of the request if it is well-formed, else a new one; log lines have the same id',
  required: true,
  schema: { type: 'string', maxLength: LIMITS.requestId, pattern: '^[A-Za-z0-9._-]+$' },
}

/** The ways in which a caller may send its API key. */
const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The word `Key`, a space and the API key: `Authorization: Key <API_KEY>`',
  },
  bearer: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <API_KEY>`' },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: '`X-API-Key: <API_KEY>`' },
}

function operation(route: Route, schemas: ComponentSchemas): Json {
  const { id, summary, scopes } = route
  return {
    operationId: id,
    summary,
    description: scopes === null ? 'Needs no API key.' : describeScopes(scopes),
    security: scopes === null ? [] : Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: scopes })),
    parameters: [
      ...parameters(route.params, 'path', schemas),
      ...parameters(route.query, 'query', schemas),
      ...parameters(route.headers, 'header', schemas),
    ],
    ...requestBody(route, schemas),
    responses: { ...refusalsOf(route), ...describedResponses(route, schemas) },
  }
}

function describeScopes(scopes: readonly string[]): string {
  const named = scopes.map((scope) => `\`${scope}\``)
  const last = named.pop()
  return named.length === 0 ? `Needs the scope ${last}.` : `Needs the scopes ${named.join(', ')} and ${last}.`
}

function requestBody({ body }: Route, schemas: ComponentSchemas): Json {
  if (body === undefined) return {}
  const form = body.form && Object.fromEntries(FORM_MEDIA.map((type) => [type, body.form]))
  const media = Object.entries({ [JSON_MEDIA]: body.schema, ...form, ...body.file })
  return {
    requestBody: {
      description: `At most ${(body.limit ?? BODY_LIMIT.json) / MEBIBYTE} MiB`,
      required: body.optional !== true,
      content: Object.fromEntries(media.map(([type, schema]) => [type, { schema: schemas.of(schema, 'input') }])),
    },
  }
}

function parameters({ shape }: z.ZodObject, place: 'path' | 'query' | 'header', schemas: ComponentSchemas): Json[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { description, ...inline } = schemas.of(schema as z.ZodType, 'input')
    const isRequired = place === 'path' || !(schema as z.ZodType).safeParse(undefined).success
    return { name, in: place, required: isRequired, ...(description !== undefined && { description }), schema: inline }
  })
}

/** The responses that the route itself declares; some of them are refusals. */
function describedResponses(route: Route, schemas: ComponentSchemas): Json {
  const entries = Object.entries(route.responses).map(([status, response]) => [status, answer(response, schemas)])
  return Object.fromEntries(entries)
}

function answer(response: ResponseDefinition, schemas: ComponentSchemas): Json {
  const { description, body, contentType = JSON_MEDIA, orText, headers = {} } = response
  return {
    description,
    headers: describeHeaders(headers),
    ...(!(body instanceof z.ZodUndefined) && {
      content: {
        [mediaOf(contentType)]: { schema: schemas.of(body, 'output') },
        ...(orText !== undefined && { [mediaOf(orText)]: { schema: { type: 'string' } } }),
      },
    }),
  }
}

function mediaOf(contentType: string): string {
  return contentType.split(';')[0] ?? contentType
}
