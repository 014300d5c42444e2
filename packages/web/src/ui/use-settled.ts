import { useEffect, useState } from 'react'

/** Debounce: milliseconds without a change. */
const PAUSE = 350

/** The debounced value: follows `value` after a pause without changes. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
