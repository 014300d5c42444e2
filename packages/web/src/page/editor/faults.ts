import {
  type DrawnNode,
  type Edge,
  examineGraph,
  type GraphInput,
  indexGraph,
  stronglyConnectedComponents,
  visibleLabel,
} from '@opsgraph/core/browser'

/** One fault of a topology, and what it concerns. */
export interface PlacedFault {
  readonly code: string
  /** In words, with the names of nodes instead of ids that nobody knows. */
  readonly message: string
  /** The field of a node that it is about; `undefined` = none alone. */
  readonly field?: 'label' | 'params' | undefined
  /** Ids of the nodes that it is shown at. */
  readonly nodes: readonly string[]
  /** Ids of the edges that it is shown at. */
  readonly edges: readonly string[]
}

interface Issue {
  readonly code: string
  readonly path: string
  readonly message: string
}

/** Everything that the server would refuse a graph for, but for what only it knows: which ids other topologies use. */
export function faultsOf(graph: GraphInput): readonly PlacedFault[] {
  return placeFaults(examineGraph(graph, () => '').issues, graph)
}

/** Where in a graph the issues are that it was refused for (rules.md#graph-validation). */
export function placeFaults(issues: readonly Issue[], graph: GraphInput): readonly PlacedFault[] {
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]))
  const loops = issues.some(({ code }) => code === 'cycle') ? loopsOf(graph) : []
  let cycles = 0
  return issues.map((issue) => ({
    code: issue.code,
    message: withNames(issue.message, labels),
    field: fieldOf(issue),
    nodes: nodesAt(issue, graph.nodes),
    edges: issue.code === 'cycle' ? (loops[cycles++] ?? []) : edgesAt(issue, graph.edges),
  }))
}

/** Faults by the id of what they are shown at. */
export function byPlace(
  faults: readonly PlacedFault[],
  place: 'nodes' | 'edges',
): ReadonlyMap<string, readonly PlacedFault[]> {
  const lists = new Map<string, PlacedFault[]>()
  for (const fault of faults) {
    for (const id of fault[place]) {
      const list = lists.get(id)
      if (list === undefined) lists.set(id, [fault])
      else list.push(fault)
    }
  }
  return lists
}

/** Codes of a node on its own, whose path has its number; those of the graph as a whole have its id there. */
const NUMBERED: ReadonlySet<string> = new Set([
  'invalidNode',
  'missingId',
  'missingLabel',
  'invalidKind',
  'valueTooLong',
  'invalidPosition',
  'invalidParams',
  'invalidHierarchyConfig',
])

/** Codes of a name that another node has. */
const OF_LABELS: ReadonlySet<string> = new Set(['duplicateEnvironment', 'duplicateResource'])

function fieldOf({ code, path }: Issue): PlacedFault['field'] {
  if (OF_LABELS.has(code) || path.endsWith('].label')) return 'label'
  return code === 'invalidParams' ? 'params' : undefined
}

function nodesAt({ code, path }: Issue, nodes: readonly DrawnNode[]): readonly string[] {
  if (code === 'serviceNodeCount') return nodes.filter(({ kind }) => kind === 'service').map(({ id }) => id)
  if (!path.startsWith('nodes[')) return []
  if (!NUMBERED.has(code)) return [path.slice('nodes['.length, path.lastIndexOf(']'))]
  const node = nodes[Number.parseInt(path.slice('nodes['.length), 10)]
  return node === undefined ? [] : [node.id]
}

function edgesAt({ path }: Issue, edges: readonly Edge[]): readonly string[] {
  const edge = path.startsWith('edges[') ? edges[Number.parseInt(path.slice('edges['.length), 10)] : undefined
  return edge === undefined ? [] : [edge.id]
}

/** The edges of each loop, in the order in which core tells them. */
function loopsOf(graph: GraphInput): readonly (readonly string[])[] {
  const { children, numbers } = indexGraph(graph)
  return stronglyConnectedComponents(children).map((knot) => {
    const isWithin = (id: string) => knot.has(numbers.get(id) ?? -1)
    return graph.edges.filter(({ source, target }) => isWithin(source) && isWithin(target)).map(({ id }) => id)
  })
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function withNames(message: string, labels: ReadonlyMap<string, string>): string {
  return message.replace(UUID, (id) => {
    const label = labels.get(id)
    return label === undefined ? id : `“${visibleLabel(label)}”`
  })
}
