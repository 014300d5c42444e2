import type { Socket } from 'node:net'
import { type ErrorKind, type Issue, OpsgraphError } from '@opsgraph/core'
import type { ErrorRequestHandler } from 'express'
import { JSON_TYPE, sendText } from '../answer/send-answer.js'
import { HttpError } from '../http-error.js'
import { type Logger, loggable } from '../log/log.js'
import { exchangeOf } from '../request-context.js'

/** The HTTP status of each error kind (rules.md#error-answers-4). */
export const STATUS_BY_ERROR_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  preconditionFailed: 412,
  tooLarge: 413,
  unavailable: 503,
  busy: 503,
}

/** The additional headers of an answer, by the kind of its error. */
const HEADERS_BY_ERROR_KIND: Readonly<Partial<Record<ErrorKind, Readonly<Record<string, string>>>>> = {
  unauthenticated: { 'WWW-Authenticate': 'Key realm="opsgraph", Bearer realm="opsgraph"' },
  // `Retry-After` is in seconds.
  unavailable: { 'Retry-After': '5' },
  busy: { 'Retry-After': '1' },
}

/**
 * The message that callers get if the database does not answer. The message of the driver may name hosts and users, so
 * only the log has it.
 */
const UNAVAILABLE_MESSAGE = 'the database does not answer; try again in a moment'

interface Refusal {
  readonly status: number
  readonly message: string
  readonly issues: readonly Issue[]
  readonly headers: Readonly<Record<string, string>>
}

/** Answers every thrown error as JSON. The details of unexpected errors go only to the log. */
export function handleError(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { requestId, route } = exchangeOf(response)
    const { status, message, issues, headers } = toRefusal(error)
    const isCallerGone = request.destroyed && !request.complete
    if (status >= 500 && !isCallerGone) {
      const stack = !isExpected(error)
      logger.error({ requestId, route, status, error: loggable(error, { stack }) }, message)
    }
    if (response.headersSent) {
      resetConnection(request.socket)
      return
    }
    sendText(request, response, {
      status,
      headers,
      contentType: JSON_TYPE,
      body: errorBody({ code: status, message, requestId, issues }),
    })
  }
}

/**
 * Closes the connection in the middle of an answer, with a TCP reset. After a normal close, some callers, such as
 * HTTP/1.0 proxies, would take the incomplete answer for a whole one.
 */
function resetConnection(socket: Socket): void {
  try {
    socket.resetAndDestroy()
  } catch {
    // Only a TCP socket can be reset. TLS sockets and Unix sockets throw.
    socket.destroy()
  }
}

/** The body of an answer that reports an error (rules.md#error-answers-1). */
export function errorBody(error: {
  code: number
  message: string
  requestId: string
  issues?: readonly Issue[]
}): string {
  const { code, message, requestId, issues = [] } = error
  return JSON.stringify({ status: 'error', code, message, requestId, ...(issues.length > 0 && { errors: issues }) })
}

/** Expected errors are logged without a stack: in an outage every request fails, and stacks would fill the disk. */
function isExpected(error: unknown): boolean {
  return error instanceof OpsgraphError || error instanceof HttpError
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof OpsgraphError) {
    const { kind, issues } = error
    const message = kind === 'unavailable' ? UNAVAILABLE_MESSAGE : error.message
    return { status: STATUS_BY_ERROR_KIND[kind], message, issues, headers: HEADERS_BY_ERROR_KIND[kind] ?? {} }
  }
  if (error instanceof HttpError) return { ...error, message: error.message, issues: [] }
  return { status: 500, message: 'unexpected error', issues: [], headers: {} }
}
