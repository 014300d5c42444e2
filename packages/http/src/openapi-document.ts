import type { Scope } from '@opsgraph/core'
import { z } from 'zod'
import type { OpenapiDocument } from './app-context.js'
import { BODY_LIMIT, MEBIBYTE } from './body-limit.js'
import type { ResponseDefinition, Route } from './define-route.js'
import { STATUS } from './error-handler.js'
import { errorAnswer } from './wire/error.js'

type Json = Readonly<Record<string, unknown>>

const JSON_MEDIA = 'application/json'
/** What an error says, by its status. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'What was sent is not valid; the message names the field',
  401: 'The API key is missing, unknown or has expired',
  403: 'The API key lacks a scope, or the license does not allow it',
  404: 'There is no such thing',
  405: 'The method is not allowed here; the header Allow lists those that are',
  409: 'It conflicts with what is stored, or with what others write at the same time: try again',
  412: 'It was changed since the caller read it',
  413: 'The body is too long',
  415: 'The body is compressed',
  429: 'Too many requests with this API key, or deliveries to this webhook, within a minute',
  500: 'Unexpected error',
  503: 'The store does not answer; try again later',
}

/** Describes the routes as an OpenAPI 3.1 document, from the schemas that they read and answer with. */
export function openapiDocument(
  routes: readonly Route[],
  { version, baseUrl }: { readonly version: string; readonly baseUrl: string },
): OpenapiDocument {
  const schemas = new ComponentSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operation(route, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'opsgraph', version, description: 'Resource graph, service topologies and alerts' },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: schemas.all,
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word `Key`, a space and the API key: `Authorization: Key <API_KEY>`',
        },
      },
    },
  }
}

function operation(route: Route, schemas: ComponentSchemas): Json {
  const { id, summary, scope, body } = route
  return {
    operationId: id,
    summary,
    description: scope === null ? 'Needs no API key.' : `Needs the scope \`${scope}\`.`,
    security: scope === null ? [] : [{ apiKey: [] }],
    parameters: [
      ...parameters(route.params, 'path', schemas),
      ...parameters(route.query, 'query', schemas),
      ...parameters(route.headers, 'header', schemas),
    ],
    ...(body && {
      requestBody: {
        description: `At most ${(body.limit ?? BODY_LIMIT.json) / MEBIBYTE} MiB`,
        required: body.optional !== true,
        content: Object.fromEntries(
          Object.entries({ [JSON_MEDIA]: body.schema, ...body.file }).map(([type, schema]) => [
            type,
            { schema: schemas.of(schema, 'input') },
          ]),
        ),
      },
    }),
    responses: { ...refusals(route, schemas), ...told(route, schemas) },
  }
}

function parameters({ shape }: z.ZodObject, place: 'path' | 'query' | 'header', schemas: ComponentSchemas): Json[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { description, ...inline } = schemas.of(schema as z.ZodType, 'input')
    const isRequired = place === 'path' || !(schema as z.ZodType).safeParse(undefined).success
    return { name, in: place, required: isRequired, ...(description !== undefined && { description }), schema: inline }
  })
}

/** What a route says itself of its answers; some say what their refusals hold. */
function told(route: Route, schemas: ComponentSchemas): Json {
  const entries = Object.entries(route.responses).map(([status, response]) => [status, answer(response, schemas)])
  return Object.fromEntries(entries)
}

function answer(
  { description, body, contentType, orText, headers }: ResponseDefinition,
  schemas: ComponentSchemas,
): Json {
  const ofHeaders = Object.entries(headers ?? {}).map(([name, says]) => [
    name,
    { description: says, schema: { type: 'string' } },
  ])
  return {
    description,
    ...(ofHeaders.length > 0 && { headers: Object.fromEntries(ofHeaders) }),
    content: Object.fromEntries(
      [contentType ?? JSON_MEDIA, orText ?? []]
        .flat()
        .map((type) => [type.split(';')[0], { schema: schemas.of(body, 'output') }]),
    ),
  }
}

function refusals(route: Route, schemas: ComponentSchemas): Json {
  const content = { [JSON_MEDIA]: { schema: schemas.of(errorAnswer, 'output') } }
  return Object.fromEntries(
    refusedStatuses(route).map((status) => [status, { description: REFUSALS[status] ?? 'Refused', content }]),
  )
}

function refusedStatuses({ method, scope, body, refuses }: Route): readonly number[] {
  const always = [STATUS.invalid, 405, 500]
  // A store gives up on a write that collides with those of others again and again.
  const written = method === 'get' ? [] : [STATUS.conflict]
  const keyed = (needed: Scope | null) =>
    needed === null ? [] : [STATUS.unauthenticated, STATUS.forbidden, STATUS.unavailable, 429]
  const bodied = body === undefined ? [] : [STATUS.tooLarge, body.raw === true ? 429 : 415]
  return [...new Set([...always, ...written, ...keyed(scope), ...bodied, ...refuses.map((kind) => STATUS[kind])])]
}

/** Collects the schemas that have a name, so that each is written once and referred to. */
class ComponentSchemas {
  readonly all: Record<string, unknown> = {}

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: keepDefault })
    for (const [name, definition] of Object.entries($defs)) this.all[name] = withLocalIds(definition)
    return withLocalIds(root) as Json
  }
}

/** A default in the metadata gets lost where a text is turned into something else. */
const keepDefault: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  const fallback = z.globalRegistry.get(zodSchema)?.default
  if (fallback !== undefined) jsonSchema.default = fallback as typeof jsonSchema.default
}

/** Points references at the document's components. */
function withLocalIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLocalIds)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : withLocalIds(inner),
    ]),
  )
}
