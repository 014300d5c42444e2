import { OpsgraphError } from '../opsgraph-error.js'

/**
 * Runs `work`. Reports the message of an OpsgraphError instead of throwing it.
 *
 * @throws any other error of `work`
 */
export function catchRefusal<T>(work: () => T, report: (message: string) => void): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    report(error.message)
    return undefined
  }
}
