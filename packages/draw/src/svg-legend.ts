import { ATTENDED, FROM_BELOW, ROLL_UP } from './alert-text.js'
import type { PictureOptions } from './drawn-topology.js'
import { pixels } from './geometry.js'

const LINE = 24

/** The lines below a picture that explain its symbols. */
export interface Legend {
  readonly height: number
  lines(left: number, bottom: number): readonly string[]
}

/** A legend of the marks that are in the picture. */
export function legendOf({ alerts, suggested }: PictureOptions): Legend {
  const counts = [...(alerts?.byNode.values() ?? [])]
  const hasOthers = counts.some(({ open, openWorst }) => open > openWorst)
  const hasRollUps = counts.some(({ rolledUp }) => rolledUp > 0)
  const hasInherited = alerts !== undefined && alerts.inherited.size > 0
  const hasAttended = counts.some(({ acknowledged, silenced }) => acknowledged + silenced > 0)
  const texts = [
    ...(hasOthers ? ['+  other open alerts, less severe'] : []),
    ...(hasRollUps ? [`${ROLL_UP}  rolled up from resources that are not drawn`] : []),
    ...(hasInherited
      ? [`${FROM_BELOW}  the worst severity of the nodes below, shown if it is worse than the node's own`]
      : []),
    ...(hasAttended ? [`${ATTENDED}  acknowledged or silenced`] : []),
    ...(suggested === undefined || suggested.size === 0
      ? []
      : ['- -  suggested for alerts whose resource is not drawn']),
  ]
  return {
    height: texts.length * LINE,
    lines: (left, bottom) =>
      texts.map((text, index) => {
        const y = bottom - (texts.length - 1 - index) * LINE
        return `<text class="og-muted" x="${pixels(left)}" y="${pixels(y)}">${text}</text>`
      }),
  }
}
