import { setTimeout as delay } from 'node:timers/promises'
import { OpsgraphError } from '@opsgraph/core/store'
import { isCollision, sqlstateOf, UNIQUE_VIOLATION } from './sqlstate.js'

const ATTEMPTS = 10
const LONGEST_PAUSE = 200

/**
 * Retries `work` if it collides with concurrent work, that is, after a deadlock, or if another transaction added the
 * same key first. Uses exponential backoff with jitter, so that colliding transactions do not retry at the same time.
 *
 * @throws OpsgraphError `conflict` if the work collides every time
 */
export async function retrying<T>(work: (isRepeated: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt > 1)
    } catch (error) {
      if (!isCollision(error)) throw error
      if (attempt === ATTEMPTS) throw exhausted(error)
      await delay(Math.random() * Math.min(LONGEST_PAUSE, 5 * 2 ** attempt))
    }
  }
}

function exhausted(error: unknown): OpsgraphError {
  const reason = sqlstateOf(error) === UNIQUE_VIOLATION ? 'there is such an entry already' : 'others write the same'
  return new OpsgraphError('conflict', reason, [], { cause: error })
}
