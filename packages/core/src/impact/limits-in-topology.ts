import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { BITS_AT_ONCE, BitWalk } from './bit-walk.js'
import { type LimitedGraph, limitedGraphs } from './limited-graph.js'
import { reachedTopologies } from './reached-topologies.js'
import { type Limit, limitOf, type RuleState, UNLIMITED } from './redundancy.js'
import { TopologyIndex } from './topology-index.js'
import type { NumberedStart, WaysUp, WayUpStart } from './ways-up.js'
import { chunksOf } from './work-budget.js'

/** An alert that the node of a resource shows. */
export interface ShownAlert extends WayUpStart {
  readonly id: string
  /** The resource of the node: the alert's own resource, or an ancestor. */
  readonly shownAt: string
}

/** How much rules limit what arrives of an alert in a topology. */
export interface LimitsOfAlert {
  /** At the node that shows the alert. */
  readonly atNode: Limit
  /** At the service of the topology. */
  readonly atService: Limit
}

/** The ways up of one environment, and the rules of this environment that hold. */
export interface RuledWays {
  /** Complete walks. */
  readonly ways: WaysUp
  readonly holding: readonly RuleState[]
}

/** The alerts of one resource that name the same parent. The same node shows all of them. */
interface ShownStart extends NumberedStart {
  readonly shownAt: string
  readonly alerts: readonly ShownAlert[]
}

/**
 * Finds how much rules limit what arrives of alerts at the nodes that show them, and at the service of their topology
 * (rules.md#assignments-14). Alerts of one resource that name the same parent are searched as one. Yields now and then.
 *
 * @param alerts alerts of the environment; `ways` must have their ways up
 * @returns the limits by alert id; empty if rules limit nothing
 */
export function* limitsInTopology(
  topology: NodeLookup,
  environment: string,
  { ways, holding }: RuledWays,
  alerts: readonly ShownAlert[],
): Generator<undefined, ReadonlyMap<string, LimitsOfAlert>> {
  const drawn = new TopologyIndex([topology]).of(environment)
  const states = holding.map((state) => ({ ...state, node: ways.numberOf(state.rule.resource) }))
  const graphs = yield* limitedGraphs(environment, { ways, drawn }, states)
  if (graphs.length === 1) return new Map()
  const starts = shownStarts(ways, alerts)
  const limitAt = new Map(states.map((state) => [state.rule.resource, limitOf(state)]))
  const below = new DrawnBelow(topology, environment, limitAt)
  const atNode = yield* limitsAtNodes(ways, starts, graphs, below)
  const reached = yield* reachedTopologies({ ways, drawn }, starts, graphs)
  return new Map(
    starts.flatMap((start) => {
      const limits = { atNode: atNode.get(start) as Limit, atService: reached.get(start)?.get(topology) as Limit }
      return start.alerts.map(({ id }) => [id, limits] as const)
    }),
  )
}

function shownStarts(ways: WaysUp, alerts: readonly ShownAlert[]): readonly ShownStart[] {
  const shared = groupBy(alerts, ({ resource, resourceParent }) => JSON.stringify([resource, resourceParent]))
  return Array.from(shared.values(), (own) => {
    const [first] = own as [ShownAlert]
    return { ...ways.numbered(first), shownAt: first.shownAt, alerts: own }
  })
}

/**
 * Finds the least limit at which each start arrives at the node that shows its alerts. An alert is whole at the node of
 * its own resource.
 */
function* limitsAtNodes(
  ways: WaysUp,
  starts: readonly ShownStart[],
  graphs: readonly LimitedGraph[],
  drawnBelow: DrawnBelow,
): Generator<undefined, ReadonlyMap<ShownStart, Limit>> {
  const { limit: last } = graphs.at(-1) as LimitedGraph
  const isWhole = ({ node, shownAt }: ShownStart) => ways.names[node] === shownAt
  const found = new Map(starts.map((start) => [start, isWhole(start) ? UNLIMITED : last]))
  let pending = starts.filter((start) => !isWhole(start))
  for (const graph of graphs.slice(0, -1)) {
    const arriving = yield* arrivingAtNodes(ways, pending, graph, drawnBelow)
    for (const start of arriving) found.set(start, graph.limit)
    pending = pending.filter((start) => !arriving.has(start))
  }
  return found
}

