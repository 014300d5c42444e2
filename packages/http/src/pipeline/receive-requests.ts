import type { Request, RequestHandler, Response } from 'express'
import { NO_STORE } from '../answer/security-headers.js'
import { addressOf } from '../proxy/caller-address.js'
import { openExchange } from '../request-context.js'
import { readRequestId } from './request-id.js'
import { requireWellFormed } from './require-well-formed.js'

/** The steps that apply to every request, on any path. */
export interface Reception {
  /** The headers that every answer has besides `Cache-Control`, alternating names and values. */
  readonly commonHeaders: (request: Request) => readonly string[]
  readonly begun: () => void
  /** Called once, when the answer is sent or the caller has disconnected. */
  readonly ended: (request: Request, response: Response) => void
  /** Whether the log needs the caller's address. */
  readonly wantsClient: boolean
}

/**
 * For URLs that begin with this path, `sendAnswer` writes the common headers. Writing the headers there is faster than
 * setting them in this middleware.
 */
const API = '/api/'

/**
 * Creates the middleware that prepares every request: it creates the context, sets the common headers, and refuses
 * malformed requests. All these steps are in a single middleware, since each further middleware would slow down every
 * request.
 */
export function receiveRequests({ commonHeaders, begun, ended, wantsClient }: Reception): RequestHandler {
  return (request, response, next) => {
    const exchange = openExchange(response, {
      requestId: readRequestId(request.headers['x-request-id']),
      client: wantsClient ? addressOf(request) : null,
      commonHeaders: commonHeaders(request),
    })
    begun()
    response.on('close', () => ended(request, response))
    if (!request.url.startsWith(API))
      setHeaders(response, ['X-Request-ID', exchange.requestId, ...exchange.commonHeaders, ...NO_STORE])
    requireWellFormed(request)
    next()
  }
}

function setHeaders(response: Response, headers: readonly string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
}
