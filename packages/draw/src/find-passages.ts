import type { FlowEnds } from './edge-ends.js'
import type { FlowPoint } from './flow.js'
import type { BoxRow, RowGap } from './rows.js'
import { pointOnSpline, type Spline, splineThrough } from './spline.js'

/** A point where the route of an edge passes between two boxes of a row. */
export interface Passage {
  readonly row: BoxRow
  readonly gap: RowGap
  readonly across: number
}

/** The distance in pixels between a row and the bends of a route before and after the row. */
const BEND_DISTANCE = 6
/** The preferred distance in pixels between a route and the boxes that it passes. Half of it is accepted too. */
const CLEARANCE = 12
/** The points within a row at which a route is checked, as fractions of the thickness of the row. */
const SAMPLED_FRACTIONS = [0.25, 0.5, 0.75, 1]

/**
 * Finds the passages that lead a route around the boxes between its ends. The search starts with a direct line. While
 * the line crosses boxes, the search adds a passage in the row where the line is farthest from any gap. Each row gets
 * at most one passage, so the search ends.
 *
 * @param found the passages of the route that earlier rounds have found
 */
export function findPassages(
  ends: FlowEnds,
  rows: readonly BoxRow[],
  found: readonly Passage[] = [],
): readonly Passage[] {
  const passages = new Map(found.map((passage) => [passage.row, passage]))
  for (;;) {
    const spline = splineThrough(splineKnots(ends, [...passages.values()]))
    const worst = findFarthestPassage(spline, rows, passages)
    if (worst === undefined) break
    passages.set(worst.row, worst)
  }
  return sortByRow([...passages.values()])
}

/** Returns the knots of the spline of a route: its ends, and the beginning and end of each passage. */
export function splineKnots({ from, to }: FlowEnds, passages: readonly Passage[]): readonly FlowPoint[] {
  const knots = [from]
  for (const { row, across } of sortByRow(passages)) {
    for (const along of [row.start - BEND_DISTANCE, row.end + BEND_DISTANCE]) {
      const last = knots.at(-1)
      if (along > (last?.along ?? 0) && along < to.along) knots.push({ along, across })
    }
  }
  return [...knots, to]
}

function sortByRow(passages: readonly Passage[]): readonly Passage[] {
  return passages.toSorted((left, right) => left.row.number - right.row.number)
}

function findFarthestPassage(
  spline: Spline,
  rows: readonly BoxRow[],
  settled: ReadonlyMap<BoxRow, Passage>,
): Passage | undefined {
  let worst: Passage | undefined
  let farthest = 0
  for (const row of rows) {
    if (settled.has(row)) continue
    const { low, high } = extentIn(row, spline)
    const middle = (low + high) / 2
    const gap = nearestGap(row.gaps, middle)
    if (gap.low + CLEARANCE / 2 <= low && high <= gap.high - CLEARANCE / 2) continue
    const across = clampToGap(gap, middle, CLEARANCE)
    const distance = Math.abs(across - middle) + (high - low)
    if (worst !== undefined && distance <= farthest) continue
    worst = { row, gap, across }
    farthest = distance
  }
  return worst
}

/** Returns the extent of a route within a row, in the direction `across`. */
function extentIn({ start, end }: BoxRow, spline: Spline): RowGap {
  let low = pointOnSpline(spline, start).across
  let high = low
  for (const part of SAMPLED_FRACTIONS) {
    const { across } = pointOnSpline(spline, start + part * (end - start))
    low = Math.min(low, across)
    high = Math.max(high, across)
  }
  return { low, high }
}

/**
 * Returns the gap nearest to the coordinate `across`: the last gap that begins before it, or a neighbor of this gap. A
 * gap that is too narrow for a route with `CLEARANCE` on both sides counts as farther away than it is.
 */
function nearestGap(gaps: readonly RowGap[], across: number): RowGap {
  const at = lastGapBefore(gaps, across)
  let nearest = gaps[at] ?? { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
  for (const gap of [gaps[at - 1], gaps[at + 1]]) {
    if (gap !== undefined && distanceFrom(gap, across) < distanceFrom(nearest, across)) nearest = gap
  }
  return nearest
}

function lastGapBefore(gaps: readonly RowGap[], across: number): number {
  let [from, to] = [0, gaps.length - 1]
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    if ((gaps[middle]?.low ?? Infinity) <= across) from = middle
    else to = middle - 1
  }
  return from
}

function distanceFrom(gap: RowGap, across: number): number {
  const missingWidth = Math.max(0, 2 * CLEARANCE - (gap.high - gap.low))
  return Math.abs(clampToGap(gap, across, CLEARANCE) - across) + 4 * missingWidth
}

/**
 * Returns the coordinate in a gap that is nearest to `across` and at least `space` pixels away from the boxes on both
 * sides. If the gap is too narrow for this distance, returns the middle of the gap.
 */
function clampToGap({ low, high }: RowGap, across: number, space: number): number {
  if (high - low < 2 * space) return (low + high) / 2
  return Math.min(Math.max(across, low + space), high - space)
}
