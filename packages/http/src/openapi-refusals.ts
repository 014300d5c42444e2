import type { Route } from './define-route.js'
import { STATUS } from './error-handler.js'
import { onlyReads } from './only-reads.js'
import type { ComponentSchemas } from './openapi-schemas.js'
import { errorAnswer } from './wire/error.js'

type Json = Readonly<Record<string, unknown>>

interface Refusal {
  /** Its name among the components. */
  readonly name: string
  readonly description: string
  /** Headers of its own, with what they say. */
  readonly headers?: Readonly<Record<string, string>>
}

const RETRY = { 'Retry-After': 'Seconds after which it is worth trying again' }

/** Every way in which a request is refused, by its status. */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: { name: 'Invalid', description: 'What was sent is not valid; the message names the field' },
  401: {
    name: 'Unauthenticated',
    description: 'The API key is missing, unknown or has expired',
    headers: { 'WWW-Authenticate': 'The scheme to authenticate by' },
  },
  403: { name: 'Forbidden', description: 'The API key lacks a scope, or the license does not allow it' },
  404: { name: 'NotFound', description: 'There is no such thing' },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path is there, but not with this method',
    headers: { Allow: 'The methods with which it is' },
  },
  408: { name: 'RequestTimeout', description: 'The request was not complete in time' },
  409: {
    name: 'Conflict',
    description: 'It conflicts with what is stored, or with what others write at the same time: try again',
  },
  412: { name: 'PreconditionFailed', description: 'It was changed since the caller read it' },
  413: { name: 'TooLarge', description: 'The body is too long' },
  415: {
    name: 'Compressed',
    description: 'The body is compressed',
    headers: { 'Accept-Encoding': 'How the body may be sent' },
  },
  417: { name: 'ExpectationFailed', description: 'The header Expect says something else than 100-continue' },
  429: {
    name: 'TooManyRequests',
    description:
      'Too many requests with this API key, deliveries to this webhook, or wrong API keys of this address, within a minute',
    headers: RETRY,
  },
  431: { name: 'HeadersTooLarge', description: 'The headers are too long' },
  500: { name: 'Unexpected', description: 'Unexpected error; the log tells more, by the request id' },
  503: {
    name: 'Unavailable',
    description: 'The store does not answer or is busy, or too many large answers are on their way: try again',
    headers: RETRY,
  },
}

/** Refused while a request arrives, whatever it asks for. */
const WHILE_ARRIVING = [408, 417, 431]

/** What the document says of requests that no operation takes. */
export const REFUSED_BEFORE =
  'A path that is not there is answered 404 (`NotFound`), a method that a path does not have 405 (`MethodNotAllowed`). Their bodies are an `Error` as well.'

/** All of them, for operations to refer to. */
export function refusalComponents(schemas: ComponentSchemas): Json {
  const content = { 'application/json': { schema: schemas.of(errorAnswer, 'output') } }
  return Object.fromEntries(
    Object.values(REFUSALS).map(({ name, description, headers = {} }) => [
      name,
      { description, headers: describeHeaders(headers), content },
    ]),
  )
}

/** The refusals of a route that it does not describe itself. */
export function refusalsOf(route: Route): Json {
  return Object.fromEntries(
    refusedStatuses(route).map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status]?.name}` }]),
  )
}

/** The headers of an answer: its own, and the id that every answer has. */
export function describeHeaders(own: Readonly<Record<string, string>>): Json {
  const described = Object.entries(own).map(([name, description]) => [
    name,
    { description, required: true, schema: { type: 'string' } },
  ])
  return { 'X-Request-ID': { $ref: '#/components/headers/RequestId' }, ...Object.fromEntries(described) }
}

function refusedStatuses(route: Route): readonly number[] {
  const { scope, body, refuses } = route
  // A store gives up on a write that collides with those of others again and again.
  const written = onlyReads(route) ? [] : [STATUS.conflict]
  const keyed = scope === null ? [] : [STATUS.unauthenticated, STATUS.forbidden, 429, STATUS.unavailable]
  const bodied = body === undefined ? [] : [STATUS.tooLarge, ...(body.raw === true ? [429] : [415])]
  const own = refuses.map((kind) => STATUS[kind])
  return [...new Set([STATUS.invalid, 500, ...WHILE_ARRIVING, ...written, ...keyed, ...bodied, ...own])]
}
