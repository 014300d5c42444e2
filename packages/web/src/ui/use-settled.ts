import { useEffect, useState } from 'react'

/** Milliseconds without a change after which the server is asked. */
const PAUSE = 350

/** A value once it has not changed for a moment. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
