import { OpsgraphError } from '@opsgraph/core'
import type { NextFunction, Request, Response } from 'express'
import { expectationFailed } from './http-error.js'

/** Node answers this expectation by itself. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

/** Refuses what HTTP itself does not allow, so that it is answered and logged as everything else is. */
export function requireWellFormed(request: Request, _response: Response, next: NextFunction): void {
  const { host, expect } = request.headers
  // HTTP/1.0 knows neither of the two headers.
  if (request.httpVersion === '1.1') {
    if (host === undefined) throw new OpsgraphError('invalid', 'the header Host is missing')
    if (expect !== undefined && !CONTINUE.test(expect)) throw expectationFailed()
  }
  requireReadablePath(request)
  next()
}

function requireReadablePath({ path }: Request): void {
  try {
    decodeURIComponent(path)
  } catch {
    throw new OpsgraphError('invalid', 'the path holds malformed percent-encoding')
  }
}
