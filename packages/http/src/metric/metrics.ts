import type { Opsgraph } from '@opsgraph/core'
import type { Request, Response } from 'express'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { durationOf, exchangeOf, finalStatusOf } from '../request-context.js'
import { ImportMetrics } from './import-metrics.js'
import { type MetricSources, type OwnSources, registerNumbers } from './number-metrics.js'
import { ServiceMetrics } from './service-metrics.js'
import { SubscriptionMetrics } from './subscription-metrics.js'
import { WebhookMetrics } from './webhook-metrics.js'

/**
 * Upper bounds of the histogram buckets, in seconds. The first bound suits a lookup in memory, and the last bound suits
 * a bulk import.
 */
const DURATION_BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** A metric as prom-client lists it, with the names of its labels, which the types of prom-client omit. */
type ListedMetric = ReturnType<Registry['getMetricsAsArray']>[number] & { readonly labelNames: readonly string[] }

/**
 * The metrics of one application (rules.md#health-and-metrics). They have their own registry, so that one process can
 * run several applications.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #process = metricsOfProcess()
  readonly webhooks = new WebhookMetrics(this.#registry)
  readonly imports = new ImportMetrics(this.#registry)
  readonly #opsgraph: Opsgraph
  readonly #services: ServiceMetrics
  readonly #subscriptions: SubscriptionMetrics
  readonly #duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time in seconds from the head of a request until its answer is passed to the operating system. route: the path with :id in place of an id.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [this.#registry],
  })
  readonly #inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered, without streams of events.',
    registers: [this.#registry],
  })

  constructor(opsgraph: Opsgraph, sources: MetricSources & OwnSources = {}) {
    this.#opsgraph = opsgraph
    this.#services = new ServiceMetrics(this.#registry, opsgraph)
    this.#subscriptions = new SubscriptionMetrics(this.#registry, opsgraph)
    registerNumbers(this.#registry, opsgraph, sources)
  }

  requestBegun(): void {
    this.#inFlight.inc()
  }

  requestEnded({ method }: Request, response: Response): void {
    this.#inFlight.dec()
    const exchange = exchangeOf(response)
    const labels = { method, route: exchange.route, status: finalStatusOf(response) }
    this.#duration.observe(labels, durationOf(exchange) / 1000)
  }

  /** The metrics of opsgraph, without those of the process. docs/metrics.md lists them. */
  list(): readonly ListedMetric[] {
    return this.#registry.getMetricsAsArray() as ListedMetric[]
  }

  /** The metrics in the Prometheus text format. */
  async text(): Promise<string> {
    // Not awaited: metrics must be readable while the database does not answer.
    void this.webhooks.forgetDeleted((id) => this.#opsgraph.requireWebhook(id))
    await Promise.all([this.#services.refresh(), this.#subscriptions.refresh()])
    return await Registry.merge([this.#process, this.#registry]).metrics()
  }
}

let processRegistry: Registry | undefined

/** Metrics of the process, such as memory and event loop lag. All applications of the process share them. */
function metricsOfProcess(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}
