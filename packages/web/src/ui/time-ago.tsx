import { useEffect, useState } from 'react'
import { formatAge } from './format.js'

/** The milliseconds between two updates of the displayed text. */
const UPDATE_INTERVAL = 10_000

/** Returns the current time in milliseconds since 1970, updated every 10 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), UPDATE_INTERVAL)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Shows how long ago a time was. The tooltip shows the exact time. */
export function TimeAgo({ time }: { readonly time: string }) {
  const now = useNow()
  return (
    <time dateTime={time} title={new Date(time).toLocaleString()}>
      {formatAge(time, now)}
    </time>
  )
}

interface MinuteProps {
  readonly time: string
  /** The word before the time, such as `until`. */
  readonly word: string
}

/** Shows a date and a time without seconds, after a word. */
export function Minute({ time, word }: MinuteProps) {
  const shown = new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      {word} <time dateTime={time}>{shown}</time>
    </>
  )
}
