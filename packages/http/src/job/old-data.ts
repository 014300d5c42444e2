import type { Opsgraph } from '@opsgraph/core'
import type { Logger } from '../log/log.js'
import { Rounds } from './rounds.js'

interface OldDataOptions {
  readonly opsgraph: Pick<Opsgraph, 'removeOld'>
  readonly logger: Logger
  /** For how many days old data is kept; 0 = for ever. */
  readonly retention: Parameters<Opsgraph['removeOld']>[0]
  /** Milliseconds between the end of a round and the start of the next one; default: 30,000. */
  readonly pause?: number
}

/**
 * Returns the {@link Rounds} that remove old audit entries, and alerts that ended long ago (rules.md#retention). If a
 * round removes something, it logs how much.
 */
export function oldDataRounds({ opsgraph, logger, retention, pause }: OldDataOptions): Rounds {
  const work = async () => {
    const removed = await opsgraph.removeOld(retention)
    if (removed.alerts + removed.auditEntries > 0) logger.info({ removed }, 'old data removed')
  }
  return new Rounds({ work, logger, failure: 'old data could not be removed', pause })
}
