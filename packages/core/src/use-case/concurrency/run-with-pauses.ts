import { pause } from '#platform'

/** Runs a long computation to its end. Lets the process do other work whenever the computation yields. */
export async function runWithPauses<T>(computation: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
    await pause()
  }
}
