import { z } from 'zod'
import type { ResponseDefinition } from '../define-route.js'

/** The header that a caller of a versioned route may send. */
export const IF_NONE_MATCH = {
  'if-none-match': z.string().optional().meta({ description: 'The ETag of the answer that the caller has' }),
}

const ETAG = { ETag: 'The version of the answer, for If-None-Match' }

/** The answers of a versioned route: 200 has an `ETag`, and 304 says that the caller has this answer. */
export function withVersion(
  responses: Readonly<Record<number, ResponseDefinition>>,
): Readonly<Record<number, ResponseDefinition>> {
  const described = Object.entries(responses).map(([status, response]) =>
    status === '200' ? [status, { ...response, headers: { ...ETAG, ...response.headers } }] : [status, response],
  )
  const unchanged = { description: 'The caller has the current answer', body: z.undefined(), headers: ETAG }
  return { ...Object.fromEntries(described), 304: unchanged }
}
