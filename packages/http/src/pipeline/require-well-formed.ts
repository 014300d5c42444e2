import { OpsgraphError } from '@opsgraph/core'
import type { Request } from 'express'
import { expectationFailed } from '../http-error.js'

/** The only value of the header `Expect` that Node itself answers. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

/**
 * Refuses requests that violate HTTP although Node accepts them, so that the server answers and logs these requests
 * like other errors.
 *
 * @throws OpsgraphError `invalid` for a missing Host, and for malformed percent-encoding in the path
 * @throws HttpError 417 for an unknown value of the header `Expect`
 */
export function requireWellFormed(request: Request): void {
  const { host, expect } = request.headers
  // HTTP/1.0 requires no `Host` and does not know `Expect`.
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
