import { readFailure } from './api-error.js'

/** The body of an answer, and its version. */
export interface Versioned<Body> {
  readonly body: Body
  /** The `ETag` of the answer; `null` = unknown, so the next request reads the whole answer. */
  readonly tag: string | null
}

interface Answer<Body> {
  readonly data?: Body
  readonly response: Response
}

/**
 * Reads an answer again. If it has not changed since `cached` was read, the server answers 304 without a body, and the
 * result is `cached` itself, so that no page is drawn again.
 *
 * @param read sends the request with these headers
 */
export async function revalidate<Body>(
  cached: Versioned<Body> | undefined,
  read: (header: { readonly 'if-none-match'?: string }) => Promise<Answer<Body>>,
): Promise<Versioned<Body>> {
  const { data, response } = await read(cached?.tag == null ? {} : { 'if-none-match': cached.tag })
  if (data !== undefined) return { body: data, tag: response.headers.get('ETag') }
  if (cached === undefined) throw await readFailure(response)
  return cached
}
