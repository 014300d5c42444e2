import type { Response } from 'express'

/** What is known of one request while it is answered; one per request, in `response.locals`. */
export interface Exchange {
  readonly requestId: string
  /** The route's path as it is registered, so that logs and metrics do not grow with ids. */
  route: string
  /** `null` until the key is known. */
  user: string | null
}

/** The route of a request for which there is none. */
export const NO_ROUTE = 'unmatched'

export function openExchange(response: Response, requestId: string): Exchange {
  const exchange: Exchange = { requestId, route: NO_ROUTE, user: null }
  response.locals.exchange = exchange
  return exchange
}

export function exchangeOf(response: Response): Exchange {
  return response.locals.exchange as Exchange
}
