import type { Band, Frame, FramePosition } from './frame.js'

/**
 * The maximum number of passes of a search for free space for a block. In each pass, the search goes through the rows
 * of the block, and moves the whole block to the side until the row overlaps no node. If the block moved, other rows
 * may now overlap nodes, so another pass is needed. Without a maximum, the lay-out of a crowded canvas would be slow.
 * After the last pass, the search fails if rows are rings. If rows are straight lines, the search tries the position
 * beyond all nodes.
 */
const MAX_PASSES = 12
/** The tolerance for rounding errors, as a fraction of the minimum distance between two nodes. */
const TOLERANCE = 1e-6

/** The direction of a search, and its maximum distance. */
interface SpaceSearch {
  readonly side: 1 | -1
  /**
   * Returns true if `across` is near enough to the preferred value. If `isNear` returns false for one value, it also
   * returns false for all values farther away.
   */
  readonly isNear: (across: number) => boolean
}

/** The occupied positions of a canvas, and the search for free space between them. */
export class FreeSpace {
  /**
   * The occupied positions by stripe, sorted by `across` within a stripe. A stripe covers `frame.clearDistance` pixels
   * in the direction `along`.
   */
  readonly #stripes = new Map<number, FramePosition[]>()
  #first = 0
  #last = 0
  #outermost = 0

  constructor(readonly frame: Frame) {}

  /** The largest `along` of all occupied positions. */
  get outermost(): number {
    return this.#outermost
  }

  occupy({ along, across }: FramePosition): void {
    this.#first = Math.min(this.#first, across)
    this.#last = Math.max(this.#last, across)
    this.#outermost = Math.max(this.#outermost, along)
    for (const copy of this.#copiesOf(across)) {
      const stripe = this.#stripes.get(this.#stripeOf(along))
      if (stripe === undefined) this.#stripes.set(this.#stripeOf(along), [{ along, across: copy }])
      else stripe.splice(findFirstAcross(stripe, copy), 0, { along, across: copy })
    }
  }

  /**
   * Finds the value of `across` nearest to the preferred one at which the bands overlap no occupied position;
   * `undefined` if there is none that is near enough.
   *
   * @param isNear returns true if a value is near enough. The argument `aside` is its distance from the preferred
   *   value. If `isNear` returns false for one distance, it must return false for all larger distances
   */
  nearest(bands: readonly Band[], preferred: number, isNear: (aside: number) => boolean): number | undefined {
    const right = this.#freeFrom(bands, preferred, { side: 1, isNear: (across) => isNear(across - preferred) })
    const nearest = right === undefined ? Number.POSITIVE_INFINITY : right - preferred
    const isNearer = (aside: number) => aside < nearest && isNear(aside)
    return this.#freeFrom(bands, preferred, { side: -1, isNear: (across) => isNearer(preferred - across) }) ?? right
  }

  #freeFrom(bands: readonly Band[], preferred: number, search: SpaceSearch): number | undefined {
    let across = preferred
    for (let step = 0; step < MAX_PASSES; step++) {
      const before = across
      for (const band of bands) {
        across = this.#pass(band, across, search)
        if (!search.isNear(across)) return undefined
      }
      if (across === before) return across
      if (Math.abs(across - preferred) > this.frame.turn / 2) return undefined
    }
    if (Number.isFinite(this.frame.turn)) return undefined
    const beyond = this.#beyondAll(bands, search)
    return search.isNear(beyond) ? beyond : undefined
  }

  /** Moves a band to the side until it overlaps no occupied position, or until it is too far away. */
  #pass(band: Band, from: number, search: SpaceSearch): number {
    let across = from
    const middle = this.#stripeOf(band.along)
    for (let stripe = middle - 1; stripe <= middle + 1; stripe++) {
      across = this.#passStripe(this.#stripes.get(stripe) ?? [], band, across, search)
    }
    return across
  }

  #passStripe(stripe: readonly FramePosition[], band: Band, from: number, { side, isNear }: SpaceSearch): number {
    const maxDistance = this.frame.longestDistance(band.along)
    const [lead, tail] = side === 1 ? [band.from, band.to] : [band.to, band.from]
    let across = from
    let index =
      side === 1
        ? findFirstAcross(stripe, across + lead - maxDistance)
        : findFirstAcross(stripe, across + lead + maxDistance) - 1
    for (; index >= 0 && index < stripe.length; index += side) {
      const occupied = stripe[index]
      if (occupied === undefined || (occupied.across - across - tail) * side >= maxDistance) break
      if (!this.#isInTheWay(occupied, band, across)) continue
      across = occupied.across + this.frame.distance(band.along, occupied.along) * side - lead
      if (!isNear(across)) break
    }
    return across
  }

  #isInTheWay(occupied: FramePosition, { along, from, to }: Band, across: number): boolean {
    const distance = this.frame.distance(along, occupied.along) * (1 - TOLERANCE)
    return distance > 0 && occupied.across > across + from - distance && occupied.across < across + to + distance
  }

  #beyondAll(bands: readonly Band[], { side }: SpaceSearch): number {
    const distances = bands.map(
      ({ along, from, to }) => this.frame.distance(along, along) - side * (side === 1 ? from : to),
    )
    const distance = distances.reduce((maxDistance, value) => Math.max(maxDistance, value))
    return side === 1 ? this.#last + distance : this.#first - distance
  }

  /**
   * On a ring, adding a full turn to an angle gives the same position, but the search compares angles as plain numbers.
   * So each position is stored at its angle, and again one and two turns before and after it. More copies are not
   * needed, because the search moves a block by at most half a turn, and a block is at most one turn wide.
   */
  #copiesOf(across: number): readonly number[] {
    const { turn } = this.frame
    if (!Number.isFinite(turn)) return [across]
    return [-2, -1, 0, 1, 2].map((turns) => across + turns * turn)
  }

  #stripeOf(along: number): number {
    return Math.floor(along / this.frame.clearDistance)
  }
}

/** The index of the first position whose `across` is at least this value. */
function findFirstAcross(stripe: readonly FramePosition[], across: number): number {
  let low = 0
  let high = stripe.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stripe[middle]?.across ?? 0) < across) low = middle + 1
    else high = middle
  }
  return low
}
