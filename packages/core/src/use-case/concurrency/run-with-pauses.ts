import { pause } from '#platform'
import { invalid } from '../../opsgraph-error.js'
import { WorkExceeded } from '../../work-meter.js'

/** Runs a long computation to its end. Whenever it yields, the process can do other work. */
export async function runWithPauses<T>(computation: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
    await pause()
  }
}

/**
 * Runs `work`. If policies need too many steps, throws an error that refuses the request.
 *
 * @throws OpsgraphError `invalid` in place of `WorkExceeded`
 */
export async function refuseIfExceeded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof WorkExceeded ? invalid(error.message) : error
  }
}
