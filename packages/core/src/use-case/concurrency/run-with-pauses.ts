import { pause } from '#platform'
import { invalid } from '../../opsgraph-error.js'
import { WorkExceeded } from '../../work-meter.js'

/** Runs a long computation to its end. Lets the process do other work whenever the computation yields. */
export async function runWithPauses<T>(computation: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
    await pause()
  }
}

/**
 * Runs `work`, and refuses the request if the policies need too many steps.
 *
 * @throws OpsgraphError `invalid` instead of `WorkExceeded`
 */
export async function refusingExceeded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof WorkExceeded ? invalid(error.message) : error
  }
}
