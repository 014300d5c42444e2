import { OpsgraphError } from '@opsgraph/core'
import { Histogram, type Registry } from 'prom-client'

/**
 * Upper bounds of the histogram buckets, in seconds. An import of a few records takes less than the first bound. An
 * import of the largest file may take as long as the last bound if other imports run before it.
 */
const DURATION_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

interface ObservedImport {
  readonly kind: 'cmdb' | 'relations' | 'topologies' | 'plans'
  readonly dryRun: boolean
}

/** The durations of imports, including the time that they wait for each other. */
export class ImportMetrics {
  readonly #duration: Histogram

  constructor(registry: Registry) {
    this.#duration = new Histogram({
      name: 'opsgraph_import_duration_seconds',
      help: 'Duration of an import until it is written or refused, in seconds. kind: cmdb, relations, topologies, or plans that are applied or undone; result: done, refused or failed.',
      labelNames: ['kind', 'dry_run', 'result'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers: [registry],
    })
  }

  async time<T>({ kind, dryRun }: ObservedImport, work: () => Promise<T>): Promise<T> {
    const start = performance.now()
    const record = (result: 'done' | 'refused' | 'failed') => {
      this.#duration.observe({ kind, dry_run: String(dryRun), result }, (performance.now() - start) / 1000)
    }
    try {
      const answer = await work()
      record('done')
      return answer
    } catch (error) {
      record(isRefusal(error) ? 'refused' : 'failed')
      throw error
    }
  }
}

/** Whether the sender can correct the error. An unreachable database, for example, is not the sender's error. */
function isRefusal(error: unknown): boolean {
  return error instanceof OpsgraphError && error.kind !== 'unavailable' && error.kind !== 'busy'
}
