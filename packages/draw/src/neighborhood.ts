import { middleOf, type Point, type Rect } from './geometry.js'

/**
 * The picture is divided into squares with this side length in pixels. A square contains the centers of only a few
 * boxes.
 */
const SQUARE_SIDE = 240

/**
 * A spatial index that quickly finds the boxes near a line. It stores each box by the square that contains its center.
 */
export class Neighborhood<Box extends Rect> {
  readonly #boxes = new Map<string, Box[]>()

  constructor(boxes: readonly Box[]) {
    for (const box of boxes) {
      const { x, y } = middleOf(box)
      const key = keyOf(Math.floor(x / SQUARE_SIDE), Math.floor(y / SQUARE_SIDE))
      const known = this.#boxes.get(key)
      if (known === undefined) this.#boxes.set(key, [box])
      else known.push(box)
    }
  }

  /** Returns all boxes that the line between two points may cross, and possibly other boxes nearby. */
  along(from: Point, to: Point): readonly Box[] {
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / SQUARE_SIDE)
    const keys = new Set<string>()
    for (let step = 0; step <= steps; step++) {
      const part = steps === 0 ? 0 : step / steps
      const column = Math.floor((from.x + part * (to.x - from.x)) / SQUARE_SIDE)
      const row = Math.floor((from.y + part * (to.y - from.y)) / SQUARE_SIDE)
      for (let near = 0; near < 9; near++) keys.add(keyOf(column + (near % 3) - 1, row + Math.floor(near / 3) - 1))
    }
    return [...keys].flatMap((key) => this.#boxes.get(key) ?? [])
  }
}

function keyOf(column: number, row: number): string {
  return `${column} ${row}`
}
