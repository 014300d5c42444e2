import { randomUUID } from 'node:crypto'
import { LIMITS, OpsgraphError } from '@opsgraph/core'
import type { Request, RequestHandler, Response } from 'express'
import { NO_STORE, SECURITY_HEADERS, TLS_SECURITY_HEADERS } from '../answer/security-headers.js'
import { expectationFailed } from '../http-error.js'
import { type Logger, logRequest } from '../log/log.js'
import { callerAddressOf } from '../proxy/caller-address.js'
import { openExchange } from '../request-context.js'
import type { AppContext } from './app-context.js'

interface ReceptionOptions {
  readonly logger: Logger
  readonly context: Pick<AppContext, 'baseUrl' | 'metrics'>
}

/**
 * If a URL begins with this path, `sendAnswer` writes the common headers. This is faster than setting the headers in
 * this middleware.
 */
const API_PATH = '/api/'

/**
 * Creates the middleware that prepares every request: it creates the context, sets the common headers, counts and logs
 * the request, and refuses malformed requests. It is a single middleware, because each further one would slow down
 * every request.
 */
export function receiveRequests({ logger, context: { baseUrl, metrics } }: ReceptionOptions): RequestHandler {
  const isLogging = logger.isLevelEnabled('info')
  return (request, response, next) => {
    const exchange = openExchange(response, {
      requestId: readRequestId(request.headers['x-request-id']),
      client: isLogging ? callerAddressOf(request) : null,
      commonHeaders: baseUrl(request).startsWith('https://') ? TLS_SECURITY_HEADERS : SECURITY_HEADERS,
    })
    metrics.requestBegun()
    response.on('close', () => {
      if (!exchange.isLive) metrics.requestEnded(request, response)
      if (isLogging) logRequest(logger, request, response)
    })
    if (!request.url.startsWith(API_PATH))
      setHeaders(response, ['X-Request-ID', exchange.requestId, ...exchange.commonHeaders, ...NO_STORE])
    requireWellFormed(request)
    next()
  }
}

function setHeaders(response: Response, headers: readonly string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
}

/**
 * The id of a request: the value of its header X-Request-ID if this value is well-formed, else a new id
 * (rules.md#answers-4).
 */
function readRequestId(sent: string | string[] | undefined): string {
  const isWellFormed = typeof sent === 'string' && sent.length <= LIMITS.requestId && /^[A-Za-z0-9._-]+$/.test(sent)
  return isWellFormed ? sent : randomUUID()
}

/** The only value of the header `Expect` that Node answers itself. */
const EXPECT_CONTINUE_PATTERN = /(?:^|\W)100-continue(?:$|\W)/i

/**
 * Refuses requests that violate HTTP although Node accepts them, so that the server answers and logs these requests
 * like other errors.
 *
 * @throws OpsgraphError `invalid` for a missing Host, and for malformed percent-encoding in the path
 * @throws HttpError 417 for an unknown value of the header `Expect`
 */
function requireWellFormed(request: Request): void {
  const { host, expect } = request.headers
  // HTTP/1.0 requires no `Host` and does not know `Expect`.
  if (request.httpVersion === '1.1') {
    if (host === undefined) throw new OpsgraphError('invalid', 'the header Host is missing')
    if (expect !== undefined && !EXPECT_CONTINUE_PATTERN.test(expect)) throw expectationFailed()
  }
  if (request.url.includes('%')) requireReadablePath(request)
}

function requireReadablePath({ path }: Request): void {
  try {
    decodeURIComponent(path)
  } catch {
    throw new OpsgraphError('invalid', 'the path holds malformed percent-encoding')
  }
}
