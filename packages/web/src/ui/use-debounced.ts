import { useEffect, useState } from 'react'

/** The debounce time in milliseconds. */
const PAUSE = 350

/**
 * Returns `value` debounced: when `value` changes, the result changes after {@link PAUSE}, unless `value` changes again
 * before.
 */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
