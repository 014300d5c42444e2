import { useEffect, useState } from 'react'

/** The milliseconds between two updates of the displayed text. */
const UPDATE_INTERVAL = 10_000
const STEPS = [
  { seconds: 86_400, unit: 'd' },
  { seconds: 3_600, unit: 'h' },
  { seconds: 60, unit: 'min' },
] as const

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

/** Shows the time at which something ends, after the word “until”. */
export function Until({ time }: { readonly time: string }) {
  return (
    <>
      until <Minute time={time} />
    </>
  )
}

/** Shows the time at which something began, after the word “since”. */
export function Since({ time }: { readonly time: string }) {
  return (
    <>
      since <Minute time={time} />
    </>
  )
}

function Minute({ time }: { readonly time: string }) {
  return (
    <time dateTime={time}>{new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
  )
}

/** Formats a duration, such as `5 s` or `2 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  const step = STEPS.find((each) => seconds >= each.seconds)
  return step === undefined ? `${seconds} s` : `${Math.floor(seconds / step.seconds)} ${step.unit}`
}

/**
 * Formats the age of a time as text.
 *
 * @param now milliseconds since 1970
 */
export function formatAge(time: string, now: number): string {
  const age = Math.max(0, now - Date.parse(time))
  return Math.round(age / 1_000) < 60 ? 'just now' : `${formatDuration(age)} ago`
}

/** Formats a duration with its two largest units, such as `2 h 5 min`. */
export function formatLongDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  if (seconds === 0 && milliseconds > 0) return 'less than 1 s'
  const parts = UNITS.map(({ unit, of, in: size }) => ({ unit, count: Math.floor(seconds / size) % of }))
  const largest = parts.findIndex(({ count }) => count > 0)
  if (largest === -1) return '0 s'
  return parts
    .slice(largest, largest + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}`)
    .join(' ')
}

const UNITS = [
  { unit: 'd', in: 86_400, of: Number.POSITIVE_INFINITY },
  { unit: 'h', in: 3_600, of: 24 },
  { unit: 'min', in: 60, of: 60 },
  { unit: 's', in: 1, of: 60 },
]
