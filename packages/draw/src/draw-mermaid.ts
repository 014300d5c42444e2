import type { NodeKind } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import { countText, inheritedText } from './alert-text.js'
import type { DrawnTopology, PictureOptions } from './drawn-topology.js'
import { createListing, type ListedNode, type TopologyListing } from './listing.js'
import { SEVERITY_COLORS } from './severity-colors.js'
import { leftOutText } from './summary.js'
import { shortenText, visibleText } from './visible-text.js'

const SHAPE_BY_KIND: Readonly<Record<NodeKind, readonly [open: string, close: string]>> = {
  service: ['([', '])'],
  environment: ['{{', '}}'],
  resource: ['[', ']'],
}

/**
 * Writes a topology as a flow chart in the language of Mermaid. Mermaid computes the positions of the nodes.
 * Environments become subgraphs, kinds of nodes become shapes, and the number of alerts is below the label. Mermaid
 * cannot place nodes in rings, so the orientation `CI` is drawn from top to bottom.
 *
 * @example
 * ```ts
 * import { randomUUID } from 'node:crypto'
 * import { examineGraph } from '@opsgraph/core/pure'
 * import { drawMermaid } from '@opsgraph/draw'
 *
 * const nodes = [
 *   { id: 'shop', kind: 'service', label: 'shop' },
 *   { id: 'production', kind: 'environment', label: 'Production' },
 * ]
 * const { graph } = examineGraph({ nodes, edges: [{ source: 'shop', target: 'production' }] }, randomUUID)
 * if (graph === undefined) throw new Error('the graph has issues')
 * console.log(drawMermaid({ ...graph, name: 'Shop', service: 'shop', orientation: 'TB' })) // … flowchart TB …
 * ```
 */
export function drawMermaid(topology: DrawnTopology, options: PictureOptions = {}): string {
  const listing = createListing(topology, options)
  const direction = (options.orientation ?? topology.orientation) === 'LR' ? 'LR' : 'TB'
  const lines = [
    '---',
    `title: ${formatTitle(topology.name, options)}`,
    '---',
    `flowchart ${direction}`,
    ...listing.outside.map((node) => `  ${nodeLine(node)}`),
    ...listing.environments.flatMap(({ label, nodes }, number) => [
      `  subgraph e${number}["${escapeText(label)}"]`,
      ...nodes.map((node) => `    ${nodeLine(node)}`),
      '  end',
    ]),
    ...listing.edges.map(({ from, to, isSuggested }) => `  ${from} ${isSuggested ? '-.->' : '-->'} ${to}`),
    ...classLines(listing),
  ]
  return `${lines.join('\n')}\n`
}

function nodeLine({ id, node, label, alerts, inherited }: ListedNode): string {
  const [open, close] = SHAPE_BY_KIND[node.kind]
  const alertLine = alerts === undefined ? '' : `<br/>${alerts.worst} ${countText(alerts)}`
  const inheritedLine = inherited === undefined ? '' : `<br/>${inheritedText(inherited)}`
  return `${id}${open}"${escapeText(label)}${alertLine}${inheritedLine}"${close}`
}

/** Defines the Mermaid classes that at least one node has, and assigns them to nodes. */
function classLines({ outside, environments }: TopologyListing): readonly string[] {
  const nodes = [...outside, ...environments.flatMap((environment) => environment.nodes)]
  const lines = (name: string, style: string, members: readonly ListedNode[]) =>
    members.length === 0
      ? []
      : [`  classDef ${name} ${style}`, `  class ${members.map(({ id }) => id).join(',')} ${name}`]
  return [
    ...lines(
      'service',
      'fill:#0b5cc0,stroke:#0b5cc0,color:#ffffff',
      nodes.filter(({ node }) => node.kind === 'service'),
    ),
    ...SEVERITIES.flatMap((severity) =>
      lines(
        severity,
        `stroke:${SEVERITY_COLORS[severity].light},stroke-width:3px`,
        nodes.filter(({ alerts }) => alerts !== undefined && alerts.open > 0 && alerts.worst === severity),
      ),
    ),
    ...SEVERITIES.flatMap((severity) =>
      lines(
        `${severity}Below`,
        `stroke:${SEVERITY_COLORS[severity].light},stroke-width:2px,stroke-dasharray:2 3`,
        nodes.filter(
          ({ alerts, inherited }) => alerts === undefined && inherited?.severity === severity && inherited.isOpen,
        ),
      ),
    ),
    ...lines(
      'suggested',
      'stroke-dasharray:5 4',
      nodes.filter(({ isSuggested }) => isSuggested),
    ),
  ]
}

/**
 * Escapes a text for use within quotes. Characters that are markup in Mermaid, Markdown or HTML become character codes.
 * So does a dash or a dot before a space, because it would begin a list.
 */
function escapeText(text: string): string {
  return text.replace(/[-.](?=\s|$)|[^-.\p{L}\p{M}\p{N}\p{So}\p{Cf} _/:,@…]/gu, (mark) => `#${mark.codePointAt(0)};`)
}

const LOOKALIKE_BY_CHARACTER: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' }

/**
 * Formats the title as a JSON string, which is also a YAML string. Replaces `<`, `>` and `&` by similar characters,
 * because Mermaid would interpret them as HTML.
 */
function formatTitle(name: string, { leftOut }: PictureOptions): string {
  const safe = visibleText(name).replace(/[<>&]/g, (mark) => LOOKALIKE_BY_CHARACTER[mark] ?? mark)
  const part = leftOut === undefined ? '' : ` (${leftOutText(leftOut)})`
  return JSON.stringify(`${shortenText(safe, 100)}${part}`)
}
