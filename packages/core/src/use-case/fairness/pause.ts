/** Lets whatever waits be done first: work of a second, in one go, would keep every other caller waiting for as long. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
