import { type Caller, LIMITS, type Opsgraph } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import type { Registry } from 'prom-client'
import { registerComputed } from './computed-metric.js'

type Impact = Awaited<ReturnType<Opsgraph['readImpact']>>
type Service = Impact['items'][number]

/** Requests for metrics need no API key. So the impact is read as this caller, who may read every service. */
const METRICS_CALLER: Caller = {
  user: 'metrics',
  scopes: ['read:alerts', 'read:service_topologies', 'read:service_catalog'],
  requestId: null,
}
/** The services that have time series: at most one page of them, those that are hurt most. */
const FIRST_SERVICES_PAGE = { page: 1, pageSize: LIMITS.pageSize.max }

const SERVICE_GAUGES: Readonly<
  Record<string, { readonly help: string; readonly value: (service: Service) => number }>
> = {
  severity: {
    help: `How much alerts hurt a service: 0 = nothing hurts, ${severityLegend()}.`,
    value: ({ severity }) => (severity === null ? 0 : SEVERITIES.length - SEVERITIES.indexOf(severity)),
  },
  acknowledged: {
    help: '1 = only acknowledged alerts hurt a service, otherwise 0.',
    value: ({ acknowledged }) => Number(acknowledged),
  },
  acknowledged_alerts: {
    help: 'Acknowledged alerts that hurt a service.',
    value: ({ acknowledgedCount }) => acknowledgedCount,
  },
  silenced_alerts: {
    help: 'Alerts that would hurt a service if their status were not shelved or blackout.',
    value: ({ silencedCount }) => silencedCount,
  },
  root_causes: {
    help: 'Root causes of the alerts that hurt a service.',
    value: ({ causesTotal }) => causesTotal,
  },
}

const SERVICE_ALERTS = {
  type: 'gauge',
  name: 'opsgraph_service_alerts',
  help: 'Alerts that hurt a service and are not acknowledged. A severity without alerts has no series.',
  labelNames: ['service', 'severity'],
} as const
const ALL_SERVICES = {
  type: 'gauge',
  name: 'opsgraph_services',
  help: 'All services, with or without time series.',
} as const
const UNREACHED_ALERTS = {
  type: 'gauge',
  name: 'opsgraph_unreached_alerts',
  help: 'Active alerts that reach no service.',
} as const

/**
 * Shows how much alerts hurt services. The impact is determined when the metrics are read, at most every 10 seconds. If
 * this fails, or if the last impact is a minute old, these metrics have no series: old values would look like current
 * ones.
 */
export class ServiceMetrics {
  readonly #impact: RecentAnswer<Impact>

  constructor(registry: Registry, opsgraph: Opsgraph) {
    this.#impact = new RecentAnswer(() => opsgraph.readImpact(METRICS_CALLER, FIRST_SERVICES_PAGE))
    const services = () => this.#impact.known?.items ?? []
    for (const [key, { help, value }] of Object.entries(SERVICE_GAUGES)) {
      const gauge = { type: 'gauge', name: `opsgraph_service_${key}`, help, labelNames: ['service'] } as const
      registerComputed(registry, gauge, () => services().map((each) => [{ service: each.service }, value(each)]))
    }
    registerComputed(registry, SERVICE_ALERTS, () =>
      services().flatMap(({ service, counts }) =>
        Object.entries(counts).map(([severity, count]) => [{ service, severity }, count] as const),
      ),
    )
    const single = (value: number | undefined) => (value === undefined ? [] : [[{}, value] as const])
    registerComputed(registry, ALL_SERVICES, () => single(this.#impact.known?.total))
    registerComputed(registry, UNREACHED_ALERTS, () => single(this.#impact.known?.unreached.total))
  }

  /** Determines the impact again if the last result is not recent. Waits at most 2 seconds. Never rejects. */
  async refresh(): Promise<void> {
    await this.#impact.refresh()
  }
}

function severityLegend(): string {
  return SEVERITIES.map((severity, index) => `${SEVERITIES.length - index} = ${severity}`).join(', ')
}

/** Milliseconds for which an answer counts as recent. */
const MAX_RECENT_AGE_MILLISECONDS = 10_000
/** Milliseconds after which an answer is no longer used, even if there is no newer one. */
const MAX_AGE_MILLISECONDS = 60_000
/** Maximum milliseconds that a caller waits for a newer answer. */
const MAX_WAIT_MILLISECONDS = 2_000

/**
 * Caches the answer of an expensive function `ask`. However often `refresh` is called, `ask` runs at most once every 10
 * seconds. Without a call of `refresh`, `ask` does not run.
 */
export class RecentAnswer<Answer> {
  readonly #ask: () => Promise<Answer>
  #kept: { readonly answer: Answer | undefined; readonly time: number } | undefined
  #asking: Promise<void> | undefined

  constructor(ask: () => Promise<Answer>) {
    this.#ask = ask
  }

  /**
   * The last answer; `undefined` if there is none, if the last call of `ask` failed, or if the answer is a minute old.
   */
  get known(): Answer | undefined {
    return this.#kept !== undefined && this.#age() < MAX_AGE_MILLISECONDS ? this.#kept.answer : undefined
  }

  /** Calls `ask` if the last answer is not recent. Waits at most 2 seconds for the new answer. Never rejects. */
  async refresh(): Promise<void> {
    if (this.#age() < MAX_RECENT_AGE_MILLISECONDS) return
    this.#asking ??= this.#askAnew()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, MAX_WAIT_MILLISECONDS)
    })
    await Promise.race([this.#asking, tooLate])
    clearTimeout(timer)
  }

  async #askAnew(): Promise<void> {
    // A failure is kept like an answer, so that `ask` is not called again for 10 seconds.
    const answer = await this.#ask().catch(() => undefined)
    this.#kept = { answer, time: performance.now() }
    this.#asking = undefined
  }

  #age(): number {
    return this.#kept === undefined ? Number.POSITIVE_INFINITY : performance.now() - this.#kept.time
  }
}
