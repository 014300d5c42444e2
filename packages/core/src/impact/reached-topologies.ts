import { addToList, groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { AncestorWalk, type NumberedStart } from './ancestor-walk.js'
import type { ImpactAlert } from './impact-alert.js'
import { type LimitedGraph, wholeGraph } from './limited-graph.js'
import { BITS_AT_ONCE, ParallelWalk } from './parallel-walk.js'
import { type SeverityLimit, UNLIMITED } from './redundancy.js'
import { type DrawnResources, TopologyIndex } from './topology-index.js'
import { chunksOf, STEPS_PER_ALERT, WorkBudget } from './work-budget.js'

/**
 * Finds which alerts reach one topology because it has a node for their resource or an ancestor (rules.md#reach).
 * Before `run`, the caller must complete the {@link walks} with the stored relations.
 */
export class ReachSearch<ReachingAlert extends ImpactAlert> {
  readonly #index: TopologyIndex
  readonly #alerts: ReadonlyMap<string, readonly ReachingAlert[]>
  readonly #walks: ReadonlyMap<string, AncestorWalk>

  constructor(topology: NodeLookup, alerts: readonly ReachingAlert[]) {
    this.#index = new TopologyIndex([topology])
    this.#alerts = groupBy(alerts, ({ environment }) => environment)
    this.#walks = new Map(Array.from(this.#alerts, ([environment, starts]) => [environment, new AncestorWalk(starts)]))
  }

  /** The walks from resources up to their parents, by environment. */
  get walks(): ReadonlyMap<string, AncestorWalk> {
    return this.#walks
  }

  /**
   * Returns the alerts that reach the topology. Yields now and then, so that the caller can let the process do other
   * work.
   */
  *run(): Generator<undefined, ReadonlySet<ReachingAlert>> {
    const found = new Set<ReachingAlert>()
    for (const [environment, walk] of this.#walks) {
      const alerts = this.#alerts.get(environment) ?? []
      const starts = alerts.map((alert) => ({ alert, ...walk.numberStart(alert) }))
      const graph = wholeGraph(walk, UNLIMITED)
      const reaching = yield* reachedTopologies({ walk, drawn: this.#index.drawnIn(environment) }, starts, [graph])
      for (const { alert } of reaching.keys()) found.add(alert)
    }
    return found
  }
}

/**
 * Finds, for each start, the topologies that have a node for its resource or an ancestor, and the limit that rules set
 * for alerts arriving there (rules.md#reach). Walks down from the nodes of many topologies at the same time.
 *
 * @param graphs as `limitedGraphs` returns them, for complete walks
 * @returns the reached topologies, by start; starts that reach none are absent
 */
export function* reachedTopologies<Start extends NumberedStart>(
  { walk, drawn }: { readonly walk: AncestorWalk; readonly drawn: DrawnResources },
  starts: readonly Start[],
  graphs: readonly LimitedGraph[],
): Generator<undefined, ReadonlyMap<Start, ReadonlyMap<NodeLookup, SeverityLimit>>> {
  const found = new Map<Start, Map<NodeLookup, SeverityLimit>>()
  const nodesOf = drawnNodes(walk, drawn)
  for (const graph of graphs) {
    const letsUp = (topology: NodeLookup) => (node: number) => graph.movesUp(topology, walk.names[node] as string)
    const startNodes = Array.from(nodesOf, ([topology, nodes]) => ({ topology, nodes: nodes.filter(letsUp(topology)) }))
    const walkDown = new ParallelWalk(graph.children, Math.min(BITS_AT_ONCE, startNodes.length))
    for (const { items } of chunksOf(startNodes, BITS_AT_ONCE)) {
      const record = (start: Start, node: number) => {
        const topologies = walkDown.bitsOf(node).map((bit) => (items[bit] as (typeof items)[number]).topology)
        if (topologies.length > 0)
          found.set(start, addTopologyLimit(found.get(start) ?? new Map(), topologies, graph.limit))
      }
      walkDown.clear()
      for (const [bit, { nodes }] of items.entries()) for (const node of nodes) walkDown.add(node, [bit])
      yield* spreadBitsDown(walkDown, { starts, graph, record })
    }
  }
  return found
}

interface SpreadDownInput<Start> {
  readonly starts: readonly Start[]
  readonly graph: LimitedGraph
  /** Records for a start the topologies whose bits a node has received. */
  readonly record: (start: Start, node: number) => void
}

function* spreadBitsDown<Start extends NumberedStart>(
  walkDown: ParallelWalk,
  { starts, graph, record }: SpreadDownInput<Start>,
): Generator<undefined, void> {
  for (let level = 1; level < LIMITS.rollupDepth; level++) yield* walkDown.advance()
  // The parent that an alert names is one level above the resource of the alert, so it must be reached one level
  // earlier than the resource.
  const budget = new WorkBudget()
  for (const start of starts) {
    const { namedParent } = graph.restrict(start)
    if (namedParent !== undefined) record(start, namedParent)
    if (budget.isSpentBy(STEPS_PER_ALERT)) yield
  }
  yield* walkDown.advance()
  for (const start of starts) {
    record(start, start.node)
    if (budget.isSpentBy(STEPS_PER_ALERT)) yield
  }
  yield
}

/** Sets the limit of the topologies that have none yet. Those that have one were reached within a worse limit. */
function addTopologyLimit(
  limits: Map<NodeLookup, SeverityLimit>,
  topologies: readonly NodeLookup[],
  limit: SeverityLimit,
) {
  for (const topology of topologies) if (!limits.has(topology)) limits.set(topology, limit)
  return limits
}

/** For each topology that draws a resource of the walk: the numbers of the resources that it draws. */
function drawnNodes({ names }: AncestorWalk, drawn: DrawnResources): ReadonlyMap<NodeLookup, readonly number[]> {
  const found = new Map<NodeLookup, number[]>()
  for (const [node, name] of names.entries()) {
    for (const topology of drawn.get(name) ?? []) addToList(found, topology, node)
  }
  return found
}
