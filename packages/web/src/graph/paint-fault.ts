import type { Rect } from '@opsgraph/draw'
import type { Painting } from './painting.js'

/** The radius of the sign and the width of its border, in pixels of the graph. */
const SIGN = { radius: 11, border: 2 }
/** Below this scale of the drawing, the sign is enlarged so that it stays readable. */
const READABLE = 0.7

/**
 * Marks a box that breaks a rule with a border and an exclamation mark. The exclamation mark is for users who cannot
 * tell the colors apart.
 */
export function paintFault({ pen, palette, scale }: Painting, { left, top, right, bottom }: Rect): void {
  pen.save()
  pen.strokeStyle = palette.danger
  pen.lineWidth = Math.max(SIGN.border, 1.4 / scale)
  pen.beginPath()
  pen.roundRect(left - 3, top - 3, right - left + 6, bottom - top + 6, 12)
  pen.stroke()
  pen.translate(left + 2, top + 2)
  const enlarged = Math.max(1, READABLE / scale)
  pen.scale(enlarged, enlarged)
  pen.beginPath()
  pen.arc(0, 0, SIGN.radius, 0, 2 * Math.PI)
  pen.fillStyle = palette.danger
  pen.fill()
  pen.fillStyle = palette.onSeverity
  pen.font = `700 15px ${palette.font}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText('!', 0, 0.5)
  pen.restore()
}
