import type { Request, RequestHandler, Response } from 'express'
import { addressOf } from './caller-address.js'
import { openExchange } from './request-context.js'
import { readRequestId } from './request-id.js'
import { requireWellFormed } from './require-well-formed.js'

/** The steps that apply to every request, on any path. */
export interface Reception {
  /** The headers of every answer, alternating names and values. */
  readonly commonHeaders: (request: Request) => readonly string[]
  readonly begun: () => void
  /** Called once, when the answer is sent or the caller has disconnected. */
  readonly ended: (request: Request, response: Response) => void
  /** Whether the caller's address is needed, for the log. */
  readonly wantsClient: boolean
}

/** For paths below this, `sendAnswer` adds the common headers, which is faster. */
const API = '/api/'

/** Opens the exchange of every request. A single middleware, since each further one slows down every request. */
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
      setHeaders(response, ['X-Request-ID', exchange.requestId, ...exchange.commonHeaders])
    requireWellFormed(request)
    next()
  }
}

function setHeaders(response: Response, headers: readonly string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
}
