import type { Opsgraph } from '@opsgraph/core'
import type { Registry } from 'prom-client'
import { registerComputed } from './computed-metric.js'

/** The state of a database connection pool. */
export interface PoolCounts {
  /** The maximum number of open connections. */
  readonly max: number
  readonly open: number
  /** Open connections that are not in use. */
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

/** How many alerts this process has changed because the time of the change had come. */
type DueAlertCounts = Awaited<ReturnType<Opsgraph['changeDueAlerts']>>

/** Functions that read numbers of a server. If a function is missing, its metrics are missing too. */
export interface MetricSources {
  /** Reads the state of the database connection pool. */
  readonly poolCounts?: (() => PoolCounts) | undefined
  /** Reads how many alerts this process has expired, closed at their end time, or reopened after a timed status. */
  readonly dueAlertCounts?: (() => DueAlertCounts) | undefined
}

/** Functions that read numbers of the application itself. */
export interface OwnSources {
  readonly eventMetrics?: (() => readonly MeasuredMetric[]) | undefined
}

type MeasuredMetric = ReturnType<Opsgraph['metrics']>[number]
type Metric = Omit<MeasuredMetric, 'value'>

const POOL_METRICS: Readonly<Record<keyof PoolCounts, Metric>> = {
  max: { type: 'gauge', name: 'opsgraph_pool_max', help: 'Connections to the database that may be open.' },
  open: { type: 'gauge', name: 'opsgraph_pool_open', help: 'Connections to the database that are open.' },
  idle: {
    type: 'gauge',
    name: 'opsgraph_pool_idle',
    help: 'Connections to the database that are open and not in use.',
  },
  waiting: {
    type: 'gauge',
    name: 'opsgraph_pool_waiting',
    help: 'Callers that wait for a connection to the database.',
  },
}

const DUE_ALERT_METRICS: Readonly<Record<keyof DueAlertCounts, Metric>> = {
  expired: {
    type: 'counter',
    name: 'opsgraph_alerts_expired_total',
    help: 'Alerts that this process has expired.',
  },
  ended: {
    type: 'counter',
    name: 'opsgraph_alerts_ended_total',
    help: 'Alerts that this process has closed because their end time was over.',
  },
  reopened: {
    type: 'counter',
    name: 'opsgraph_alerts_reopened_total',
    help: 'Alerts that this process has opened again because the time of their status was over.',
  },
}

/**
 * Adds the metrics whose numbers are counted elsewhere, such as in core, in the streams of events or in the connection
 * pool. Each number is read when the metrics are read.
 */
export function registerNumbers(registry: Registry, opsgraph: Opsgraph, sources: MetricSources & OwnSources): void {
  const { poolCounts, dueAlertCounts, eventMetrics } = sources
  registerMeasured(registry, () => opsgraph.metrics())
  registerComputed(registry, SUBSCRIPTION_DELIVERIES, () =>
    Object.entries(opsgraph.deliveryCounts()).map(([result, count]) => [{ result }, count]),
  )
  if (poolCounts !== undefined) registerAll(registry, POOL_METRICS, poolCounts)
  if (dueAlertCounts !== undefined) registerAll(registry, DUE_ALERT_METRICS, dueAlertCounts)
  if (eventMetrics !== undefined) registerMeasured(registry, eventMetrics)
}

function registerMeasured(registry: Registry, read: () => readonly MeasuredMetric[]): void {
  read().forEach((metric, index) => {
    registerComputed(registry, metric, () => [[{}, read()[index]?.value ?? 0]])
  })
}

function registerAll<Key extends string>(
  registry: Registry,
  metrics: Readonly<Record<Key, Metric>>,
  read: () => Readonly<Record<Key, number>>,
): void {
  for (const key of Object.keys(metrics) as Key[]) registerComputed(registry, metrics[key], () => [[{}, read()[key]]])
}

const SUBSCRIPTION_DELIVERIES = {
  type: 'counter',
  name: 'opsgraph_subscription_deliveries_total',
  help: 'Tries of this process to deliver messages of subscriptions, by their result: delivered or failed.',
  labelNames: ['result'],
} as const
