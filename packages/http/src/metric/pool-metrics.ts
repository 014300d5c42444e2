import { Gauge, type Registry } from 'prom-client'

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

const HELP: Readonly<Record<keyof PoolCounts, string>> = {
  max: 'Connections to the database that may be open.',
  open: 'Connections to the database that are open.',
  idle: 'Connections to the database that are open and not in use.',
  waiting: 'Callers that wait for a connection to the database.',
}

/** Adds metrics of a connection pool. Their values are determined each time that the metrics are read. */
export function measurePool(registry: Registry, counts: () => PoolCounts): void {
  for (const [key, help] of Object.entries(HELP)) {
    new Gauge({
      name: `opsgraph_pool_${key}`,
      help,
      registers: [registry],
      collect() {
        this.set(counts()[key as keyof PoolCounts])
      },
    })
  }
}
