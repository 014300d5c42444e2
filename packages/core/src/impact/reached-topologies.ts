import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { BITS_AT_ONCE, BitWalk } from './bit-walk.js'
import type { ImpactAlert } from './impact-alert.js'
import { type LimitedGraph, wholeGraph } from './limited-graph.js'
import { type Limit, UNLIMITED } from './redundancy.js'
import { type DrawnResources, TopologyIndex } from './topology-index.js'
import { type NumberedStart, WaysUp } from './ways-up.js'
import { chunksOf, STEPS_OF_ALERT, WorkBudget } from './work-budget.js'

/**
 * Finds which alerts reach one topology through their resources (rules.md#reach). Before `run`, the caller must
 * complete the {@link walks} with the stored relations.
 */
export class ReachSearch<Reaching extends ImpactAlert> {
  readonly #index: TopologyIndex
  readonly #alerts: ReadonlyMap<string, readonly Reaching[]>
  readonly #ways: ReadonlyMap<string, WaysUp>

  constructor(topology: NodeLookup, alerts: readonly Reaching[]) {
    this.#index = new TopologyIndex([topology])
    this.#alerts = groupBy(alerts, ({ environment }) => environment)
    this.#ways = new Map(Array.from(this.#alerts, ([environment, starts]) => [environment, new WaysUp(starts)]))
  }

  /** The walks from resources up to their parents, by environment. */
  get walks(): ReadonlyMap<string, WaysUp> {
    return this.#ways
  }

  /** Returns the alerts. Yields now and then, so that the caller can let the process do other work. */
  *run(): Generator<undefined, ReadonlySet<Reaching>> {
    const found = new Set<Reaching>()
    for (const [environment, ways] of this.#ways) {
      const alerts = this.#alerts.get(environment) ?? []
      const starts = alerts.map((alert) => ({ alert, ...ways.numbered(alert) }))
      const graph = wholeGraph(ways, UNLIMITED)
      const reaching = yield* reachedTopologies({ ways, drawn: this.#index.of(environment) }, starts, [graph])
      for (const { alert } of reaching.keys()) found.add(alert)
    }
    return found
  }
}

/**
 * Finds which topologies have a node for a resource on the way up of each start, and how much rules limit what arrives
 * there (rules.md#reach). Walks down from the nodes of many topologies at the same time.
 *
 * @param graphs as `limitedGraphs` returns them, for complete walks
 * @returns the reached topologies, by start; starts that reach none are absent
 */
export function* reachedTopologies<Start extends NumberedStart>(
  { ways, drawn }: { readonly ways: WaysUp; readonly drawn: DrawnResources },
  starts: readonly Start[],
  graphs: readonly LimitedGraph[],
): Generator<undefined, ReadonlyMap<Start, ReadonlyMap<NodeLookup, Limit>>> {
  const found = new Map<Start, Map<NodeLookup, Limit>>()
  const nodesOf = drawnNodes(ways, drawn)
  for (const graph of graphs) {
    const letsUp = (topology: NodeLookup) => (node: number) => graph.letsUp(topology, ways.names[node] as string)
    const lit = Array.from(nodesOf, ([topology, nodes]) => ({ topology, nodes: nodes.filter(letsUp(topology)) }))
    const walk = new BitWalk(graph.children, Math.min(BITS_AT_ONCE, lit.length))
    for (const { items } of chunksOf(lit, BITS_AT_ONCE)) {
      const take = (start: Start, node: number) => {
        const topologies = walk.bitsOf(node).map((bit) => (items[bit] as (typeof items)[number]).topology)
        if (topologies.length > 0) found.set(start, withLimit(found.get(start) ?? new Map(), topologies, graph.limit))
      }
      walk.clear()
      for (const [bit, { nodes }] of items.entries()) for (const node of nodes) walk.add(node, [bit])
      yield* spreadDown(walk, { starts, graph, take })
    }
  }
  return found
}

interface Descent<Start> {
  readonly starts: readonly Start[]
  readonly graph: LimitedGraph
  /** Takes the bits of a node for a start. */
  readonly take: (start: Start, node: number) => void
}

function* spreadDown<Start extends NumberedStart>(
  walk: BitWalk,
  { starts, graph, take }: Descent<Start>,
): Generator<undefined, void> {
  for (let level = 1; level < LIMITS.rollupDepth; level++) yield* walk.advance()
  // The parent that an alert names is one level above the resource of the alert. So a node that reaches the alert
  // through this parent is at most `rollupDepth - 1` levels above the parent.
  const budget = new WorkBudget()
  for (const start of starts) {
    const { stated } = graph.open(start)
    if (stated !== undefined) take(start, stated)
    if (budget.isSpentBy(STEPS_OF_ALERT)) yield
  }
  yield* walk.advance()
  for (const start of starts) {
    take(start, start.node)
    if (budget.isSpentBy(STEPS_OF_ALERT)) yield
  }
  yield
}

/** Notes the limit of topologies, except of those that are noted already: with a worse limit. */
function withLimit(known: Map<NodeLookup, Limit>, topologies: readonly NodeLookup[], limit: Limit) {
  for (const topology of topologies) if (!known.has(topology)) known.set(topology, limit)
  return known
}

/** For each topology that has a node on one of the ways, the numbers of the resources of these nodes. */
function drawnNodes({ names }: WaysUp, drawn: DrawnResources): ReadonlyMap<NodeLookup, readonly number[]> {
  const found = new Map<NodeLookup, number[]>()
  for (const [node, name] of names.entries()) {
    for (const topology of drawn.get(name) ?? []) {
      const nodes = found.get(topology)
      if (nodes === undefined) found.set(topology, [node])
      else nodes.push(node)
    }
  }
  return found
}
