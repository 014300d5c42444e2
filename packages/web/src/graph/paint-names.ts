import type { Node } from '@opsgraph/core'
import { type Rect, visibleLabel } from '@opsgraph/draw'
import { computeDotSize, paintDot } from './paint-badge.js'
import type { Painting } from './painting.js'
import { measureWidth, NAME, type NameToPlace, type PlacedName, placeNames } from './place-names.js'
import { getBox } from './placed-graph.js'

/**
 * Lengths in pixels of the viewport. HALO is the width of the outline that separates letters from the background.
 * MAX_BEYOND is how far names may extend beyond the graph on the left and on the right. RADIUS is the corner radius of
 * a plate, which is the rectangle behind a name.
 */
const [HALO, MAX_BEYOND, RADIUS] = [3, 20, 4]

interface VisibleNode {
  readonly node: Node
  /** The box of the node in pixels of the viewport. */
  readonly box: Rect
}

/**
 * Paints the names of nodes at scales at which the names do not fit into the boxes. A name is painted wherever there is
 * room for it.
 *
 * @param numbers the indices of the visible nodes; nodes with open alerts come last, and the node with the worst alert
 * is at the end
 */
export function paintNames(painting: Painting, numbers: readonly number[]): void {
  const { topology, placed, marks, scale } = painting
  const visible = numbers.flatMap((number): readonly VisibleNode[] => {
    const node = topology.nodes[number]
    return node === undefined ? [] : [{ node, box: scaleRect(getBox(placed, number), scale) }]
  })
  const listed = [
    ...visible.filter(({ node }) => marks.alerts.has(node.id)).toReversed(),
    ...visible.filter(({ node }) => !marks.alerts.has(node.id)),
  ]
  const named = listed.map(
    ({ node, box }): NameToPlace => ({
      label: visibleLabel(node.label),
      box,
      mark: marks.alerts.has(node.id) ? computeDotSize(scale) * scale : undefined,
    }),
  )
  const { left, top, right, bottom } = scaleRect(placed.bounds, scale)
  const within = { left: left - MAX_BEYOND, top, right: right + MAX_BEYOND, bottom }
  const names = placeNames(named, within)
  // The most important names are at the beginning of the list. Paint them last, so that they are on top.
  for (const [index, each] of [...listed.entries()].toReversed()) {
    const name = names[index]
    if (name !== undefined) paintName(painting, each.node, name)
  }
}

function paintName(painting: Painting, node: Node, name: PlacedName): void {
  const { pen, palette, marks, scale } = painting
  const alerts = marks.alerts.get(node.id)
  pen.globalAlpha = marks.emphasis?.nodes?.has(node.id) === false ? 0.28 : 1
  if (name.plate !== undefined) paintPlate(painting, node, scaleRect(name.plate, 1 / scale))
  if (alerts !== undefined && name.mark !== undefined) paintDot(painting, alerts, scaleRect(name.mark, 1 / scale))
  const size = NAME.size / scale
  pen.font = `${node.kind === 'resource' ? 500 : 600} ${size}px ${palette.font}`
  pen.textAlign = name.align
  pen.textBaseline = 'middle'
  pen.fillStyle = node.kind === 'service' && name.plate !== undefined ? palette.onAccent : palette.text
  const first = name.y - ((name.lines.length - 1) * NAME.line) / 2
  for (const [index, line] of name.lines.entries()) {
    const y = (first + index * NAME.line) / scale
    if (name.plate === undefined) paintHalo(painting, line, { x: name.x / scale, y })
    // A line may be wider than `measureWidth` estimates without knowing the font. The last argument squeezes the line
    // to the width that was reserved for it.
    pen.fillText(line, name.x / scale, y, measureWidth([line]) / scale)
  }
  pen.globalAlpha = 1
}

/**
 * Paints a plate, which is the rectangle behind a name. The plate hides the box of the node. So the border of the plate
 * shows whether the node is selected, faulty or suggested, or has open alerts.
 */
function paintPlate({ pen, palette, marks, scale }: Painting, node: Node, { left, top, right, bottom }: Rect): void {
  const alerts = marks.alerts.get(node.id)
  const severity = alerts !== undefined && alerts.open > 0 ? palette.severities[alerts.worst] : undefined
  const isSelected = marks.emphasis?.selected === node.id
  const fault = marks.faulty?.nodes.has(node.id) ? palette.danger : undefined
  const special = (isSelected ? palette.accent : undefined) ?? fault ?? severity
  pen.beginPath()
  pen.roundRect(left, top, right - left, bottom - top, RADIUS / scale)
  pen.fillStyle = node.kind === 'service' ? palette.accent : palette.surface
  pen.fill()
  pen.setLineDash(marks.suggested.has(node.id) ? [3 / scale, 2 / scale] : [])
  pen.strokeStyle = special ?? palette.edge
  pen.lineWidth = (special === undefined ? 0.6 : 1.4) / scale
  pen.stroke()
  pen.setLineDash([])
}

function paintHalo({ pen, palette, scale }: Painting, line: string, { x, y }: { x: number; y: number }): void {
  pen.lineJoin = 'round'
  pen.lineWidth = HALO / scale
  pen.strokeStyle = palette.sunken
  pen.strokeText(line, x, y)
}

function scaleRect({ left, top, right, bottom }: Rect, by: number): Rect {
  return { left: left * by, top: top * by, right: right * by, bottom: bottom * by }
}
