import type { RequestHandler } from 'express'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { defineRoute } from './define-route.js'
import { durationOf, exchangeOf, finalStatusOf } from './exchange.js'

/** Upper bounds in seconds, from a lookup in memory to a bulk import. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What is measured, in a registry of its own, so that several applications fit in one process. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request until its answer is handed over.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.#registry],
  })
  readonly #inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers: [this.#registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Measures every request that passes. */
  readonly measure: RequestHandler = (request, response, next) => {
    this.#inFlight.inc()
    response.once('close', () => {
      this.#inFlight.dec()
      const labels = { method: request.method, route: exchangeOf(response).route, status: finalStatusOf(response) }
      this.#duration.observe(labels, durationOf(response) / 1000)
    })
    next()
  }

  /** In Prometheus' text format. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

export const metricsRoute = defineRoute({
  id: 'readMetrics',
  method: 'get',
  path: '/metrics',
  summary: 'Read the metrics of this process',
  scope: null,
  responses: {
    200: {
      description: 'Metrics in the text format of Prometheus',
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      body: z.string(),
    },
  },
  handle: async (_input, { metrics }) => ({ status: 200, body: await metrics() }),
})
