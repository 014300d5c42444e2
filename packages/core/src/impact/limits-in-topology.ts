import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AncestorWalk, NumberedStart, WalkStart } from './ancestor-walk.js'
import { type LimitedGraph, limitedGraphs } from './limited-graph.js'
import { BITS_AT_ONCE, ParallelWalk } from './parallel-walk.js'
import { reachedTopologies } from './reached-topologies.js'
import { limitOfRule, type RuleState, type SeverityLimit, UNLIMITED } from './redundancy.js'
import { TopologyIndex } from './topology-index.js'
import { chunksOf } from './work-budget.js'

/** An alert that the node of a resource shows. */
export interface ShownAlert extends WalkStart {
  readonly id: string
  /** The resource of the node: the resource of the alert, or an ancestor. */
  readonly shownAt: string
}

/** The limits that rules set for an alert in a topology. */
export interface LimitsOfAlert {
  /** The limit at the node that shows the alert. */
  readonly atNode: SeverityLimit
  /** The limit at the service of the topology. */
  readonly atService: SeverityLimit
}

/** The walk of one environment, and the rules of this environment that are not broken. */
export interface WalkWithRules {
  /** The complete walk from the resources of the alerts up to their ancestors. */
  readonly walk: AncestorWalk
  readonly holding: readonly RuleState[]
}

/** The alerts of one resource that name the same parent. One node shows all of them. */
interface ShownAlertStart extends NumberedStart {
  readonly shownAt: string
  readonly alerts: readonly ShownAlert[]
}

/**
 * Finds, for each alert, the worst severity that redundancy rules still allow it: at the node that shows the alert, and
 * at the service of the topology (rules.md#assignments-14). Alerts that have the same resource and name the same parent
 * are treated as one. Yields now and then.
 *
 * @param alerts the alerts of the environment; the walk must have started from their resources
 * @returns the limits by alert id; empty if no rule lowers a severity
 */
export function* limitsInTopology(
  topology: NodeLookup,
  environment: string,
  { walk, holding }: WalkWithRules,
  alerts: readonly ShownAlert[],
): Generator<undefined, ReadonlyMap<string, LimitsOfAlert>> {
  const drawn = new TopologyIndex([topology]).drawnIn(environment)
  const states = holding.map((state) => ({ ...state, node: walk.numberOf(state.rule.resource) }))
  const graphs = yield* limitedGraphs(environment, { walk, drawn }, states)
  if (graphs.length === 1) return new Map()
  const starts = shownStarts(walk, alerts)
  const limitAt = new Map(states.map((state) => [state.rule.resource, limitOfRule(state)]))
  const below = new DrawnChildren(topology, environment, limitAt)
  const atNode = yield* limitsAtNodes(walk, starts, graphs, below)
  const reached = yield* reachedTopologies({ walk, drawn }, starts, graphs)
  return new Map(
    starts.flatMap((start) => {
      const limits = {
        atNode: atNode.get(start) as SeverityLimit,
        atService: reached.get(start)?.get(topology) as SeverityLimit,
      }
      return start.alerts.map(({ id }) => [id, limits] as const)
    }),
  )
}

function shownStarts(walk: AncestorWalk, alerts: readonly ShownAlert[]): readonly ShownAlertStart[] {
  const shared = groupBy(alerts, ({ resource, resourceParent }) => JSON.stringify([resource, resourceParent]))
  return Array.from(shared.values(), (own) => {
    const [first] = own as [ShownAlert]
    return { ...walk.numberStart(first), shownAt: first.shownAt, alerts: own }
  })
}

/**
 * Finds the least limit with which each start arrives at the node that shows its alerts. At the node of the resource of
 * the alert, there is no limit.
 */
function* limitsAtNodes(
  walk: AncestorWalk,
  starts: readonly ShownAlertStart[],
  graphs: readonly LimitedGraph[],
  drawnChildren: DrawnChildren,
): Generator<undefined, ReadonlyMap<ShownAlertStart, SeverityLimit>> {
  const { limit: last } = graphs.at(-1) as LimitedGraph
  const isAtOwnNode = ({ node, shownAt }: ShownAlertStart) => walk.names[node] === shownAt
  const found = new Map(starts.map((start) => [start, isAtOwnNode(start) ? UNLIMITED : last]))
  let pending = starts.filter((start) => !isAtOwnNode(start))
  for (const graph of graphs.slice(0, -1)) {
    const arriving = yield* findArrivingStarts(walk, pending, graph, drawnChildren)
    for (const start of arriving) found.set(start, graph.limit)
    pending = pending.filter((start) => !arriving.has(start))
  }
  return found
}

