import type { Request, RequestHandler, Response } from 'express'
import { addressOf } from './caller-address.js'
import { openExchange } from './request-context.js'
import { readRequestId } from './request-id.js'
import { requireWellFormed } from './require-well-formed.js'

/** What is done with every request, whatever its path. */
export interface Reception {
  /** What every answer carries, names and values in turn. */
  readonly commonHeaders: (request: Request) => readonly string[]
  readonly begun: () => void
  /** Told once, when all is sent or the caller is gone. */
  readonly ended: (request: Request, response: Response) => void
  readonly wantsClient: boolean
}

/** Answers below it carry the common headers by themselves (`sendAnswer`), which costs less. */
const API = '/api/'

/** Opens the exchange of every request. One step for all of it: each further one would cost every request. */
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
