import type { Opsgraph } from '@opsgraph/core'
import type { Request, Response } from 'express'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { defineRoute } from './define-route.js'
import { type DueAlertCounts, measureDueAlerts } from './due-alert-metrics.js'
import { measureGraphMemory } from './graph-memory-metrics.js'
import { ImportMetrics } from './import-metrics.js'
import { measurePool, type PoolCounts } from './pool-metrics.js'
import { durationOf, exchangeOf, finalStatusOf } from './request-context.js'
import { ServiceMetrics } from './service-metrics.js'
import { WebhookMetrics } from './webhook-metrics.js'

/**
 * Upper bounds of the histogram buckets, in seconds. The first bound suits a lookup in memory, and the last bound suits
 * a bulk import.
 */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface MetricSources {
  /** Reads the state of the database connection pool. */
  readonly poolCounts?: (() => PoolCounts) | undefined
  /** Reads how many alerts this process has expired, closed at their end time, and reopened when a timed status ended. */
  readonly dueAlertCounts?: (() => DueAlertCounts) | undefined
}

/**
 * The metrics of one application (rules.md#health-and-metrics). They have their own registry, so that one process can
 * run several applications.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #process = metricsOfProcess()
  readonly webhooks = new WebhookMetrics(this.#registry)
  readonly imports = new ImportMetrics(this.#registry)
  readonly #services: ServiceMetrics
  readonly #duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time in seconds from the head of a request until its answer is passed to the operating system.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.#registry],
  })
  #inFlight = 0

  /** @param sources functions that read further numbers. If a function is missing, its metrics are missing too */
  constructor(opsgraph: Opsgraph, { poolCounts, dueAlertCounts }: MetricSources = {}) {
    const inFlight = () => this.#inFlight
    new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests that are being answered.',
      registers: [this.#registry],
      collect() {
        this.set(inFlight())
      },
    })
    this.#services = new ServiceMetrics(this.#registry, opsgraph)
    measureGraphMemory(this.#registry, () => opsgraph.graphMemoryCounts())
    if (poolCounts !== undefined) measurePool(this.#registry, poolCounts)
    if (dueAlertCounts !== undefined) measureDueAlerts(this.#registry, dueAlertCounts)
  }

  requestBegun(): void {
    this.#inFlight++
  }

  requestEnded({ method }: Request, response: Response): void {
    this.#inFlight--
    const exchange = exchangeOf(response)
    const labels = { method, route: exchange.route, status: finalStatusOf(response) }
    this.#duration.observe(labels, durationOf(exchange) / 1000)
  }

  /** The metrics in the Prometheus text format. */
  async text(): Promise<string> {
    await this.#services.refresh()
    return await Registry.merge([this.#process, this.#registry]).metrics()
  }
}

let ofProcess: Registry | undefined

/** Metrics of the process, such as memory and event loop lag. All applications of the process share them. */
function metricsOfProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

export const metricsRoute = defineRoute({
  id: 'readMetrics',
  method: 'get',
  path: '/metrics',
  summary: 'Read the metrics of this process',
  description: 'For Prometheus. Answers even if the database does not.',
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
