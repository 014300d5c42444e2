/** Yields to the event loop, so that long computations do not block all other requests of the process. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
