import { randomUUID } from 'node:crypto'
import { LIMITS } from '@opsgraph/core'
import type { NextFunction, Request, Response } from 'express'
import { openExchange } from './exchange.js'

/** Gives every request an id: the caller's own X-Request-ID when it is well-formed, else a new one (decisions.md 2). */
export function identifyRequest(request: Request, response: Response, next: NextFunction): void {
  const { requestId } = openExchange(response, readRequestId(request.headers['x-request-id']))
  response.setHeader('X-Request-ID', requestId)
  next()
}

function readRequestId(sent: string | string[] | undefined): string {
  const isWellFormed = typeof sent === 'string' && sent.length <= LIMITS.requestId && /^[A-Za-z0-9._-]+$/.test(sent)
  return isWellFormed ? sent : randomUUID()
}
