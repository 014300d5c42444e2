import type { Flow, Span } from './flow.js'
import type { Rect } from './geometry.js'

/** Boxes that are side by side. Edges can pass only through the gaps between these boxes. */
export interface BoxRow {
  readonly number: number
  readonly start: number
  readonly end: number
  /** The gaps between the boxes, in ascending order. The first and the last gap have no outer limit. */
  readonly gaps: readonly RowGap[]
}

export interface RowGap {
  readonly low: number
  readonly high: number
}

/** The rows in the direction of the flow, and the row of each box. */
export interface BoxRows {
  readonly rows: readonly BoxRow[]
  /** The number of each box's row, by the index of the box in the input list. */
  readonly rowOf: readonly number[]
}

/** Groups boxes into rows by where their centers are in the direction of the flow. */
export function groupIntoRows(boxes: readonly Rect[], flow: Flow): BoxRows {
  const spans = boxes.map((box) => flow.spanOf(box))
  const middle = (index: number) => ((spans[index]?.start ?? 0) + (spans[index]?.end ?? 0)) / 2
  const rowOf: number[] = []
  const rows: Span[][] = []
  let first = Number.NEGATIVE_INFINITY
  for (const index of [...spans.keys()].sort((left, right) => middle(left) - middle(right))) {
    if (rows.length === 0 || middle(index) > first + flow.rowHeight) {
      first = middle(index)
      rows.push([])
    }
    rows.at(-1)?.push(...spans.slice(index, index + 1))
    rowOf[index] = rows.length - 1
  }
  return { rows: rows.map(newRow), rowOf }
}

function newRow(walls: readonly Span[], number: number): BoxRow {
  const start = walls.reduce((least, wall) => Math.min(least, wall.start), Number.POSITIVE_INFINITY)
  const end = walls.reduce((most, wall) => Math.max(most, wall.end), Number.NEGATIVE_INFINITY)
  return { number, start, end, gaps: gapsBetween(walls) }
}

function gapsBetween(walls: readonly Span[]): readonly RowGap[] {
  const gaps: RowGap[] = []
  let low = Number.NEGATIVE_INFINITY
  for (const wall of walls.toSorted((left, right) => left.low - right.low)) {
    if (wall.low > low) gaps.push({ low, high: wall.low })
    low = Math.max(low, wall.high)
  }
  return [...gaps, { low, high: Number.POSITIVE_INFINITY }]
}
