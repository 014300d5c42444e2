/** A number that a process shows as a metric. A counter only grows; a gauge may also fall. */
export interface Metric {
  readonly type: 'gauge' | 'counter'
  readonly name: string
  readonly help: string
}

/** The current values of some metrics. */
export type Counts<Metrics> = { readonly [Key in keyof Metrics]: number }

export function gauge(name: string, help: string): Metric {
  return { type: 'gauge', name, help }
}

export function counter(name: string, help: string): Metric {
  return { type: 'counter', name, help }
}

/** Metrics with their current values. */
export function measured<Key extends string>(
  metrics: Readonly<Record<Key, Metric>>,
  counts: Readonly<Record<Key, number>>,
): readonly MeasuredMetric[] {
  return (Object.keys(metrics) as Key[]).map((key) => ({ ...metrics[key], value: counts[key] }))
}

export interface MeasuredMetric extends Metric {
  readonly value: number
}
