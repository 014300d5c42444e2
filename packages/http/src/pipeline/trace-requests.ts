import { type Opsgraph, type Tracer, USE_CASE_SCOPES } from '@opsgraph/core'
import type { RequestHandler } from 'express'
import { exchangeOf, finalStatusOf, LIVE_EVENT_NAME } from '../request-context.js'

/**
 * Creates a span for every request. The header `traceparent` of the request names the trace of the span. Spans omit
 * paths and queries, which may contain names of customers.
 */
export function traceRequests(tracer: Tracer): RequestHandler {
  return (request, response, next) => {
    const { method } = request
    const start = { name: method, kind: 'server', carrier: request.headers } as const
    void tracer.span(start, async (span) => {
      // A stream of events may last for weeks, so its span ends when the stream begins.
      const answered = new Promise((resolve) => response.once('close', resolve).once(LIVE_EVENT_NAME, resolve))
      next()
      await answered
      const { route, requestId, user } = exchangeOf(response)
      const status = finalStatusOf(response)
      span.rename(`${method} ${route}`)
      span.set({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'opsgraph.request_id': requestId,
        ...(user !== null && { 'user.name': user }),
      })
      if (status >= 500) span.fail(String(status))
    })
  }
}

/** The functions that get spans: all use-cases, and `ping`, which checks whether the store answers. */
const TRACED_USE_CASES = [...(Object.keys(USE_CASE_SCOPES) as (keyof typeof USE_CASE_SCOPES)[]), 'ping'] as const

/** Wraps the use-cases so that each call has a span. */
export function traceUseCases(opsgraph: Opsgraph, tracer: Tracer): Opsgraph {
  const spanned = TRACED_USE_CASES.map((name) => {
    const call = opsgraph[name] as (...args: unknown[]) => Promise<unknown>
    return [name, (...args: unknown[]) => tracer.span({ name }, () => call.apply(opsgraph, args))]
  })
  return { ...opsgraph, ...(Object.fromEntries(spanned) as Partial<Opsgraph>) }
}
