import type { Severity } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import type { ServiceHistory } from '../../api/impact.js'

/** `none` = nothing hurt the service; `unknown` = its state at that time is not known. */
export type SpanState = Severity | 'none' | 'unknown'

/** A time during which the severity of a service stayed the same. Its ends are milliseconds since 1970. */
export interface Span {
  readonly state: SpanState
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

type HistoryData = Pick<ServiceHistory, 'from' | 'to' | 'knownSince' | 'minutes' | 'transitions' | 'more'>

/**
 * Returns the spans of the whole range of a history, the oldest first, without gaps: neighbors have different states. A
 * time of which the answer says nothing is `unknown`, and never healthy.
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

/** The state at the beginning of the known time, if the first transition of the answer does not begin it. */
function findFirstSpan({
  knownSince,
  minutes,
  transitions,
  more,
}: HistoryData): readonly { state: SpanState; start: number }[] {
  // If the answer does not have all transitions, those before the oldest one are missing.
  if (knownSince === null || more) return []
  const first = transitions.at(-1)
  const start = Date.parse(knownSince)
  if (first !== undefined) return [{ state: first.from ?? 'none', start }]
  // Without a transition, the service had one severity all the time.
  const [state] = Object.keys(minutes) as (Severity | 'none')[]
  return state === undefined ? [] : [{ state, start }]
}

function joinSpans(spans: Span[], span: Span): Span[] {
  const last = spans.at(-1)
  if (last?.state === span.state) spans[spans.length - 1] = { ...last, end: span.end }
  else spans.push(span)
  return spans
}

/** The severities of the minutes of a history, the worst first, then `none`, then what is not known. */
export function listMinutesByState({ from, to, minutes }: HistoryData): readonly (readonly [SpanState, number])[] {
  const known = [...SEVERITIES, 'none' as const].flatMap((state) => {
    const spent = minutes[state]
    return spent === undefined ? [] : [[state, spent] as const]
  })
  const range = (Date.parse(to) - Date.parse(from)) / MINUTE
  const unknown = range - known.reduce((sum, [, spent]) => sum + spent, 0)
  // Less than a second comes from rounding.
  return unknown * MINUTE < SECOND ? known : [...known, ['unknown', unknown]]
}

const SECOND = 1_000
const MINUTE = 60_000

/** Formats a share, such as `99.98 %`. Only everything is `100 %`: a short failure does not disappear by rounding. */
export function formatShare(share: number): string {
  const percent = share * 100
  const shown = percent < 100 ? Math.min(99.99, Math.round(percent * 100) / 100) : 100
  return `${percent > 0 && shown === 0 ? 'less than 0.01' : shown} %`
}
