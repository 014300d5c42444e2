import type { Band, Frame, FramePosition } from './frame.js'

/**
 * The maximum number of rounds of a search. In each round, the search moves the whole block to the side, for one row
 * after the other, until the row has passed the nodes in its way. If the block moved, other rows may now overlap nodes,
 * so another round is necessary. Without the maximum, a crowded canvas would make the lay-out slow. After the last
 * round, the search fails if rows are rings. If rows are straight lines, the search tries the place beyond all nodes.
 */
const PATIENCE = 12
/** Floating-point tolerance, as a fraction of the minimum distance. */
const TOLERANCE = 1e-6

/** The direction of a search, and its maximum distance. */
interface Search {
  readonly side: 1 | -1
  /**
   * Returns true if `across` is near enough to the wanted value. If `isNear` returns false for one value, it also
   * returns false for all values farther away.
   */
  readonly isNear: (across: number) => boolean
}

/** The occupied places of a canvas, and the search for free space between them. */
export class FreeSpace {
  /**
   * The occupied places by stripe, and sorted by `across` within a stripe. A stripe covers `frame.reach` pixels in the
   * direction `along`.
   */
  readonly #stripes = new Map<number, FramePosition[]>()
  #first = 0
  #last = 0
  #outermost = 0

  constructor(readonly frame: Frame) {}

  /** The largest `along` of all occupied places. */
  get outermost(): number {
    return this.#outermost
  }

  take({ along, across }: FramePosition): void {
    this.#first = Math.min(this.#first, across)
    this.#last = Math.max(this.#last, across)
    this.#outermost = Math.max(this.#outermost, along)
    for (const copy of this.#copiesOf(across)) {
      const stripe = this.#stripes.get(this.#stripeOf(along))
      if (stripe === undefined) this.#stripes.set(this.#stripeOf(along), [{ along, across: copy }])
      else stripe.splice(firstFrom(stripe, copy), 0, { along, across: copy })
    }
  }

  /**
   * The value of `across` nearest to `wish` where the bands overlap no occupied place; `undefined` if the search finds
   * no such value that is near enough.
   *
   * @param isNear returns true if a value of `across` is near enough to `wish`. The argument `aside` is the distance
   *   between the two values. If `isNear` returns false for one distance, it must return false for all larger distances
   */
  nearest(bands: readonly Band[], wish: number, isNear: (aside: number) => boolean): number | undefined {
    const right = this.#freeFrom(bands, wish, { side: 1, isNear: (across) => isNear(across - wish) })
    const nearest = right === undefined ? Number.POSITIVE_INFINITY : right - wish
    const isNearer = (aside: number) => aside < nearest && isNear(aside)
    return this.#freeFrom(bands, wish, { side: -1, isNear: (across) => isNearer(wish - across) }) ?? right
  }

  #freeFrom(bands: readonly Band[], wish: number, search: Search): number | undefined {
    let across = wish
    for (let step = 0; step < PATIENCE; step++) {
      const before = across
      for (const band of bands) {
        across = this.#pass(band, across, search)
        if (!search.isNear(across)) return undefined
      }
      if (across === before) return across
      if (Math.abs(across - wish) > this.frame.turn / 2) return undefined
    }
    if (Number.isFinite(this.frame.turn)) return undefined
    const beyond = this.#beyond(bands, search)
    return search.isNear(beyond) ? beyond : undefined
  }

  /** Moves a band to the side until it overlaps no occupied place, or until it is too far away. */
  #pass(band: Band, from: number, search: Search): number {
    let across = from
    const middle = this.#stripeOf(band.along)
    for (let stripe = middle - 1; stripe <= middle + 1; stripe++) {
      across = this.#passStripe(this.#stripes.get(stripe) ?? [], band, across, search)
    }
    return across
  }

  #passStripe(stripe: readonly FramePosition[], band: Band, from: number, { side, isNear }: Search): number {
    const most = this.frame.longestDistance(band.along)
    const [lead, tail] = side === 1 ? [band.from, band.to] : [band.to, band.from]
    let across = from
    let index = side === 1 ? firstFrom(stripe, across + lead - most) : firstFrom(stripe, across + lead + most) - 1
    for (; index >= 0 && index < stripe.length; index += side) {
      const place = stripe[index]
      if (place === undefined || (place.across - across - tail) * side >= most) break
      if (!this.#isInTheWay(place, band, across)) continue
      across = place.across + this.frame.distance(band.along, place.along) * side - lead
      if (!isNear(across)) break
    }
    return across
  }

  #isInTheWay(place: FramePosition, { along, from, to }: Band, across: number): boolean {
    const distance = this.frame.distance(along, place.along) * (1 - TOLERANCE)
    return distance > 0 && place.across > across + from - distance && place.across < across + to + distance
  }

  #beyond(bands: readonly Band[], { side }: Search): number {
    const reaches = bands.map(
      ({ along, from, to }) => this.frame.distance(along, along) - side * (side === 1 ? from : to),
    )
    const reach = reaches.reduce((most, value) => Math.max(most, value))
    return side === 1 ? this.#last + reach : this.#first - reach
  }

  /**
   * On a ring, adding a full turn to an angle gives the same place, but the search compares angles as plain numbers. So
   * each place is stored at its angle, and again one and two turns before and after it. More copies are not needed,
   * because the search moves a block by at most half a turn, and a block is at most one turn wide.
   */
  #copiesOf(across: number): readonly number[] {
    const { turn } = this.frame
    if (!Number.isFinite(turn)) return [across]
    return [-2, -1, 0, 1, 2].map((turns) => across + turns * turn)
  }

  #stripeOf(along: number): number {
    return Math.floor(along / this.frame.reach)
  }
}

/** The index of the first place whose `across` is at least this value. */
function firstFrom(stripe: readonly FramePosition[], across: number): number {
  let low = 0
  let high = stripe.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stripe[middle]?.across ?? 0) < across) low = middle + 1
    else high = middle
  }
  return low
}
