import { OpsgraphError } from '@opsgraph/core'
import type { Request } from 'express'
import { expectationFailed } from './http-error.js'

/** Node answers this expectation by itself. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

/**
 * Refuses what HTTP itself does not allow, so that it is answered and logged as everything else is.
 *
 * @throws OpsgraphError `invalid`
 * @throws HttpError 417
 */
export function requireWellFormed(request: Request): void {
  const { host, expect } = request.headers
  // HTTP/1.0 knows neither of the two headers.
  if (request.httpVersion === '1.1') {
    if (host === undefined) throw new OpsgraphError('invalid', 'the header Host is missing')
    if (expect !== undefined && !CONTINUE.test(expect)) throw expectationFailed()
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