/**
 * Finds the starts that arrive at the node that shows their alerts within the limit of a graph: by relations to any
 * node, and from there by edges. Walks down from many nodes at the same time.
 */
function* findArrivingStarts(
  walk: AncestorWalk,
  starts: readonly ShownAlertStart[],
  graph: LimitedGraph,
  drawnChildren: DrawnChildren,
): Generator<undefined, ReadonlySet<ShownAlertStart>> {
  const arriving = new Set<ShownAlertStart>()
  const byNode = [...groupBy(starts, ({ shownAt }) => shownAt)]
  const bits = Math.min(BITS_AT_ONCE, byNode.length)
  const edges = new ParallelWalk(drawnChildren.childrenWithin(graph.limit), bits)
  const relations = new ParallelWalk(graph.children, bits)
  for (const { items } of chunksOf(byNode, BITS_AT_ONCE)) {
    edges.clear()
    relations.clear()
    for (const [bit, [shownAt]] of items.entries()) edges.add(drawnChildren.numberOf(shownAt), [bit])
    while (!edges.isOver) yield* edges.advance()
    for (const { node, number } of findDrawnResourcesInWalk(walk, drawnChildren, edges.reached)) {
      relations.add(node, edges.bitsOf(number))
    }
    const pendingStarts = items.flatMap(([, own], bit) =>
      own.map((start) => ({ start, namedParent: graph.restrict(start).namedParent, bit })),
    )
    for (const start of yield* findStartsBelow(relations, pendingStarts)) arriving.add(start)
    yield
  }
  return arriving
}

/** The drawn resources that the walk has reached, with their numbers in the walk. */
function findDrawnResourcesInWalk(walk: AncestorWalk, { names }: DrawnChildren, numbers: readonly number[]) {
  return numbers.flatMap((number) => {
    const node = walk.numberOf(names[number] as string)
    return node === undefined ? [] : [{ node, number }]
  })
}

interface PendingAlertStart {
  readonly start: ShownAlertStart
  /** The parent that the alerts name; `undefined` = they name none, or they do not reach it within the limit. */
  readonly namedParent: number | undefined
  /** The bit of the node that shows the alerts. */
  readonly bit: number
}

/**
 * Walks down along the relations from the drawn resources that have bits. A start arrives at the node that shows its
 * alerts if the walk reaches the start with the bit of this node. Returns these starts.
 */
function* findStartsBelow(
  relations: ParallelWalk,
  pendingStarts: readonly PendingAlertStart[],
): Generator<undefined, readonly ShownAlertStart[]> {
  for (let level = 1; level < LIMITS.rollupDepth; level++) yield* relations.advance()
  // The parent that an alert names is one level above its resource, so it must be reached one level earlier.
  const byNamedParent = pendingStarts.filter(
    ({ namedParent, bit }) => namedParent !== undefined && relations.hasBit(namedParent, bit),
  )
  yield* relations.advance()
  const byRelation = pendingStarts.filter(({ start, bit }) => relations.hasBit(start.node, bit))
  return [...byNamedParent, ...byRelation].map(({ start }) => start)
}

/**
 * The resources that a topology draws in an environment, each with a number, and the resources drawn directly below
 * each.
 */
class DrawnChildren {
  /** The names of the resources, by number. */
  readonly names: readonly string[]
  readonly #numbers: ReadonlyMap<string, number>
  readonly #children: readonly (readonly number[])[]
  readonly #limitAt: ReadonlyMap<string, SeverityLimit>

  /** @param limitAt the limits of the rules that are not broken, by resource */
  constructor(topology: NodeLookup, environment: string, limitAt: ReadonlyMap<string, SeverityLimit>) {
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
    this.#children = below
  }

  numberOf(resource: string): number {
    return this.#numbers.get(resource) as number
  }

  /**
   * For each resource, the resources directly below it. Empty if a rule at the resource lowers alerts below the limit.
   */
  childrenWithin(limit: SeverityLimit): readonly (readonly number[])[] {
    return this.#children.map((below, number) => {
      const isOpen = (this.#limitAt.get(this.names[number] as string) ?? UNLIMITED) <= limit
      return isOpen ? below : []
    })
  }
}
