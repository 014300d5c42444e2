import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readFailure } from './api-error.js'

/** Milliseconds between two requests for data that changes on the server. */
export const REFRESH = 5_000

type Read<Answer> = (signal: AbortSignal) => Promise<Answer>

/**
 * A query that reads a page of a list. While another page is read, the console shows the previous page.
 *
 * @param refetchInterval milliseconds between two requests; missing = the page is read once
 */
export function listQuery<Answer>(queryKey: readonly unknown[], read: Read<Answer>, refetchInterval?: number) {
  return queryOptions({
    queryKey,
    refetchInterval: refetchInterval ?? false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => await read(signal),
  })
}

/** A query whose answer changes on the server, so that it is sent again and again. */
export function liveQuery<Answer>(queryKey: readonly unknown[], read: Read<Answer>) {
  return queryOptions({ queryKey, refetchInterval: REFRESH, queryFn: async ({ signal }) => await read(signal) })
}

/**
 * A query that reads an object for the form that changes it. The answer is not cached: the form takes its initial
 * values from the answer, and cached values could be outdated.
 */
export function formQuery<Answer>(queryKey: readonly unknown[], read: Read<Answer>) {
  return queryOptions({ queryKey, gcTime: 0, queryFn: async ({ signal }) => await read(signal) })
}

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
