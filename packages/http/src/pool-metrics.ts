import { Gauge, type Registry } from 'prom-client'

/** The connections to a database at one moment. */
export interface PoolCounts {
  /** As many as may be open. */
  readonly max: number
  readonly open: number
  /** Open, and nobody uses them. */
  readonly idle: number
  /** Callers that wait for one. */
  readonly waiting: number
}

const HELP: Readonly<Record<keyof PoolCounts, string>> = {
  max: 'Connections to the database that may be open.',
  open: 'Connections to the database that are open.',
  idle: 'Connections to the database that are open and not in use.',
  waiting: 'Callers that wait for a connection to the database.',
}

/** Shows, at every look, how a pool of connections stands. */
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
