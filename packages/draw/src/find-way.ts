import type { Ends } from './edge-ends.js'
import type { Place } from './flow.js'
import type { Gap, Row } from './rows.js'
import { onSpline, type Spline, splineThrough } from './spline.js'

/** A place where the route of an edge passes between two boxes of a row. */
export interface Passage {
  readonly row: Row
  readonly gap: Gap
  readonly across: number
}

/** Pixels between a row and the turns before and after it. */
const BEND = 6
/** Pixels between a way and the boxes that it passes. */
const CLEARANCE = 12
/** Fractions of a row's thickness at which a way through it is checked. */
const SAMPLES = [0.25, 0.5, 0.75, 1]

/**
 * The passages that lead a way around the boxes between its ends. Starts with a direct line. While the line runs into
 * boxes, it is led through a gap of the row where the distance to a gap is largest. Each row gets at most one passage,
 * so the search ends.
 *
 * @param known passages that the way already has
 */
export function findPassages(ends: Ends, rows: readonly Row[], known: readonly Passage[] = []): readonly Passage[] {
  const passages = new Map(known.map((passage) => [passage.row, passage]))
  for (;;) {
    const spline = splineThrough(splineKnots(ends, [...passages.values()]))
    const worst = farthestOff(spline, rows, passages)
    if (worst === undefined) break
    passages.set(worst.row, worst)
  }
  return inOrder([...passages.values()])
}

/** The knots of a way: its ends, and the beginning and end of each passage. */
export function splineKnots({ from, to }: Ends, passages: readonly Passage[]): readonly Place[] {
  const knots = [from]
  for (const { row, across } of inOrder(passages)) {
    for (const along of [row.start - BEND, row.end + BEND]) {
      const last = knots.at(-1)
      if (along > (last?.along ?? 0) && along < to.along) knots.push({ along, across })
    }
  }
  return [...knots, to]
}

function inOrder(passages: readonly Passage[]): readonly Passage[] {
  return passages.toSorted((left, right) => left.row.number - right.row.number)
}

function farthestOff(spline: Spline, rows: readonly Row[], settled: ReadonlyMap<Row, Passage>): Passage | undefined {
  let worst: Passage | undefined
  let farthest = 0
  for (const row of rows) {
    if (settled.has(row)) continue
    const { low, high } = extentIn(row, spline)
    const middle = (low + high) / 2
    const gap = nearestGap(row.gaps, middle)
    if (gap.low + CLEARANCE / 2 <= low && high <= gap.high - CLEARANCE / 2) continue
    const across = within(gap, middle, CLEARANCE)
    const distance = Math.abs(across - middle) + (high - low)
    if (worst !== undefined && distance <= farthest) continue
    worst = { row, gap, across }
    farthest = distance
  }
  return worst
}

/** The extent of a way, across, within a row. */
function extentIn({ start, end }: Row, spline: Spline): Gap {
  let low = onSpline(spline, start).across
  let high = low
  for (const part of SAMPLES) {
    const { across } = onSpline(spline, start + part * (end - start))
    low = Math.min(low, across)
    high = Math.max(high, across)
  }
  return { low, high }
}

/** The last gap that begins before a place, or a neighbor of it. */
function nearestGap(gaps: readonly Gap[], across: number): Gap {
  const at = lastBefore(gaps, across)
  let nearest = gaps[at] ?? { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  for (const gap of [gaps[at - 1], gaps[at + 1]]) {
    if (gap !== undefined && off(gap, across) < off(nearest, across)) nearest = gap
  }
  return nearest
}

function lastBefore(gaps: readonly Gap[], across: number): number {
  let [from, to] = [0, gaps.length - 1]
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    if ((gaps[middle]?.low ?? Infinity) <= across) from = middle
    else to = middle - 1
  }
  return from
}

function off(gap: Gap, across: number): number {
  const tooNarrow = Math.max(0, 2 * CLEARANCE - (gap.high - gap.low))
  return Math.abs(within(gap, across, CLEARANCE) - across) + 4 * tooNarrow
}

/** The nearest place in a gap with enough distance to its walls; the middle if the gap is too narrow. */
function within({ low, high }: Gap, across: number, space: number): number {
  if (high - low < 2 * space) return (low + high) / 2
  return Math.min(Math.max(across, low + space), high - space)
}
