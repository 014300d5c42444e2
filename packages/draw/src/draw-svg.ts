import { ATTENDED, FROM_BELOW_SIGN, ROLL_UP_SIGN } from './alert-text.js'
import type { DrawnTopology, PictureOptions } from './drawn-topology.js'
import type { Curve } from './edge-curve.js'
import { formatPath } from './edge-curve.js'
import { enlargeRect, formatPixels, type Rect } from './geometry.js'
import { type Scene, sceneOf } from './scene.js'
import { describePicture, summaryLine } from './summary.js'
import { svgNode } from './svg-node.js'
import { environmentClass, STYLE_SHEET } from './svg-style.js'
import { textWidth, truncateToWidth } from './text-width.js'
import { visibleLabel, visibleText } from './visible-text.js'
import { escapeXml } from './xml.js'

const PAPER_MARGIN = 24
/** The height in pixels above the nodes, for the name of the topology and the summary line. */
const HEADER_HEIGHT = 70
/**
 * The minimum and the maximum width in pixels that the picture reserves for its texts: the name, the summary line and
 * the legend, one below the other.
 */
const TEXT_WIDTH = { least: 480, most: 720 }
/** The font sizes of the topology's name and of the summary line, in pixels. */
const NAME_FONT_SIZE = 24
const SUMMARY_FONT_SIZE = 15
/** The font size of an area's name in pixels. */
const CAPTION_FONT_SIZE = 15
const UNCOLORED_CLASS = environmentClass(0)

/**
 * Draws a topology as an SVG document: nodes at their positions, environments as areas, edges that go around nodes, and
 * the alerts of each node. The document needs no scripts, fonts or other external resources. It supports light and dark
 * mode. The same input always gives the same bytes.
 *
 * @example
 * ```ts
 * import { randomUUID } from 'node:crypto'
 * import { examineGraph } from '@opsgraph/core/pure'
 * import { drawSvg } from '@opsgraph/draw'
 *
 * const nodes = [
 *   { id: 'shop', kind: 'service', label: 'shop' },
 *   { id: 'production', kind: 'environment', label: 'Production' },
 * ]
 * const { graph } = examineGraph({ nodes, edges: [{ source: 'shop', target: 'production' }] }, randomUUID)
 * if (graph === undefined) throw new Error('the graph has issues')
 * const picture = drawSvg({ ...graph, name: 'Shop', service: 'shop', orientation: 'TB' }, { isLaidOut: true })
 * console.log(picture.slice(0, 4)) // <svg
 * ```
 */
export function drawSvg(topology: DrawnTopology, options: PictureOptions = {}): string {
  const scene = sceneOf(topology, options)
  const legend = createLegend(options)
  const paper = paperAround(scene.bounds, legend.height, textWidthOf(topology, options))
  const [width, height] = [paper.right - paper.left, paper.bottom - paper.top]
  const viewBox = [paper.left, paper.top, width, height].map(formatPixels).join(' ')
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${formatPixels(width)}" height="${formatPixels(height)}" viewBox="${viewBox}">`,
    `<title>${escapeXml(visibleText(topology.name))}</title>`,
    `<desc>${escapeXml(describePicture(topology, options))}</desc>`,
    `<style>\n${STYLE_SHEET}\n</style>`,
    `<defs><marker id="og-tip" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto"><path class="og-tip" d="M0 .5L10 5L0 9.5Z"/></marker></defs>`,
    `<rect class="og-ground" x="${formatPixels(paper.left)}" y="${formatPixels(paper.top)}" width="${formatPixels(width)}" height="${formatPixels(height)}" rx="8"/>`,
    ...drawHead(topology, options, paper),
    ...drawBody(topology, options, scene),
    ...legend.lines(paper.left + PAPER_MARGIN, paper.bottom - PAPER_MARGIN),
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}

function textWidthOf(topology: DrawnTopology, options: PictureOptions): number {
  const lines = [
    textWidth(visibleText(topology.name)) * NAME_FONT_SIZE,
    textWidth(summaryLine(topology, options)) * SUMMARY_FONT_SIZE,
  ]
  return Math.min(Math.max(TEXT_WIDTH.least, ...lines), TEXT_WIDTH.most)
}

/**
 * Returns the rectangle of the whole picture: nodes, texts and legend. If all nodes together are narrower than the
 * texts, the nodes are centered.
 */
function paperAround(bounds: Rect, legendHeight: number, textWidth: number): Rect {
  const { left, top, right, bottom } = enlargeRect(bounds, PAPER_MARGIN)
  const beside = Math.max(0, Math.ceil(textWidth / 2) + PAPER_MARGIN + 1 - (right - left) / 2)
  return { left: left - beside, top: top - HEADER_HEIGHT, right: right + beside, bottom: bottom + legendHeight }
}

