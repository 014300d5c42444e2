import type { Response } from 'express'

/** What is known of one request while it is answered; one per request, in `response.locals`. */
export interface Exchange {
  readonly requestId: string
  /** The address of the caller; `null` when it is not known, or nobody wants to. */
  readonly client: string | null
  /** What every answer carries, names and values in turn. */
  readonly commonHeaders: readonly string[]
  /** When its head was there; milliseconds of `performance.now()`, as `answeredAt`. */
  readonly startedAt: number
  /** When its answer was handed over: how long the caller takes to receive it is not the server's time. */
  answeredAt: number | undefined
  /** The route's path as it is registered, so that logs and metrics do not grow with ids. */
  route: string
  /** `null` until it is known who calls. */
  user: string | null
}

/** The route of a request for which there is none. */
const NO_ROUTE = 'unmatched'

/** Stands for the status when a caller hangs up before there is an answer. */
const CALLER_GONE = 499

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
    route: NO_ROUTE,
    user: null,
  }
  response.locals.exchange = exchange
  return exchange
}

export function exchangeOf(response: Response): Exchange {
  return response.locals.exchange as Exchange
}

/** How long it took to answer a request, or until its caller hung up. Milliseconds. */
export function durationOf({ startedAt, answeredAt }: Exchange): number {
  return (answeredAt ?? performance.now()) - startedAt
}

/** How a request ended. */
export function finalStatusOf(response: Response): number {
  return response.headersSent ? response.statusCode : CALLER_GONE
}
