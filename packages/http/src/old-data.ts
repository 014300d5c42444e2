import type { Opsgraph } from '@opsgraph/core'
import type { Logger } from './log.js'
import { Rounds } from './rounds.js'

interface OldDataOptions {
  readonly opsgraph: Pick<Opsgraph, 'removeOld'>
  readonly logger: Logger
  /** For how many days old data is kept; 0 = for ever. */
  readonly retention: Parameters<Opsgraph['removeOld']>[0]
  /** Milliseconds between two rounds; default: 30 s. */
  readonly pause?: number
}

/** Returns rounds that remove closed alerts and audit entries after their retention, and log how many they remove. */
export function oldDataRounds({ opsgraph, logger, retention, pause }: OldDataOptions): Rounds {
  const work = async () => {
    const removed = await opsgraph.removeOld(retention)
    if (removed.alerts + removed.auditEntries > 0) logger.info({ removed }, 'old data removed')
  }
  return new Rounds({ work, logger, failure: 'old data could not be removed', pause })
}