function drawHead(topology: DrawnTopology, options: PictureOptions, paper: Rect): readonly string[] {
  const width = paper.right - paper.left - 2 * PAPER_MARGIN
  const x = formatPixels(paper.left + PAPER_MARGIN)
  const line = (style: string, y: number, text: string) =>
    `<text class="${style}" x="${x}" y="${formatPixels(paper.top + y)}">${escapeXml(text)}</text>`
  return [
    line('og-text og-name', PAPER_MARGIN + 21, truncateToWidth(visibleText(topology.name), width / NAME_FONT_SIZE)),
    line('og-muted', PAPER_MARGIN + 47, truncateToWidth(summaryLine(topology, options), width / SUMMARY_FONT_SIZE)),
  ]
}

function drawBody({ nodes, edges }: DrawnTopology, options: PictureOptions, scene: Scene): readonly string[] {
  const { alerts, suggested = new Set() } = options
  const environments = [...new Set(nodes.flatMap(({ environment }) => (environment === null ? [] : [environment])))]
  const colors = new Map(environments.map((environment, number) => [environment, environmentClass(number)]))
  const colorOf = (environment: string | null) =>
    (environment === null ? UNCOLORED_CLASS : colors.get(environment)) ?? UNCOLORED_CLASS
  const labels = new Map(nodes.map(({ id, label }) => [id, visibleLabel(label)]))
  const labelOf = (id: string) => labels.get(id) ?? id
  return [
    ...scene.areas.map(({ environment, outline }) => `<path class="og-area ${colorOf(environment)}" d="${outline}"/>`),
    ...edges.flatMap((edge) => edgeElement(scene.curves.get(edge), suggested.has(edge.target))),
    ...scene.tiles.map((tile) => {
      const { id, environment } = tile.node
      return svgNode(tile, {
        color: colorOf(environment),
        alerts: alerts?.byNode.get(id),
        inherited: alerts?.inherited.get(id),
        isSuggested: suggested.has(id),
        labelOf,
      })
    }),
    ...scene.areas.map(({ environment, bounds, caption: { x, y } }) => {
      const name = escapeXml(truncateToWidth(visibleLabel(environment), (bounds.right - x) / CAPTION_FONT_SIZE - 1))
      return `<text class="og-caption ${colorOf(environment)}" x="${formatPixels(x)}" y="${formatPixels(y)}">${name}</text>`
    }),
  ]
}

function edgeElement(curve: Curve | undefined, isSuggested: boolean): readonly string[] {
  if (curve === undefined) return []
  const style = isSuggested ? 'og-edge og-suggested' : 'og-edge'
  return [`<path class="${style}" marker-end="url(#og-tip)" d="${formatPath(curve)}"/>`]
}

const LEGEND_LINE_HEIGHT = 24

/** The lines below a picture that explain its marks. */
interface Legend {
  readonly height: number
  lines(left: number, bottom: number): readonly string[]
}

/** Creates a legend of the marks that the picture contains. */
function createLegend({ alerts, suggested }: PictureOptions): Legend {
  const counts = [...(alerts?.byNode.values() ?? [])]
  const hasOthers = counts.some(({ open, openWorst }) => open > openWorst)
  const hasRollUps = counts.some(({ rolledUp }) => rolledUp > 0)
  const hasInherited = alerts !== undefined && alerts.inherited.size > 0
  const hasAttended = counts.some(({ acknowledged, silenced }) => acknowledged + silenced > 0)
  const texts = [
    ...(hasOthers ? ['+  other open alerts, less severe'] : []),
    ...(hasRollUps ? [`${ROLL_UP_SIGN}  rolled up from resources that are not drawn`] : []),
    ...(hasInherited
      ? [`${FROM_BELOW_SIGN}  the worst severity of the nodes below, shown if it is worse than the node's own`]
      : []),
    ...(hasAttended ? [`${ATTENDED}  acknowledged or silenced`] : []),
    ...(suggested === undefined || suggested.size === 0
      ? []
      : ['- -  suggested for alerts whose resource is not drawn']),
  ]
  return {
    height: texts.length * LEGEND_LINE_HEIGHT,
    lines: (left, bottom) =>
      texts.map((text, index) => {
        const y = bottom - (texts.length - 1 - index) * LEGEND_LINE_HEIGHT
        return `<text class="og-muted" x="${formatPixels(left)}" y="${formatPixels(y)}">${text}</text>`
      }),
  }
}
