import { type Rect, textWidth, truncateToWidth, wrapLabel } from '@opsgraph/draw'
import { OccupiedSpace } from './occupied-space.js'

/** A node whose box is too small for its name at the current scale. All numbers are in pixels of the viewport. */
export interface NameToPlace {
  readonly label: string
  readonly box: Rect
  /**
   * The size of the square mark in the box, which shows that the node has alerts; `undefined` if it has none. The mark
   * can be moved to make room for the name. The name of a box with a mark may cover boxes without a mark.
   */
  readonly mark?: number | undefined
}

export interface PlacedName {
  readonly lines: readonly string[]
  /** The horizontal middle of the lines, or their left end if `align` is `left`. */
  readonly x: number
  /** The vertical middle of the lines. */
  readonly y: number
  readonly align: 'center' | 'left'
  /**
   * The rectangle that replaces the box and contains the name on one line; `undefined` if the name is below the box.
   */
  readonly plate: Rect | undefined
  /** The new position of the mark, if the mark was moved beside the name. */
  readonly mark?: Rect
}

export const NAME = { size: 11, line: 13 }
/**
 * PADDING is the distance in pixels from a name to the border of its plate. GAP is the minimum distance between two
 * plates, and the distance from a box to a name below it.
 */
const PADDING = 3
const GAP = 2
/**
 * MAX_WIDTH is the maximum width of a name in pixels. A longer name is cut. If fewer than MIN_CHARACTERS characters of
 * a cut name would remain, the name is not shown.
 */
const MAX_WIDTH = 180
const MIN_CHARACTERS = 4
/**
 * At most this many boxes with marks get a name. At small scales, thousands of such boxes may be close together, and
 * finding room for all of their names would take too long.
 */
const MAX_MARKED = 200
/** Floating-point tolerance in pixels. */
const ROUNDING = 0.01

/**
 * Finds places for names. Usually, a name is on a plate that replaces its box, and may use half of the free space up to
 * the next box on each side. If the plate is too small for the name, and two lines below the box would show more
 * of the name, the name is placed below the box. Names of boxes with marks are placed first, then the names of all
 * other boxes, both in the given order. The result is `undefined` for a name that does not fit anywhere.
 *
 * @param within the rectangle in which names are allowed
 */
export function placeNames(named: readonly NameToPlace[], within: Rect): readonly (PlacedName | undefined)[] {
  const [boxes, marks, names] = [new OccupiedSpace(), new OccupiedSpace(), new OccupiedSpace()]
  for (const { box } of named) boxes.occupy(box)
  for (const { box, mark } of named) if (mark !== undefined) marks.occupy(box)
  let marked = 0
  const first = named.map((each) => {
    if (each.mark === undefined || marked++ >= MAX_MARKED) return undefined
    const whole = [placeBesideMark(each, each.mark, boxes, within), placeBelowMark(each, boxes, within)].find(
      (name) => name !== undefined && isWhole(name.lines) && names.isFree(computeNameRect(name)),
    )
    const name = whole ?? placeBesideMark(each, each.mark, marks, within)
    if (name === undefined) return undefined
    names.occupy(computeNameRect(name))
    marks.occupy(computeNameRect(name))
    return name
  })
  for (const name of first) if (name?.plate !== undefined) boxes.occupy(name.plate)
  return named.map((each, index) => {
    if (each.mark !== undefined) return first[index]
    const name = findPlaces(each, boxes, within).find((possible) => names.isFree(computeNameRect(possible)))
    if (name !== undefined) names.occupy(computeNameRect(name))
    return name
  })
}

/** Returns the possible places for the name of a node without a mark, the best one first. */
function findPlaces(named: NameToPlace, boxes: OccupiedSpace, within: Rect): readonly PlacedName[] {
  const share = computeHalfWidth(named.box, boxes, within)
  if (share === undefined) return []
  const over = placeOverBox(named, share)
  if (over?.lines[0] === named.label) return [over]
  const names = [over, placeBelowBox(named, share, boxes)].filter((name) => name !== undefined)
  return names.toSorted((one, other) => countShownCharacters(other.lines) - countShownCharacters(one.lines))
}

/** Returns a place below the box for the name of a node with a mark. The mark stays in the box. */
function placeBelowMark(named: NameToPlace, boxes: OccupiedSpace, within: Rect): PlacedName | undefined {
  const share = computeHalfWidth(named.box, boxes, within)
  return share === undefined ? undefined : placeBelowBox(named, share, boxes)
}

