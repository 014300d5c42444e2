import { useEffect, useState } from 'react'

/** The debounce time in milliseconds. */
const PAUSE = 350

/** Returns the debounced value: it becomes `value` when `value` has not changed for a while. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
