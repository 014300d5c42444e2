import { fitted, type Rect, textWidth, wrapped } from '@opsgraph/draw'
import { TakenRoom } from './taken-room.js'

/** A node whose box is too small for its name at the current scale. All numbers are pixels of the viewport. */
export interface Named {
  readonly label: string
  readonly box: Rect
  /**
   * The side of the mark in the box. The mark moves to make room for the name, which may cover boxes without a mark.
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
  /** The rectangle behind a name on one line, in place of the box; `undefined` = the name is below the box. */
  readonly plate: Rect | undefined
  /** The position of the mark beside the name. */
  readonly mark?: Rect
}

export const NAME = { size: 11, line: 13 }
/** Pixels from a name to the border of its plate, and from one plate to the next. */
const PADDING = 3
const GAP = 2
/** The greatest width of a name in pixels, and the fewest characters of a cut name that are worth showing. */
const LONGEST = 180
const LEAST = 4
/** The most boxes with marks that get names: at small scales there may be thousands in one place. */
const MOST_MARKED = 200
/** Floating-point tolerance in pixels. */
const ROUNDING = 0.01

/**
 * Places names. By default a name is drawn in place of its box, and may use half of the free space up to the next box on
 * each side. If the name is cut there, and two lines below the box would show more of it, it is placed below the box.
 * Boxes with marks get their names first; apart from that, the given order applies. The result is `undefined` for a name
 * that does not fit.
 *
 * @param within the rectangle in which names are allowed
 */
export function placeNames(named: readonly Named[], within: Rect): readonly (PlacedName | undefined)[] {
  const [boxes, marks, names] = [new TakenRoom(), new TakenRoom(), new TakenRoom()]
  for (const { box } of named) boxes.take(box)
  for (const { box, mark } of named) if (mark !== undefined) marks.take(box)
  let marked = 0
  const first = named.map((each) => {
    if (each.mark === undefined || marked++ >= MOST_MARKED) return undefined
    const whole = [besideMark(each, each.mark, boxes, within), belowMark(each, boxes, within)].find(
      (name) => name !== undefined && isWhole(name.lines) && names.isFree(rectOf(name)),
    )
    const name = whole ?? besideMark(each, each.mark, marks, within)
    if (name === undefined) return undefined
    names.take(rectOf(name))
    marks.take(rectOf(name))
    return name
  })
  for (const name of first) if (name?.plate !== undefined) boxes.take(name.plate)
  return named.map((each, index) => {
    if (each.mark !== undefined) return first[index]
    const name = ownNames(each, boxes, within).find((possible) => names.isFree(rectOf(possible)))
    if (name !== undefined) names.take(rectOf(name))
    return name
  })
}

/** The possible places for the name of a node without a mark, best first. */
function ownNames(named: Named, boxes: TakenRoom, within: Rect): readonly PlacedName[] {
  const share = shareOf(named.box, boxes, within)
  if (share === undefined) return []
  const over = overBox(named, share)
  if (over?.lines[0] === named.label) return [over]
  const names = [over, belowBox(named, share, boxes)].filter((name) => name !== undefined)
  return names.toSorted((one, other) => shownCharacters(other.lines) - shownCharacters(one.lines))
}

/** Places a name below a box with a mark; the mark stays in place. */
function belowMark(named: Named, boxes: TakenRoom, within: Rect): PlacedName | undefined {
  const share = shareOf(named.box, boxes, within)
  return share === undefined ? undefined : belowBox(named, share, boxes)
}

/** How far a name may extend from the middle of its box, in pixels; `undefined` if there is no height for a line. */
function shareOf(box: Rect, boxes: TakenRoom, within: Rect): number | undefined {
  const { x, y } = middleOf(box)
  const half = (box.right - box.left) / 2
  // A cheap check first: where many boxes are close together, there is no room for a line.
  if (!boxes.isFree({ left: box.left, right: box.right, ...bandAt(y, 1) }, box)) return undefined
  const { left, right } = boxes.around(x, bandAt(y, 1), { most: LONGEST, own: box })
  const toNext = half + (Math.min(left, right) - half) / 2 - GAP / 2
  return Math.min(toNext, x - within.left, within.right - x)
}

function overBox({ label, box }: Named, share: number): PlacedName | undefined {
  const { x, y } = middleOf(box)
  const lines = [fitted(label, (2 * (share - PADDING) + ROUNDING) / NAME.size)]
  const half = Math.max(box.right - box.left, widthOf(lines) + 2 * PADDING) / 2
  const plate = grown({ ...box, left: x - half, right: x + half }, y)
  return saysSomething(lines) ? { lines, x, y, align: 'center', plate } : undefined
}

function belowBox({ label, box }: Named, share: number, boxes: TakenRoom): PlacedName | undefined {
  const { x } = middleOf(box)
  const y = box.bottom + GAP + NAME.line
  const { left, right } = boxes.around(x, bandAt(y, 2), { most: share, own: box })
  const lines = wrapped(label, (2 * Math.min(left, right) + ROUNDING) / NAME.size)
  if (!saysSomething(lines)) return undefined
  return { lines, x, y: lines.length === 1 ? y - NAME.line / 2 : y, align: 'center', plate: undefined }
}

/**
 * Places a name beside the mark: from the left border of the box to the right, or from its right border to the left if
 * it would leave `within`.
 */
function besideMark({ label, box }: Named, size: number, others: TakenRoom, within: Rect): PlacedName | undefined {
  const { x, y } = middleOf(box)
  const half = (box.right - box.left) / 2
  const besides = size + 3 * PADDING
  const wanted = Math.min(LONGEST, widthOf([label])) + besides
  const isRight = box.left + wanted <= within.right
  const reach = others.around(x, bandAt(y, 1), { most: Math.max(half, wanted - half), own: box })
  const room = half + (isRight ? reach.right : reach.left)
  const lines = [fitted(label, (room - besides + ROUNDING) / NAME.size)]
  if (!saysSomething(lines)) return undefined
  const width = Math.max(2 * half, widthOf(lines) + besides)
  const left = isRight ? box.left : box.right - width
  const plate = grown({ ...box, left, right: left + width }, y)
  const mark = { left: left + PADDING, right: left + PADDING + size, top: y - size / 2, bottom: y + size / 2 }
  return { lines, x: mark.right + PADDING, y, align: 'left', plate, mark }
}

/** Grows a rectangle to the height of a line. */
function grown(rect: Rect, y: number): Rect {
  const { top, bottom } = bandAt(y, 1)
  return { ...rect, top: Math.min(rect.top, top), bottom: Math.max(rect.bottom, bottom) }
}

function saysSomething(lines: readonly string[]): boolean {
  return isWhole(lines) || shownCharacters(lines) >= LEAST * lines.length
}

function isWhole(lines: readonly string[]): boolean {
  return lines.every((line) => !line.endsWith('…'))
}

function shownCharacters(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.replace('…', '').length, 0)
}

/** The width of the longest line in pixels. */
export function widthOf(lines: readonly string[]): number {
  return Math.max(...lines.map(textWidth)) * NAME.size
}

function rectOf({ lines, x, y, plate }: PlacedName): Rect {
  const half = widthOf(lines) / 2
  return plate ?? { left: x - half, right: x + half, ...bandAt(y, lines.length) }
}

function bandAt(y: number, lines: number): Pick<Rect, 'top' | 'bottom'> {
  return { top: y - (lines * NAME.line) / 2, bottom: y + (lines * NAME.line) / 2 }
}

function middleOf({ left, top, right, bottom }: Rect) {
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}
