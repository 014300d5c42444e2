import type { Severity } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import type { ServiceHistory } from '../../api/impact.js'

/** `none` = nothing hurt the service; `unknown` = its state at that time is not known. */
export type SpanState = Severity | 'none' | 'unknown'

/** A period in which the severity of a service stayed the same. Its ends are milliseconds since 1970. */
export interface Span {
  readonly state: SpanState
  readonly start: number
  /** The end of the period, exclusive. */
  readonly end: number
}

type HistoryData = Pick<ServiceHistory, 'from' | 'to' | 'knownSince' | 'minutes' | 'transitions' | 'more'>

/**
 * Returns spans that cover the whole range of a history without gaps, the oldest first. Adjacent spans have different
 * states. A period that the answer does not describe is `unknown`, and never healthy.
 */
export function computeSpans(history: HistoryData): readonly Span[] {
  const [from, to] = [Date.parse(history.from), Date.parse(history.to)]
  const steps = history.transitions.map(({ time, to }) => ({ state: to ?? ('none' as const), start: Date.parse(time) }))
  const all = [{ state: 'unknown' as const, start: from }, ...findFirstSpan(history), ...steps.reverse()]
  return all
    .map(({ state, start }, at): Span => {
      const end = all[at + 1]?.start ?? to
      return { state, start: Math.max(start, from), end: Math.min(end, to) }
    })
    .filter(({ start, end }) => end > start)
    .reduce<Span[]>(joinSpans, [])
}

/**
 * Returns the time from which on the states are known, and the state at that time. Returns an empty list if the answer
 * does not contain this state.
 */
function findFirstSpan({
  knownSince,
  minutes,
  transitions,
  more,
}: HistoryData): readonly { state: SpanState; start: number }[] {
  // If the answer does not have all transitions, the oldest ones are missing.
  if (knownSince === null || more) return []
  const first = transitions.at(-1)
  const start = Date.parse(knownSince)
  if (first !== undefined) return [{ state: first.from ?? 'none', start }]
  // Without a transition, the service had the same severity all the time.
  const [state] = Object.keys(minutes) as (Severity | 'none')[]
  return state === undefined ? [] : [{ state, start }]
}

function joinSpans(spans: Span[], span: Span): Span[] {
  const last = spans.at(-1)
  if (last?.state === span.state) spans[spans.length - 1] = { ...last, end: span.end }
  else spans.push(span)
  return spans
}

/**
 * Returns how many minutes a service spent in each state: first the severities, the worst one first, then `none`, then
 * `unknown`.
 */
export function listMinutesByState({ from, to, minutes }: HistoryData): readonly (readonly [SpanState, number])[] {
  const known = [...SEVERITIES, 'none' as const].flatMap((state) => {
    const spent = minutes[state]
    return spent === undefined ? [] : [[state, spent] as const]
  })
  const range = (Date.parse(to) - Date.parse(from)) / MINUTE
  const unknown = range - known.reduce((sum, [, spent]) => sum + spent, 0)
  // A difference of less than a second comes from rounding.
  return unknown * MINUTE < SECOND ? known : [...known, ['unknown', unknown]]
}

const SECOND = 1_000
const MINUTE = 60_000

/**
 * Formats a share, such as `99.98 %`. Only the share 1 is `100 %`, so that a short failure does not disappear by
 * rounding.
 */
export function formatShare(share: number): string {
  const percent = share * 100
  const shown = percent < 100 ? Math.min(99.99, Math.round(percent * 100) / 100) : 100
  return `${percent > 0 && shown === 0 ? 'less than 0.01' : shown} %`
}
