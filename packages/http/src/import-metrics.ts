import { OpsgraphError } from '@opsgraph/core'
import { Histogram, type Registry } from 'prom-client'

/** Upper bounds in seconds, from a handful of records to the largest file while others import as well. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

interface Import {
  readonly kind: 'cmdb' | 'topologies'
  readonly dryRun: boolean
}

/** How long imports take, the time in which they wait for each other included. */
export class ImportMetrics {
  readonly #duration: Histogram

  constructor(registry: Registry) {
    this.#duration = new Histogram({
      name: 'opsgraph_import_duration_seconds',
      help: 'Time from the begin of an import until it is written, or refused; dry runs as well.',
      labelNames: ['kind', 'dry_run', 'result'],
      buckets: BUCKETS,
      registers: [registry],
    })
  }

  async time<T>({ kind, dryRun }: Import, work: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const tell = (result: 'done' | 'refused' | 'failed') => {
      this.#duration.observe({ kind, dry_run: String(dryRun), result }, (performance.now() - start) / 1000)
    }
    try {
      const answer = await work()
      tell('done')
      return answer
    } catch (error) {
      tell(isRefusal(error) ? 'refused' : 'failed')
      throw error
    }
  }
}

/** The sender can mend it, unlike a database that is away. */
function isRefusal(error: unknown): boolean {
  return error instanceof OpsgraphError && error.kind !== 'unavailable' && error.kind !== 'busy'
}