/**
 * Returns how far a name may extend from the middle of its box to either side, in pixels; `undefined` if there is not
 * enough height for a line.
 */
function computeHalfWidth(box: Rect, boxes: OccupiedSpace, within: Rect): number | undefined {
  const { x, y } = computeMiddle(box)
  const half = (box.right - box.left) / 2
  // First check whether there is room for a line as wide as the box. This check is cheap, and often fails in dense
  // parts of a graph.
  if (!boxes.isFree({ left: box.left, right: box.right, ...computeBand(y, 1) }, box)) return undefined
  const { left, right } = boxes.measureAround(x, computeBand(y, 1), { most: MAX_WIDTH, own: box })
  const toNext = half + (Math.min(left, right) - half) / 2 - GAP / 2
  return Math.min(toNext, x - within.left, within.right - x)
}

function placeOverBox({ label, box }: NameToPlace, share: number): PlacedName | undefined {
  const { x, y } = computeMiddle(box)
  const lines = [truncateToWidth(label, (2 * (share - PADDING) + ROUNDING) / NAME.size)]
  const half = Math.max(box.right - box.left, measureWidth(lines) + 2 * PADDING) / 2
  const plate = extendToLine({ ...box, left: x - half, right: x + half }, y)
  return isWorthShowing(lines) ? { lines, x, y, align: 'center', plate } : undefined
}

function placeBelowBox({ label, box }: NameToPlace, share: number, boxes: OccupiedSpace): PlacedName | undefined {
  const { x } = computeMiddle(box)
  const y = box.bottom + GAP + NAME.line
  const { left, right } = boxes.measureAround(x, computeBand(y, 2), { most: share, own: box })
  const lines = wrapLabel(label, (2 * Math.min(left, right) + ROUNDING) / NAME.size)
  if (!isWorthShowing(lines)) return undefined
  return { lines, x, y: lines.length === 1 ? y - NAME.line / 2 : y, align: 'center', plate: undefined }
}

/**
 * Places a name beside the mark of its node. The name extends from the left border of the box to the right. If the name
 * would then leave the rectangle `within`, it extends from the right border to the left instead.
 */
function placeBesideMark(
  { label, box }: NameToPlace,
  size: number,
  others: OccupiedSpace,
  within: Rect,
): PlacedName | undefined {
  const { x, y } = computeMiddle(box)
  const half = (box.right - box.left) / 2
  const besides = size + 3 * PADDING
  const wanted = Math.min(MAX_WIDTH, measureWidth([label])) + besides
  const isRight = box.left + wanted <= within.right
  const reach = others.measureAround(x, computeBand(y, 1), { most: Math.max(half, wanted - half), own: box })
  const room = half + (isRight ? reach.right : reach.left)
  const lines = [truncateToWidth(label, (room - besides + ROUNDING) / NAME.size)]
  if (!isWorthShowing(lines)) return undefined
  const width = Math.max(2 * half, measureWidth(lines) + besides)
  const left = isRight ? box.left : box.right - width
  const plate = extendToLine({ ...box, left, right: left + width }, y)
  const mark = { left: left + PADDING, right: left + PADDING + size, top: y - size / 2, bottom: y + size / 2 }
  return { lines, x: mark.right + PADDING, y, align: 'left', plate, mark }
}

/** Extends a rectangle up and down, if needed, so that it contains a line of text around `y`. */
function extendToLine(rect: Rect, y: number): Rect {
  const { top, bottom } = computeBand(y, 1)
  return { ...rect, top: Math.min(rect.top, top), bottom: Math.max(rect.bottom, bottom) }
}

function isWorthShowing(lines: readonly string[]): boolean {
  return isWhole(lines) || countShownCharacters(lines) >= MIN_CHARACTERS * lines.length
}

function isWhole(lines: readonly string[]): boolean {
  return lines.every((line) => !line.endsWith('…'))
}

function countShownCharacters(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.replace('…', '').length, 0)
}

/** Returns the width of the longest line in pixels. */
export function measureWidth(lines: readonly string[]): number {
  return Math.max(...lines.map(textWidth)) * NAME.size
}

function computeNameRect({ lines, x, y, plate }: PlacedName): Rect {
  const half = measureWidth(lines) / 2
  return plate ?? { left: x - half, right: x + half, ...computeBand(y, lines.length) }
}

function computeBand(y: number, lines: number): Pick<Rect, 'top' | 'bottom'> {
  return { top: y - (lines * NAME.line) / 2, bottom: y + (lines * NAME.line) / 2 }
}

function computeMiddle({ left, top, right, bottom }: Rect) {
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}
