import type { FlowPoint } from './flow.js'

/** A smooth function from `along` to `across` (the coordinates of a {@link FlowPoint}), given by knots and slopes. */
export interface Spline {
  readonly knots: readonly FlowPoint[]
  /** The slope at each knot: the change of `across` divided by the change of `along`. */
  readonly slopes: readonly number[]
}

/**
 * Creates a smooth curve through knots that are sorted by `along`. It is monotone between two knots (Fritsch-Carlson
 * with the harmonic mean for slopes), so it never overshoots a knot. Its slope is 0 at both ends.
 */
export function splineThrough(knots: readonly FlowPoint[]): Spline {
  const secants = knots.slice(1).map((knot, index) => {
    const before = knots[index] ?? knot
    return knot.along > before.along ? (knot.across - before.across) / (knot.along - before.along) : 0
  })
  const slopes = knots.map((_, index) => harmonicMean(secants[index - 1] ?? 0, secants[index] ?? 0))
  return { knots, slopes }
}

function harmonicMean(first: number, second: number): number {
  return first * second <= 0 ? 0 : (2 * first * second) / (first + second)
}

/**
 * Returns the value of `across` and the slope where `along` is `at`. Beyond an end of the spline, returns the values at
 * that end.
 */
export function pointOnSpline({ knots, slopes }: Spline, at: number): FlowPoint & { readonly slope: number } {
  const along = Math.min(Math.max(at, knots[0]?.along ?? at), knots.at(-1)?.along ?? at)
  const behind = knots.findIndex((knot) => knot.along > along)
  const next = behind === -1 ? knots.length - 1 : Math.max(1, behind)
  const [from, to] = [knots[next - 1], knots[next]]
  if (from === undefined || to === undefined) throw new Error('a way has two ends')
  const length = to.along - from.along
  const part = (along - from.along) / length
  const remainingPart = 1 - part
  const [out, into] = [slopes[next - 1] ?? 0, slopes[next] ?? 0]
  const across =
    from.across * (1 + 2 * part) * remainingPart * remainingPart +
    to.across * (1 + 2 * remainingPart) * part * part +
    length * part * remainingPart * (out * remainingPart - into * part)
  const slope =
    (6 * part * remainingPart * (to.across - from.across)) / length +
    out * remainingPart * (1 - 3 * part) +
    into * part * (1 - 3 * remainingPart)
  return { along, across, slope }
}
