import { isReadOnlyRoute, type Route } from '../pipeline/define-route.js'
import { STATUS_BY_ERROR_KIND } from '../pipeline/error-handler.js'
import { errorAnswer } from '../wire/error.js'
import type { ComponentSchemas } from './component-schemas.js'

type Json = Readonly<Record<string, unknown>>

interface Refusal {
  /** The component name in the OpenAPI document. */
  readonly name: string
  readonly description: string
  /** Additional headers and their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
}

const RETRY_HEADER = { 'Retry-After': 'Seconds to wait before the next attempt' }

/** Every refusal by its HTTP status. */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: { name: 'Invalid', description: 'The request is not valid; the message names the field' },
  401: {
    name: 'Unauthenticated',
    description: 'The API key is missing, unknown or has expired',
    headers: { 'WWW-Authenticate': 'The authentication schemes' },
  },
  403: { name: 'Forbidden', description: 'The API key lacks a scope, or the license does not allow it' },
  404: { name: 'NotFound', description: 'It does not exist' },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path exists, but does not support this method',
    headers: { Allow: 'The supported methods' },
  },
  408: { name: 'RequestTimeout', description: 'The request was not complete in time' },
  409: {
    name: 'Conflict',
    description: 'It conflicts with stored data, or with a concurrent write: try again',
  },
  412: { name: 'PreconditionFailed', description: 'It has changed since the caller read it' },
  413: { name: 'TooLarge', description: 'The body is too long' },
  415: {
    name: 'Compressed',
    description: 'The body is compressed',
    headers: { 'Accept-Encoding': 'The supported encodings of the body' },
  },
  417: { name: 'ExpectationFailed', description: 'The header Expect has a value other than 100-continue' },
  429: {
    name: 'TooManyRequests',
    description:
      'Too many requests with this API key, deliveries to this webhook, or wrong API keys from this address within a minute; or too many streams of events with this API key',
    headers: RETRY_HEADER,
  },
  431: { name: 'HeadersTooLarge', description: 'The headers are too long' },
  500: { name: 'Unexpected', description: 'Unexpected error; the log has details under the request id' },
  503: {
    name: 'Unavailable',
    description:
      'The store does not answer or is busy, or too many large answers or streams of events are being sent: try again',
    headers: RETRY_HEADER,
  },
}

/**
 * Statuses that are possible on every path: 408 for a request that is not complete in time, 417 for an unknown value of
 * the header `Expect`, 431 for too long headers.
 */
const STATUSES_OF_EVERY_PATH = [408, 417, 431]

/** A text about the refusals that belong to no operation. */
export const UNROUTED_DESCRIPTION =
  'The answer to an unknown path is 404 (`NotFound`), to an unsupported method of a path 405 (`MethodNotAllowed`). Their bodies are an `Error` too.'

/** All refusals as components, which operations refer to. */
export function refusalComponents(schemas: ComponentSchemas): Json {
  const content = { 'application/json': { schema: schemas.of(errorAnswer, 'output') } }
  return Object.fromEntries(
    Object.values(REFUSALS).map(({ name, description, headers = {} }) => [
      name,
      { description, headers: describeHeaders(headers), content },
    ]),
  )
}

/** The refusals of a route, as references to the components. */
export function describeRefusals(route: Route): Json {
  return Object.fromEntries(
    refusedStatuses(route).map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status]?.name}` }]),
  )
}

/**
 * The headers of an answer: the request id, and the additional headers of this answer.
 *
 * @param required whether every answer with this status has the additional headers
 */
export function describeHeaders(own: Readonly<Record<string, string>>, required = true): Json {
  const described = Object.entries(own).map(([name, description]) => [
    name,
    { description, required, schema: { type: 'string' } },
  ])
  return { 'X-Request-ID': { $ref: '#/components/headers/RequestId' }, ...Object.fromEntries(described) }
}

function refusedStatuses(route: Route): readonly number[] {
  const { scopes, body, refuses } = route
  // If a write conflicts with concurrent writes repeatedly, the store gives up, and the answer is 409.
  const written = isReadOnlyRoute(route) ? [] : [STATUS_BY_ERROR_KIND.conflict]
  const keyed =
    scopes === null
      ? []
      : [STATUS_BY_ERROR_KIND.unauthenticated, STATUS_BY_ERROR_KIND.forbidden, 429, STATUS_BY_ERROR_KIND.unavailable]
  const bodied = body === undefined ? [] : [STATUS_BY_ERROR_KIND.tooLarge, ...(body.raw === true ? [429] : [415])]
  const refusalStatuses = refuses.map((kind) => STATUS_BY_ERROR_KIND[kind])
  return [
    ...new Set([
      STATUS_BY_ERROR_KIND.invalid,
      500,
      ...STATUSES_OF_EVERY_PATH,
      ...written,
      ...keyed,
      ...bodied,
      ...refusalStatuses,
    ]),
  ]
}
