import type { Request, Response } from 'express'
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { linesToStandardError } from './line-buffer.js'
import { durationOf, exchangeOf, finalStatusOf } from './request-context.js'

export type { Logger }

/**
 * A logger that writes one JSON object per line.
 *
 * @param level one of pino's, or `silent`
 * @param stream default: the standard error
 */
export function createLogger(level: string, stream: DestinationStream = linesToStandardError()): Logger {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    stream,
  )
}

/** One line per request. Headers, bodies and queries are left out: they hold keys, secrets and customers' names. */
export function logRequest(logger: Logger, request: Request, response: Response): void {
  const exchange = exchangeOf(response)
  const { requestId, route, user, client } = exchange
  const status = finalStatusOf(response)
  const duration = Math.round(durationOf(exchange) * 1000) / 1000
  logger.info({ method: request.method, route, status, duration, requestId, user, client }, 'request')
}

/** What of an error is safe to log: a driver's other properties may quote what was sent. */
export function loggable(error: unknown, options: { readonly stack: boolean }, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: typeof error }
  const { name, message, stack, cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    name,
    message,
    code,
    ...(options.stack && { stack }),
    ...(cause !== undefined && depth < 3 && { cause: loggable(cause, options, depth + 1) }),
  }
}
