import { OpsgraphError } from '../opsgraph-error.js'

/**
 * Does the work; a fault that it throws is told instead.
 *
 * @throws whatever is no OpsgraphError
 */
export function catchRefusal<T>(work: () => T, tell: (message: string) => void): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    tell(error.message)
    return undefined
  }
}
