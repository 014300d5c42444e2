import type { NodeKind, Orientation, Severity } from '@opsgraph/core'
import { alertSentence, countText, inheritedSentence, inheritedText } from './alert-text.js'
import type { DrawnTopology, PictureOptions } from './drawn-topology.js'
import { createListing, type ListedNode } from './listing.js'
import { ATTENDED_COLORS, SEVERITY_COLORS } from './severity-colors.js'
import { summaryLine } from './summary.js'
import { shortenText, visibleText } from './visible-text.js'

const SHAPE_BY_KIND: Readonly<Record<NodeKind, string>> = {
  service: 'shape=box, style="filled,rounded,bold", fillcolor="#0b5cc0", fontcolor="#ffffff"',
  environment: 'shape=octagon, style="filled,bold", fillcolor="#f3f5f7"',
  resource: 'shape=box, style="filled", fillcolor="#ffffff"',
}
const LAYOUT_BY_ORIENTATION: Readonly<Record<Orientation, string>> = {
  TB: 'rankdir=TB',
  LR: 'rankdir=LR',
  CI: 'layout=twopi',
}

/**
 * Writes a topology in DOT, the language of Graphviz. Graphviz computes the positions of the nodes. Environments become
 * clusters, kinds of nodes become shapes, and the number of alerts is below the label.
 *
 * @example
 * ```ts
 * import { randomUUID } from 'node:crypto'
 * import { examineGraph } from '@opsgraph/core/pure'
 * import { drawDot } from '@opsgraph/draw'
 *
 * const nodes = [
 *   { id: 'shop', kind: 'service', label: 'shop' },
 *   { id: 'production', kind: 'environment', label: 'Production' },
 * ]
 * const { graph } = examineGraph({ nodes, edges: [{ source: 'shop', target: 'production' }] }, randomUUID)
 * if (graph === undefined) throw new Error('the graph has issues')
 * console.log(drawDot({ ...graph, name: 'Shop', service: 'shop', orientation: 'TB' })) // digraph "Shop" { …
 * ```
 */
export function drawDot(topology: DrawnTopology, options: PictureOptions = {}): string {
  const { outside, environments, edges } = createListing(topology, options)
  const service = outside.find(({ node }) => node.kind === 'service')
  const name = shortenText(visibleText(topology.name), 100)
  const labels = new Map(topology.nodes.map(({ id, label }) => [id, visibleText(label)]))
  const labelOf = (id: string) => labels.get(id) ?? id
  const head = [
    LAYOUT_BY_ORIENTATION[options.orientation ?? topology.orientation],
    ...(service === undefined ? [] : [`root=${service.id}`]),
    'overlap=false, ranksep=0.8, fontname="Helvetica", labelloc=t',
    `label=${quote(`${name}\n${summaryLine(topology, options)}`)}`,
  ]
  const lines = [
    `digraph ${quote(name)} {`,
    `  graph [${head.join(', ')}]`,
    '  node [fontname="Helvetica", fontsize=12, color="#818b98", margin="0.2,0.1"]',
    '  edge [color="#818b98", arrowsize=0.7]',
    ...outside.map((node) => `  ${nodeLine(node, labelOf)}`),
    ...environments.flatMap(({ label, nodes }, number) => [
      `  subgraph cluster_${number} {`,
      `    graph [label=${quote(label)}, labeljust=l, style="rounded,filled", color="#1a7f37", fillcolor="#eef6f0"]`,
      ...nodes.map((node) => `    ${nodeLine(node, labelOf)}`),
      '  }',
    ]),
    ...edges.map(({ from, to, isSuggested }) => `  ${from} -> ${to}${isSuggested ? ' [style=dashed]' : ''}`),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

function nodeLine(listed: ListedNode, labelOf: (id: string) => string): string {
  const { id, node, label, alerts, inherited } = listed
  const texts = [
    label,
    ...(alerts === undefined ? [] : [`${alerts.worst} ${countText(alerts)}`]),
    ...(inherited === undefined ? [] : [inheritedText(inherited)]),
  ]
  const sentences = [
    ...(alerts === undefined ? [] : [alertSentence(alerts)]),
    ...(inherited === undefined ? [] : [inheritedSentence(inherited, labelOf)]),
  ]
  const tooltip = [visibleText(node.label), ...(sentences.length === 0 ? [] : [sentences.join(', ')])].join(': ')
  return `${id} [label=${quote(texts.join('\n'))}, tooltip=${quote(tooltip)}, ${formatAttributes(listed)}]`
}

/**
 * Returns the DOT attributes of a node. A node with alerts of its own has a thick border. A node that only inherits a
 * severity has a dotted border.
 */
function formatAttributes({ node, alerts, inherited, isSuggested }: ListedNode): string {
  const look = SHAPE_BY_KIND[node.kind]
  const base = isSuggested ? look.replace('style="', 'style="dashed,') : look
  if (alerts !== undefined) return `${base}, color="${colorOf(alerts.worst, alerts.open > 0)}", penwidth=2.5`
  if (inherited === undefined) return base
  const { severity, isOpen } = inherited
  return `${base.replace('style="', 'style="dotted,')}, color="${colorOf(severity, isOpen)}", penwidth=2`
}

function colorOf(severity: Severity, isOpen: boolean): string {
  return (isOpen ? SEVERITY_COLORS[severity] : ATTENDED_COLORS).light
}

const ESCAPE_BY_CHARACTER: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '&': '&amp;', '\n': '\\n' }

/** Formats a text as a DOT string. Escapes backslashes, and also `&`, because Graphviz interprets HTML entities. */
function quote(text: string): string {
  return `"${text.replace(/[\\"&\n]/g, (mark) => ESCAPE_BY_CHARACTER[mark] ?? mark)}"`
}