/**
 * The starts that arrive within the limit of a graph: by relations to a node, and from there by edges to the node that
 * shows the alerts. Walks down from many nodes at the same time.
 */
function* arrivingAtNodes(
  ways: WaysUp,
  starts: readonly ShownStart[],
  graph: LimitedGraph,
  drawnBelow: DrawnBelow,
): Generator<undefined, ReadonlySet<ShownStart>> {
  const arriving = new Set<ShownStart>()
  const byNode = [...groupBy(starts, ({ shownAt }) => shownAt)]
  const bits = Math.min(BITS_AT_ONCE, byNode.length)
  const edges = new BitWalk(drawnBelow.within(graph.limit), bits)
  const relations = new BitWalk(graph.children, bits)
  for (const { items } of chunksOf(byNode, BITS_AT_ONCE)) {
    edges.clear()
    relations.clear()
    for (const [bit, [shownAt]] of items.entries()) edges.add(drawnBelow.numberOf(shownAt), [bit])
    while (!edges.isOver) yield* edges.advance()
    for (const { node, number } of drawnOnWays(ways, drawnBelow, edges.reached)) {
      relations.add(node, edges.bitsOf(number))
    }
    const asked = items.flatMap(([, own], bit) =>
      own.map((start) => ({ start, stated: graph.open(start).stated, bit })),
    )
    for (const start of yield* startsBelow(relations, asked)) arriving.add(start)
    yield
  }
  return arriving
}

/** The drawn resources that are on the ways up, with their number there. */
function drawnOnWays(ways: WaysUp, { names }: DrawnBelow, numbers: readonly number[]) {
  return numbers.flatMap((number) => {
    const node = ways.numberOf(names[number] as string)
    return node === undefined ? [] : [{ node, number }]
  })
}

interface AskedStart {
  readonly start: ShownStart
  /** The parent that the alerts name, if they enter it. */
  readonly stated: number | undefined
  /** The bit of the node that shows the alerts. */
  readonly bit: number
}

/**
 * Walks down along the relations from the drawn resources that have bits. Returns the starts that the walk reaches with
 * the bit of the node that shows their alerts: these arrive at this node.
 */
function* startsBelow(relations: BitWalk, asked: readonly AskedStart[]): Generator<undefined, readonly ShownStart[]> {
  for (let level = 1; level < LIMITS.rollupDepth; level++) yield* relations.advance()
  // A parent that an alert names is one level above the resource of the alert.
  const byStated = asked.filter(({ stated, bit }) => stated !== undefined && relations.hasBit(stated, bit))
  yield* relations.advance()
  const byRelation = asked.filter(({ start, bit }) => relations.hasBit(start.node, bit))
  return [...byStated, ...byRelation].map(({ start }) => start)
}

/** Which resources of an environment a topology draws directly below which others. Each resource has a number. */
class DrawnBelow {
  /** The names of the resources, by number. */
  readonly names: readonly string[]
  readonly #numbers: ReadonlyMap<string, number>
  readonly #below: readonly (readonly number[])[]
  readonly #limitAt: ReadonlyMap<string, Limit>

  /** @param limitAt the limits of the rules that hold, by resource */
  constructor(topology: NodeLookup, environment: string, limitAt: ReadonlyMap<string, Limit>) {
    this.names = [...topology.resourcesOf(environment)]
    this.#numbers = new Map(this.names.map((name, number) => [name, number]))
    this.#limitAt = limitAt
    const below: number[][] = this.names.map(() => [])
    for (const [number, resource] of this.names.entries()) {
      for (const parent of topology.above({ environment, resource })) {
        const above = this.#numbers.get(parent)
        if (above !== undefined) below[above]?.push(number)
      }
    }
    this.#below = below
  }

  numberOf(resource: string): number {
    return this.#numbers.get(resource) as number
  }

  /** The resources below each resource, by number, without the edges on which a rule lowers something beyond a limit. */
  within(limit: Limit): readonly (readonly number[])[] {
    return this.#below.map((below, number) => {
      const isOpen = (this.#limitAt.get(this.names[number] as string) ?? UNLIMITED) <= limit
      return isOpen ? below : []
    })
  }
}
