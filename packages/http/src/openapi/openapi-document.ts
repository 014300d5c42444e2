import { LIMITS } from '@opsgraph/core'
import { z } from 'zod'
import type { OpenapiDocument } from '../pipeline/app-context.js'
import type { ResponseDefinition, Route } from '../pipeline/define-route.js'
import { isRepeatable } from '../pipeline/read-input.js'
import { BODY_LIMIT, MEBIBYTE } from '../pipeline/route-body.js'
import { ComponentSchemas } from './component-schemas.js'
import recorded from './examples.json' with { type: 'json' }
import { describeHeaders, describeRefusals, refusalComponents, UNROUTED_DESCRIPTION } from './refusals.js'
import { DESCRIBED_TAGS, findTag } from './tags.js'

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
    paths[path] = { ...paths[path], [route.method]: describeOperation(route, schemas) }
    yield
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'opsgraph',
      version,
      description: `${API_DESCRIPTION}\n\n${UNROUTED_DESCRIPTION}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl, description: 'This server' }],
    tags: DESCRIBED_TAGS,
    paths,
    components: {
      responses: refusalComponents(schemas),
      headers: { RequestId: REQUEST_ID_HEADER },
      schemas: schemas.all,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The introduction of the document: what is true for every operation. */
const API_DESCRIPTION = `opsgraph shows which services an alert affects, and why.

- Send an API key with every request. Each operation says which scope the key needs. \`write\` includes \`read\`, and \`admin\` includes both.
- Bodies are JSON. A field that is \`null\` counts as missing, unless its description says otherwise.
- A list has \`page\`, \`page-size\` and \`sort-by\`, and a filter for each column. Repeat a filter to match any of several values. Unknown parameters, and values outside of a closed list, are refused.
- Lists have an \`ETag\`. Send it in \`If-None-Match\`: if nothing has changed, the answer is 304.
- An error has a \`message\` that says what is wrong and where, and a \`requestId\` that the log of the server has too.`

const REQUEST_ID_HEADER = {
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

function describeOperation(route: Route, schemas: ComponentSchemas): Json {
  const { id, summary, description, scopes } = route
  return {
    operationId: id,
    tags: [findTag(route.path)],
    summary,
    description: `${description}\n\n${scopes === null ? 'Needs no API key.' : describeScopes(scopes)}`,
    security: scopes === null ? [] : Object.keys(SECURITY_SCHEMES).map((scheme) => ({ [scheme]: scopes })),
    parameters: [
      ...describeParameters(route.params, 'path', schemas),
      ...describeParameters(route.query, 'query', schemas),
      ...describeParameters(route.headers, 'header', schemas),
    ],
    ...describeRequestBody(route, schemas),
    responses: { ...describeRefusals(route), ...describeResponses(route, schemas) },
  }
}

function describeScopes(scopes: readonly string[]): string {
  const named = scopes.map((scope) => `\`${scope}\``)
  const last = named.pop()
  return named.length === 0 ? `Needs the scope ${last}.` : `Needs the scopes ${named.join(', ')} and ${last}.`
}

function describeRequestBody({ id, body }: Route, schemas: ComponentSchemas): Json {
  if (body === undefined) return {}
  const { requests = {} } = findExamples(id)
  const form = body.form && Object.fromEntries(FORM_MEDIA.map((type) => [type, body.form]))
  const media = Object.entries({ [JSON_MEDIA]: body.schema, ...form, ...body.file })
  return {
    requestBody: {
      description: `At most ${(body.limit ?? BODY_LIMIT.json) / MEBIBYTE} MiB`,
      required: body.optional !== true,
      content: Object.fromEntries(
        media.map(([type, schema]) => [
          type,
          { schema: schemas.of(schema, 'input'), ...exampleForMediaType(requests, type) },
        ]),
      ),
    },
  }
}

function describeParameters(
  { shape }: z.ZodObject,
  place: 'path' | 'query' | 'header',
  schemas: ComponentSchemas,
): Json[] {
  return Object.entries(shape as Readonly<Record<string, z.ZodType>>).map(([name, sent]) => {
    const { description, deprecated, ...schema } = schemas.of(sent, 'input')
    return {
      name,
      in: place,
      required: place === 'path' || !sent.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      // A repeatable parameter occurs once for each item (`explode`). Any other list is one text with commas between
      // its items.
      ...(schema.type === 'array' && { style: 'form', explode: isRepeatable(sent) }),
      schema,
    }
  })
}

/** The responses that the route itself declares; some of them may be refusals. */
function describeResponses({ id, responses }: Route, schemas: ComponentSchemas): Json {
  const { answers = {} } = findExamples(id)
  const entries = Object.entries(responses).map(([status, response]) => [
    status,
    describeAnswer(response, schemas, answers[status] ?? {}),
  ])
  return Object.fromEntries(entries)
}

function describeAnswer(response: ResponseDefinition, schemas: ComponentSchemas, examples: Json): Json {
  const { description, headers = {}, orStream } = response
  const described = { description, headers: describeHeaders(headers, orStream === undefined) }
  if (response.body instanceof z.ZodUndefined) return described
  const { contentType = JSON_MEDIA, orText } = response
  const media = Object.entries({
    [toMediaType(contentType)]: schemas.of(response.body, 'output'),
    ...(orText !== undefined && { [toMediaType(orText)]: TEXT_SCHEMA }),
    ...(orStream !== undefined && { [toMediaType(orStream)]: TEXT_SCHEMA }),
  })
  const content = media.map(([type, schema]) => [type, { schema, ...exampleForMediaType(examples, type) }])
  return { ...described, content: Object.fromEntries(content) }
}

const TEXT_SCHEMA = { type: 'string' }

function exampleForMediaType(examples: Json, type: string): Json {
  return examples[type] === undefined ? {} : { example: examples[type] }
}

function toMediaType(contentType: string): string {
  return contentType.split(';')[0] ?? contentType
}

/** The examples of one operation. */
interface OperationExamples {
  /** The example bodies of the request, by media type. */
  readonly requests?: Readonly<Record<string, unknown>>
  /** The example bodies of the answers, by status and then by media type. */
  readonly answers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * The requests and answers of a real server, which `test/openapi-examples.test.ts` records: `pnpm vitest run
 * packages/http/test/openapi-examples.test.ts -u`.
 */
const RECORDED_EXAMPLES: Readonly<Record<string, OperationExamples>> = recorded

function findExamples(operationId: string): OperationExamples {
  return RECORDED_EXAMPLES[operationId] ?? {}
}
