import type { Request, Response } from 'express'
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { durationOf, exchangeOf, finalStatusOf } from '../request-context.js'
import { standardErrorBuffer } from './line-buffer.js'

export type { Logger }

/**
 * Creates a logger that writes one JSON object per line.
 *
 * @param level a pino level, or `silent`
 * @param stream default: standard error
 *
 * @example
 * ```ts
 * import { createLogger } from '@opsgraph/http'
 *
 * const logger = createLogger('warn', { write: (line) => console.log(JSON.parse(line).msg) })
 * logger.info('not written')
 * logger.warn('the disk is nearly full') // the disk is nearly full
 * ```
 */
export function createLogger(level: string, stream: DestinationStream = standardErrorBuffer()): Logger {
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    stream,
  )
}

/** Logs one line per request. It omits headers, bodies and queries, which contain keys, secrets and customer names. */
export function logRequest(logger: Logger, request: Request, response: Response): void {
  const exchange = exchangeOf(response)
  const { requestId, route, user, client } = exchange
  const status = finalStatusOf(response)
  const duration = Math.round(durationOf(exchange) * 1000) / 1000
  logger.info({ method: request.method, route, status, duration, requestId, user, client }, 'request')
}

/**
 * The properties of an error that are safe to log. Other properties, such as those of database drivers, may quote the
 * input.
 */
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
