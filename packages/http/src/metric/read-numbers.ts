import type { Opsgraph } from '@opsgraph/core'
import { Counter, Gauge, type Registry } from 'prom-client'

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
type DeliveryCounts = ReturnType<Opsgraph['deliveryCounts']>
type GraphMemoryCounts = ReturnType<Opsgraph['graphMemoryCounts']>

/** Functions that read numbers of a server. If a function is missing, its metrics are missing too. */
export interface MetricSources {
  /** Reads the state of the database connection pool. */
  readonly poolCounts?: (() => PoolCounts) | undefined
  /** Reads how many alerts this process has expired, closed at their end time, and reopened when a timed status ended. */
  readonly dueAlertCounts?: (() => DueAlertCounts) | undefined
}

/** Functions that read numbers of the application itself. */
export interface OwnSources {
  readonly readerCounts?: (() => ReaderCounts) | undefined
}

interface ReaderCounts {
  readonly readers: number
  readonly lagging: number
}

/** The metric of one number. A counter only grows. */
interface Metric {
  readonly type: 'gauge' | 'counter'
  readonly name: string
  readonly help: string
}

const GRAPH_MEMORY: Readonly<Record<keyof GraphMemoryCounts, Metric>> = {
  bytes: gauge('opsgraph_graph_memory_bytes', 'Approximate bytes of the resource graph in memory.'),
  environments: gauge('opsgraph_graph_memory_environments', 'Environments whose relations are in memory.'),
  relations: gauge('opsgraph_graph_memory_relations', 'Relations that are in memory.'),
  loads: counter('opsgraph_graph_memory_loads_total', 'Environments loaded into memory, counted again each time.'),
  changes: counter('opsgraph_graph_memory_changes_total', 'Changed relations applied to the resource graph in memory.'),
}

const POOL: Readonly<Record<keyof PoolCounts, Metric>> = {
  max: gauge('opsgraph_pool_max', 'Connections to the database that may be open.'),
  open: gauge('opsgraph_pool_open', 'Connections to the database that are open.'),
  idle: gauge('opsgraph_pool_idle', 'Connections to the database that are open and not in use.'),
  waiting: gauge('opsgraph_pool_waiting', 'Callers that wait for a connection to the database.'),
}

const DUE_ALERTS: Readonly<Record<keyof DueAlertCounts, Metric>> = {
  expired: counter('opsgraph_alerts_expired_total', 'Alerts that this process has expired.'),
  ended: counter('opsgraph_alerts_ended_total', 'Alerts that this process has closed because their end time was over.'),
  reopened: counter(
    'opsgraph_alerts_reopened_total',
    'Alerts that this process has opened again because the time of their status was over.',
  ),
}

/** The values of the label `result`. */
const DELIVERY_RESULTS: readonly (keyof DeliveryCounts)[] = ['delivered', 'failed']

const READERS: Readonly<Record<keyof ReaderCounts, Metric>> = {
  readers: gauge('opsgraph_event_readers', 'Streams of events that are open.'),
  lagging: counter(
    'opsgraph_event_readers_lagging_total',
    'Streams of events that this process has ended because the reader received too slowly.',
  ),
}

/**
 * Adds the metrics of numbers that others count. The numbers are read each time that the metrics are read. A number
 * that core counts needs a row in one of the tables above, and nothing else here.
 */
export function readNumbers(registry: Registry, opsgraph: Opsgraph, sources: MetricSources & OwnSources): void {
  const { poolCounts, dueAlertCounts, readerCounts } = sources
  register(registry, GRAPH_MEMORY, () => opsgraph.graphMemoryCounts())
  registerDeliveries(registry, opsgraph)
  if (poolCounts !== undefined) register(registry, POOL, poolCounts)
  if (dueAlertCounts !== undefined) register(registry, DUE_ALERTS, dueAlertCounts)
  if (readerCounts !== undefined) register(registry, READERS, readerCounts)
}

function register<Key extends string>(
  registry: Registry,
  metrics: Readonly<Record<Key, Metric>>,
  read: () => Readonly<Record<Key, number>>,
): void {
  for (const key of Object.keys(metrics) as Key[]) {
    const { type, name, help } = metrics[key]
    const described = { name, help, registers: [registry] }
    if (type === 'gauge') {
      const metric: Gauge = new Gauge({ ...described, collect: () => metric.set(read()[key]) })
    } else {
      const metric: Counter = new Counter({
        ...described,
        collect: () => {
          metric.reset()
          metric.inc(read()[key])
        },
      })
    }
  }
}

function registerDeliveries(registry: Registry, opsgraph: Opsgraph): void {
  const metric: Counter<'result'> = new Counter({
    name: 'opsgraph_subscription_deliveries_total',
    help: 'Tries of this process to deliver messages of subscriptions, by their result: delivered or failed.',
    labelNames: ['result'],
    registers: [registry],
    collect: () => {
      const counts = opsgraph.deliveryCounts()
      metric.reset()
      for (const result of DELIVERY_RESULTS) metric.inc({ result }, counts[result])
    },
  })
}

function gauge(name: string, help: string): Metric {
  return { type: 'gauge', name, help }
}

function counter(name: string, help: string): Metric {
  return { type: 'counter', name, help }
}
