import { Counter, Gauge, type Registry } from 'prom-client'

/** The labels of a series, and its value. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

interface ComputedMetric {
  readonly type: 'gauge' | 'counter'
  readonly name: string
  readonly help: string
  /** The names of the labels; default: the metric is one series without labels. */
  readonly labelNames?: readonly string[]
}

/**
 * Adds a metric whose series are computed when the metrics are read.
 *
 * @param read returns the series; those that it no longer returns are gone
 */
export function registerComputed(registry: Registry, metric: ComputedMetric, read: () => Iterable<Sample>): void {
  const { type, name, help, labelNames = [] } = metric
  const described = { name, help, labelNames, registers: [registry] }
  const forget = (kept: Gauge | Counter) => {
    kept.reset()
    // Without labels, `reset` sets the series to 0, but keeps it.
    if (labelNames.length === 0) kept.remove()
  }
  if (type === 'gauge') {
    const gauge: Gauge = new Gauge({
      ...described,
      collect: () => {
        forget(gauge)
        for (const [labels, value] of read()) gauge.set(labels, value)
      },
    })
  } else {
    const counter: Counter = new Counter({
      ...described,
      collect: () => {
        forget(counter)
        for (const [labels, value] of read()) counter.inc(labels, value)
      },
    })
  }
}
