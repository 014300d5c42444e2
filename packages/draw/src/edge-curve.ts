import type { Flow } from './flow.js'
import { type Point, pointText } from './geometry.js'
import { pointOnSpline, type Spline } from './spline.js'

/** A curve of cubic Bézier pieces. `start` is the start of the curve; each piece has two control points and its end. */
export interface Curve {
  readonly start: Point
  readonly pieces: readonly (readonly [Point, Point, Point])[]
}

/**
 * Converts a spline, between `from` and `to`, to a curve in the picture. The conversion is exact, because splines and
 * Bézier curves are both cubic.
 */
export function toCurve(spline: Spline, flow: Flow, from: number, to: number): Curve {
  const inner = spline.knots.map(({ along }) => along).filter((along) => along > from && along < to)
  const stops = [from, ...inner, to].map((along) => pointOnSpline(spline, along))
  const pieces = stops.slice(1).map((stop, index) => {
    const before = stops[index] ?? stop
    const third = (stop.along - before.along) / 3
    return [controlPointOf(before, third, flow), controlPointOf(stop, -third, flow), flow.pointOf(stop)] as const
  })
  return { start: flow.pointOf(pointOnSpline(spline, from)), pieces }
}

function controlPointOf({ along, across, slope }: ReturnType<typeof pointOnSpline>, by: number, flow: Flow): Point {
  return flow.pointOf({ along: along + by, across: across + by * slope })
}

export function reverseCurve({ start, pieces }: Curve): Curve {
  const ends = [start, ...pieces.map(([, , end]) => end)]
  return {
    start: ends.at(-1) ?? start,
    pieces: pieces.map(([one, other], index) => [other, one, ends[index] ?? start] as const).toReversed(),
  }
}

/** Formats a curve as the `d` attribute of an SVG path. */
export function formatPath({ start, pieces }: Curve): string {
  return `M${pointText(start)}${pieces.map((points) => `C${points.map(pointText).join(' ')}`).join('')}`
}
