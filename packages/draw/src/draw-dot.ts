import type { NodeKind, Orientation } from '@opsgraph/core'
import { alertSentence, countText } from './alert-text.js'
import type { DrawnTopology, PictureOptions } from './drawn-topology.js'
import { type ListedNode, listingOf } from './listing.js'
import { ATTENDED_COLORS, SEVERITY_COLORS } from './severity-colors.js'
import { summary } from './summary.js'
import { shortened, visibleText } from './visible-text.js'

const LOOKS: Readonly<Record<NodeKind, string>> = {
  service: 'shape=box, style="filled,rounded,bold", fillcolor="#0b5cc0", fontcolor="#ffffff"',
  environment: 'shape=octagon, style="filled,bold", fillcolor="#f3f5f7"',
  resource: 'shape=box, style="filled", fillcolor="#ffffff"',
}
const DIRECTIONS: Readonly<Record<Orientation, string>> = { TB: 'rankdir=TB', LR: 'rankdir=LR', CI: 'layout=twopi' }

/**
 * Writes a topology in DOT, the language of Graphviz. Graphviz computes the positions of the nodes. Environments become
 * clusters, kinds of nodes become shapes, and the number of alerts is below the label.
 */
export function drawDot(topology: DrawnTopology, options: PictureOptions = {}): string {
  const { outside, environments, edges } = listingOf(topology, options)
  const service = outside.find(({ node }) => node.kind === 'service')
  const name = shortened(visibleText(topology.name), 100)
  const head = [
    DIRECTIONS[options.orientation ?? topology.orientation],
    ...(service === undefined ? [] : [`root=${service.id}`]),
    'overlap=false, ranksep=0.8, fontname="Helvetica", labelloc=t',
    `label=${quoted(`${name}\n${summary(topology, options)}`)}`,
  ]
  const lines = [
    `digraph ${quoted(name)} {`,
    `  graph [${head.join(', ')}]`,
    '  node [fontname="Helvetica", fontsize=12, color="#818b98", margin="0.2,0.1"]',
    '  edge [color="#818b98", arrowsize=0.7]',
    ...outside.map((node) => `  ${nodeLine(node)}`),
    ...environments.flatMap(({ label, nodes }, number) => [
      `  subgraph cluster_${number} {`,
      `    graph [label=${quoted(label)}, labeljust=l, style="rounded,filled", color="#1a7f37", fillcolor="#eef6f0"]`,
      ...nodes.map((node) => `    ${nodeLine(node)}`),
      '  }',
    ]),
    ...edges.map(({ from, to, isSuggested }) => `  ${from} -> ${to}${isSuggested ? ' [style=dashed]' : ''}`),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

function nodeLine({ id, node, label, alerts, isSuggested }: ListedNode): string {
  const look = isSuggested ? LOOKS[node.kind].replace('style="', 'style="dashed,') : LOOKS[node.kind]
  const name = visibleText(node.label)
  if (alerts === undefined) return `${id} [label=${quoted(label)}, tooltip=${quoted(name)}, ${look}]`
  const text = quoted(`${label}\n${alerts.worst} ${countText(alerts)}`)
  const tooltip = quoted(`${name}: ${alertSentence(alerts)}`)
  const { light } = alerts.open === 0 ? ATTENDED_COLORS : SEVERITY_COLORS[alerts.worst]
  return `${id} [label=${text}, tooltip=${tooltip}, ${look}, color="${light}", penwidth=2.5]`
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '&': '&amp;', '\n': '\\n' }

/** A text as a DOT string. Escapes backslashes, and also `&`, because Graphviz interprets HTML entities. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"&\n]/g, (mark) => ESCAPES[mark] ?? mark)}"`
}
