import { keepPreviousData, type Query, queryOptions } from '@tanstack/react-query'
import { ApiError, readFailure } from './api-error.js'

/** The milliseconds after which a failed live query is sent again, even without an event. */
const RETRY_INTERVAL = 10_000

/**
 * The milliseconds between two requests for heartbeats and deliveries. No event reports their arrival, because there
 * would be as many events as deliveries.
 */
export const ARRIVAL_INTERVAL = 15_000

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      readonly isLive?: boolean
      /** Whether the answer is shown in the title of the tab, and not on the page. */
      readonly isForTab?: boolean
    }
  }
}

/** Whether a query is live: it is sent again when an event says that its answer has changed. */
export function isLive({ meta }: Pick<Query, 'meta'>): boolean {
  return meta?.isLive === true
}

/**
 * The options of a live query. Events say when its answer has changed (`src/live`). After a failure it is sent again
 * without waiting for an event, because the next event may come much later.
 */
export const LIVE = {
  meta: { isLive: true },
  refetchInterval: ({ state: { error } }: Pick<Query, 'state'>) => (canRecover(error) ? RETRY_INTERVAL : false),
}

/** Whether the same request with the same key can succeed later, after it has failed with this error. */
function canRecover(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429)
}

type Read<Answer> = (signal: AbortSignal) => Promise<Answer>

/** A query that reads a page of a live list. While another page is read, the console shows the previous page. */
export function listQuery<Answer>(queryKey: readonly unknown[], read: Read<Answer>) {
  return queryOptions({
    ...LIVE,
    queryKey,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => await read(signal),
  })
}

/** A live query for anything that is not a page of a list. */
export function liveQuery<Answer>(queryKey: readonly unknown[], read: Read<Answer>) {
  return queryOptions({ ...LIVE, queryKey, queryFn: async ({ signal }) => await read(signal) })
}

/**
 * A query that reads an object for the form that changes it. The answer is not cached: the form takes its initial
 * values from the answer, and cached values could be outdated.
 */
export function formQuery<Answer>(queryKey: readonly unknown[], read: Read<Answer>) {
  return queryOptions({ queryKey, gcTime: 0, queryFn: async ({ signal }) => await read(signal) })
}

/** The body of an answer, and the `ETag` that identifies this version of it. */
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
 * Reads an answer again. If it has not changed since `cached` was read, the server answers 304 without a body. The
 * result is then the object `cached` itself, so that no page is rendered again.
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
