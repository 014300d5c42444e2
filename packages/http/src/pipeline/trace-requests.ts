import type { Opsgraph, Tracer } from '@opsgraph/core'
import type { RequestHandler } from 'express'
import { exchangeOf, finalStatusOf } from '../request-context.js'

/**
 * Creates a span for every request, in the trace that its header `traceparent` names. Spans omit paths and queries,
 * which may contain names of customers.
 */
export function traceRequests(tracer: Tracer): RequestHandler {
  return (request, response, next) => {
    const { method } = request
    const start = { name: method, kind: 'server', carrier: request.headers } as const
    void tracer.span(start, async (span) => {
      const closed = new Promise((resolve) => response.once('close', resolve))
      next()
      await closed
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

/**
 * Wraps the use-cases so that each call has a span. `graphMemoryCounts` gets no span, because it is not a use-case: it
 * only reads numbers from memory.
 */
export function traced(opsgraph: Opsgraph, tracer: Tracer): Opsgraph {
  const spanned: Record<string, unknown> = {}
  for (const name in opsgraph) {
    const call = opsgraph[name as keyof Opsgraph] as (...args: unknown[]) => Promise<unknown>
    spanned[name] = (...args: unknown[]) => tracer.span({ name }, () => call.apply(opsgraph, args))
  }
  return {
    ...(spanned as unknown as Opsgraph),
    graphMemoryCounts: () => opsgraph.graphMemoryCounts(),
    webhookBodyLimit: () => opsgraph.webhookBodyLimit(),
  }
}
