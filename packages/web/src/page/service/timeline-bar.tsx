import { SEVERITIES } from '@opsgraph/core/pure'
import { useId } from 'react'
import { formatLongDuration } from '../../ui/format.js'
import { buildSeverityStyle } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import type { Span, SpanState } from './timeline.js'
import styles from './timeline.module.css'

/** The size of the drawing in its own units. The drawing is stretched to the width of the page. */
const WIDTH = 1_000
const HEIGHT = 40
/**
 * The minimum width of a span in which something hurt the service, so that even a short failure in 30 days is visible.
 */
const MIN_WIDTH = 3

interface TimelineBarProps {
  readonly spans: readonly Span[]
  /** Whether the range is longer than a week, so that its ends are dates and not days of the week. */
  readonly isLong: boolean
  /** What the drawing shows, for people who do not see it. */
  readonly label: string
}

/**
 * Draws the states of a service over time. The worse the state, the higher its bar, so that the drawing can be read
 * without colors too. Times at which the state is unknown are hatched.
 */
export function TimelineBar({ spans, isLong, label }: TimelineBarProps) {
  const hatching = useId()
  const start = spans[0]?.start ?? 0
  const end = spans.at(-1)?.end ?? start
  const scale = WIDTH / Math.max(1, end - start)
  const text = (time: number) => formatTime(time, isLong)
  return (
    <figure className={shared.tight}>
      <svg
        className={styles.bar}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <pattern id={hatching} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles.hatch} width="3" height="8" />
        </pattern>
        {/* The worst state is painted last, so that no other span hides it. */}
        {spans.toSorted(compareHeights).map((span) => {
          const height = HEIGHT * computeHeight(span.state)
          const least = isHurt(span.state) ? MIN_WIDTH : 0
          const width = Math.max(least, (span.end - span.start) * scale)
          return (
            <rect
              key={span.start}
              {...buildFill(span.state, hatching)}
              x={Math.min((span.start - start) * scale, WIDTH - width)}
              y={HEIGHT - height}
              width={width}
              height={height}
            >
              <title>{`${formatState(span.state)}, ${text(span.start)} to ${text(span.end)} (${formatLongDuration(span.end - span.start)})`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className={styles.axis} aria-hidden="true">
        <span>{text(start)}</span>
        <span>{text((start + end) / 2)}</span>
        <span>{text(end)}</span>
      </figcaption>
    </figure>
  )
}

/** Returns the props that fill the bar of a state. */
function buildFill(state: SpanState, hatching: string) {
  if (isHurt(state)) return { className: styles.hurt, style: buildSeverityStyle(state) }
  return state === 'none' ? { className: styles.none } : { fill: `url(#${hatching})` }
}

/** Formats a state in words. */
export function formatState(state: SpanState): string {
  if (state === 'none') return 'not hurt'
  return state === 'unknown' ? 'not known' : state
}

export function isHurt(state: SpanState): state is Exclude<SpanState, 'none' | 'unknown'> {
  return state !== 'none' && state !== 'unknown'
}

/** Returns the height of the bar of a state, as a share of the height of the drawing. */
function computeHeight(state: SpanState): number {
  if (state === 'none') return 0.1
  if (state === 'unknown') return 1
  return Math.max(0.3, 1 - Math.max(0, SEVERITIES.indexOf(state) - 1) * 0.18)
}

function compareHeights(one: Span, other: Span): number {
  return rankState(other.state) - rankState(one.state)
}

/** Returns the rank of a state; 0 is the worst severity. */
function rankState(state: SpanState): number {
  return isHurt(state) ? SEVERITIES.indexOf(state) : SEVERITIES.length
}

export function formatTime(time: number, isLong: boolean): string {
  const day = isLong ? ({ month: 'short', day: 'numeric' } as const) : ({ weekday: 'short' } as const)
  return new Date(time).toLocaleString(undefined, { ...day, hour: '2-digit', minute: '2-digit' })
}
