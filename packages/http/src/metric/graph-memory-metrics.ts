import type { Opsgraph } from '@opsgraph/core'
import { Counter, Gauge, type Registry } from 'prom-client'

type Counts = ReturnType<Opsgraph['graphMemoryCounts']>

const GAUGES = {
  bytes: 'Approximate bytes of the resource graph in memory.',
  environments: 'Environments whose relations are in memory.',
  relations: 'Relations that are in memory.',
} as const satisfies Partial<Record<keyof Counts, string>>

const COUNTERS = {
  loads: 'Environments loaded into memory, counted again each time.',
  changes: 'Changed relations applied to the resource graph in memory.',
} as const satisfies Partial<Record<keyof Counts, string>>

/** Adds metrics about the graph in memory. Their values are determined each time that the metrics are read. */
export function measureGraphMemory(registry: Registry, counts: () => Counts): void {
  for (const [key, help] of entriesOf(GAUGES)) {
    new Gauge({
      name: `opsgraph_graph_memory_${key}`,
      help,
      registers: [registry],
      collect() {
        this.set(counts()[key])
      },
    })
  }
  for (const [key, help] of entriesOf(COUNTERS)) {
    new Counter({
      name: `opsgraph_graph_memory_${key}_total`,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(counts()[key])
      },
    })
  }
}

function entriesOf<Key extends string>(texts: Readonly<Record<Key, string>>): [Key, string][] {
  return Object.entries(texts) as [Key, string][]
}
