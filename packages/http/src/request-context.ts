import type { Response } from 'express'

/** The context of one request, which is stored in `response.locals`. */
export interface Exchange {
  readonly requestId: string
  /** The address of the caller; `null` if it is unknown or not needed. */
  readonly client: string | null
  /** The headers that every answer has besides `Cache-Control`, alternating names and values. */
  readonly commonHeaders: readonly string[]
  /** The time when the headers of the request had arrived, in milliseconds of `performance.now()`. */
  readonly startedAt: number
  /**
   * When sending the answer began, in milliseconds of `performance.now()`; `undefined` before that. The duration of a
   * request ends at this time, so it excludes the time that the caller takes to receive the answer.
   */
  answeredAt: number | undefined
  /**
   * The path pattern of the route, such as `/api/alert/:id`. Metrics use it as a label. A path with the actual id would
   * create a new time series for each id.
   */
  route: string
  /** The authenticated user; `null` until the caller is authenticated. */
  user: string | null
  /** True once an endless stream has begun as the answer. The request then counts as answered. */
  isLive: boolean
}

/** The response emits this event when {@link Exchange.isLive} becomes true. */
export const LIVE_EVENT_NAME = 'live'

/** The response of an endless stream emits this event when the server stops: the stream must end now. */
export const STOPPING_EVENT_NAME = 'stopping'

/** The route in the log and metrics for a request with an unknown path. */
const UNMATCHED_ROUTE = 'unmatched'

/**
 * The status in the log and metrics for a request whose caller disconnects before the answer. nginx uses the same
 * number.
 */
const CALLER_GONE_STATUS = 499

export function openExchange(
  response: Response,
  opening: Pick<Exchange, 'requestId' | 'client' | 'commonHeaders'>,
): Exchange {
  const { requestId, client, commonHeaders } = opening
  const exchange: Exchange = {
    requestId,
    client,
    commonHeaders,
    startedAt: performance.now(),
    answeredAt: undefined,
    route: UNMATCHED_ROUTE,
    user: null,
    isLive: false,
  }
  response.locals.exchange = exchange
  return exchange
}

export function exchangeOf(response: Response): Exchange {
  return response.locals.exchange as Exchange
}

/** Milliseconds until the server began to answer, or until the caller disconnected. */
export function durationOf({ startedAt, answeredAt }: Exchange): number {
  return (answeredAt ?? performance.now()) - startedAt
}

/** The status for logs and metrics; 499 if the caller disconnected before the answer. */
export function finalStatusOf(response: Response): number {
  return response.headersSent ? response.statusCode : CALLER_GONE_STATUS
}
