import type { Rect } from '@opsgraph/draw'

/** The width and height of one cell of the grid, in the same unit as the coordinates of the rectangles. */
const CELL_SIZE = 24
/**
 * The factor by which the key of a cell grows per column. It exceeds the number of cells in a column: keys are unique.
 */
const KEYS_PER_COLUMN = 2 ** 22

/**
 * The occupied rectangles of a plane, in a grid. The cost of a query depends only on the number of rectangles nearby.
 */
export class OccupiedSpace {
  readonly #cells = new Map<number, Rect[]>()

  occupy(rect: Rect): void {
    for (const key of listCells(rect)) {
      const cell = this.#cells.get(key)
      if (cell === undefined) this.#cells.set(key, [rect])
      else cell.push(rect)
    }
  }

  /**
   * Returns how far a horizontal strip can extend from `x` to the left and to the right before it meets an occupied
   * rectangle. Each of the two distances is at most `most`. Both are 0 if a rectangle covers `x`.
   *
   * @param band the top and the bottom of the strip
   * @param own a rectangle that the strip may cover
   */
  measureAround(x: number, band: Pick<Rect, 'top' | 'bottom'>, { most, own }: { most: number; own: Rect }) {
    const reach = { left: most, right: most }
    for (const { left, right } of this.#findOverlapping({ left: x - most, right: x + most, ...band }, own)) {
      if (left < x) reach.left = Math.min(reach.left, Math.max(0, x - right))
      if (right > x) reach.right = Math.min(reach.right, Math.max(0, left - x))
    }
    return reach
  }

  isFree(rect: Rect, own?: Rect): boolean {
    return this.#findOverlapping(rect, own).next().done === true
  }

  /**
   * Yields the rectangles that overlap `rect`. A rectangle that only touches `rect` is not yielded; an overlapping
   * rectangle may be yielded several times.
   */
  *#findOverlapping(rect: Rect, own: Rect | undefined): Generator<Rect> {
    for (const key of listCells(rect)) {
      for (const taken of this.#cells.get(key) ?? []) if (taken !== own && overlaps(taken, rect)) yield taken
    }
  }
}

function overlaps(one: Rect, other: Rect): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}

function* listCells({ left, top, right, bottom }: Rect): Generator<number> {
  for (let x = Math.floor(left / CELL_SIZE); x <= Math.floor(right / CELL_SIZE); x++) {
    for (let y = Math.floor(top / CELL_SIZE); y <= Math.floor(bottom / CELL_SIZE); y++) yield x * KEYS_PER_COLUMN + y
  }
}
