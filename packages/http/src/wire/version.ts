import { OpsgraphError } from '@opsgraph/core'
import { z } from 'zod'

/** The request header of a versioned route. */
export const IF_NONE_MATCH_HEADER = {
  'if-none-match': z.string().optional().meta({ description: 'The ETag of the answer that the caller has' }),
}

const ETAG_HEADER = { ETag: 'The version of the answer, for If-None-Match' }

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, string>>
}

const UNCHANGED_RESPONSE = {
  description: 'The caller has the current answer',
  body: z.undefined(),
  headers: ETAG_HEADER,
}

/** The answers of a versioned route: 200 has an `ETag`, and 304 says that the caller has this answer. */
export function withVersion<Response extends DescribedResponse>(
  responses: Readonly<Record<number, Response>>,
): Readonly<Record<number, Response | typeof UNCHANGED_RESPONSE>> {
  const described = Object.entries(responses).map(([status, response]): [string, Response] =>
    status === '200' ? [status, { ...response, headers: { ...ETAG_HEADER, ...response.headers } }] : [status, response],
  )
  return { ...Object.fromEntries(described), 304: UNCHANGED_RESPONSE }
}

/**
 * Reads the version in an If-Match header; quotes are optional (rules.md#saving-a-topology-6). A weak ETag is accepted,
 * because proxies that compress answers weaken ETags.
 *
 * @returns `undefined` if the header is missing or `*`: then every version is accepted
 * @throws OpsgraphError `invalid` for a list of versions
 */
export function readVersionOf(ifMatch: string | undefined): string | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  if (ifMatch.includes(',')) throw new OpsgraphError('invalid', 'If-Match must hold one ETag, or *')
  return /^(?:W\/)?"(.*)"$/.exec(ifMatch)?.[1] ?? ifMatch
}
