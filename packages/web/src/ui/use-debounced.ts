import { useEffect, useState } from 'react'

/** The debounce time in milliseconds. */
const DEBOUNCE_TIME = 350

/**
 * Returns `value` debounced: when `value` changes, the result changes after {@link DEBOUNCE_TIME}, unless `value`
 * changes again before.
 */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_TIME)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
