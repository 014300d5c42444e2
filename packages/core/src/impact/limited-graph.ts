import { groupBy } from '../group-by.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AncestorWalk, NumberedStart } from './ancestor-walk.js'
import { ABSORBED, limitOfRule, type RuleState, type SeverityLimit, UNLIMITED } from './redundancy.js'
import type { DrawnResources } from './topology-index.js'
import { STEPS_PER_ALERT, WorkBudget } from './work-budget.js'

/**
 * The part of the graph of ancestors in which rules lower no alert below a limit, which is a severity. An alert arrives
 * at a resource of this graph with the severity of the limit, or with its own severity if that is less severe.
 */
export interface LimitedGraph {
  readonly limit: SeverityLimit
  /** For each resource, the numbers of its parents in this graph. */
  readonly parents: readonly (readonly number[])[]
  /** For each resource, the numbers of its children in this graph. */
  readonly children: readonly (readonly number[])[]
  /**
   * Returns the start as it is in this graph: without the parent that the alert names, if the graph has no relation to
   * this parent.
   */
  restrict<Start extends NumberedStart>(start: Start): Start
  /** True if an alert at the node of a resource reaches the environment node of a topology within the limit. */
  movesUp(topology: NodeLookup, resource: string): boolean
}

/**
 * Makes a graph for each limit that rules set, the worst limit first. The last graph is the whole graph of ancestors.
 * If every rule at an ancestor and in a topology is broken, the whole graph is the only one. Yields after each graph.
 */
export function* limitedGraphs(
  environment: string,
  { walk, drawn }: { readonly walk: AncestorWalk; readonly drawn: DrawnResources },
  states: readonly RuleState[],
): Generator<undefined, readonly LimitedGraph[]> {
  const isRelevant = ({ isBroken, node, rule }: RuleState) =>
    !isBroken && (node !== undefined || drawn.has(rule.resource))
  const holding = states.filter(isRelevant)
  if (holding.length === 0) return [wholeGraph(walk, UNLIMITED)]
  const limitAt = new Map(holding.map((state) => [state.rule.resource, limitOfRule(state)]))
  const affected = new Set(holding.flatMap(({ rule }) => drawn.get(rule.resource) ?? []))
  const inTopology = new Map<NodeLookup, ReadonlyMap<string, SeverityLimit>>()
  const budget = new WorkBudget()
  for (const topology of affected) {
    const found = findLimitsIn(topology, environment, limitAt)
    inTopology.set(topology, found)
    if (budget.isSpentBy(STEPS_PER_ALERT * (found.size + 1))) yield
  }
  const limits = [...new Set(limitAt.values())].sort((one, other) => one - other)
  const last = limits.pop() as SeverityLimit
  const graphs: LimitedGraph[] = []
  for (const limit of [UNLIMITED, ...limits]) {
    const isBelowLimit = (state: RuleState) => limitOfRule(state) > limit
    const lowering = new Set(holding.filter(isBelowLimit).flatMap(({ node }) => node ?? []))
    graphs.push({
      ...withoutEntering(walk, lowering),
      limit,
      movesUp: (topology, resource) => (inTopology.get(topology)?.get(resource) ?? UNLIMITED) <= limit,
    })
    yield
  }
  return [...graphs, wholeGraph(walk, last)]
}

/** The whole graph of ancestors, without the effect of rules. */
export function wholeGraph({ parents, children }: AncestorWalk, limit: SeverityLimit): LimitedGraph {
  return { limit, parents, children, restrict: (start) => start, movesUp: () => true }
}

/** The graph of ancestors without the relations from children to `lowering`, the resources whose rules lower alerts. */
function withoutEntering(walk: AncestorWalk, lowering: ReadonlySet<number>): Omit<LimitedGraph, 'limit' | 'movesUp'> {
  const parents = [...walk.parents]
  const children = [...(walk.children as readonly (readonly number[])[])]
  for (const node of lowering) {
    for (const child of children[node] as readonly number[]) {
      parents[child] = (parents[child] as readonly number[]).filter((parent) => parent !== node)
    }
    children[node] = []
  }
  return {
    parents,
    children,
    restrict: (start) =>
      start.namedParent !== undefined && lowering.has(start.namedParent) ? { ...start, namedParent: undefined } : start,
  }
}

/**
 * For each resource that a topology draws: the limit that rules set for an alert that moves up from its node along the
 * edges to the environment node. If there are several paths, the one with the worst severity counts. No rule applies
 * above a node that is directly below the environment node.
 *
 * @param limitAt the limits of the rules that are not broken, by resource
 */
function findLimitsIn(
  topology: NodeLookup,
  environment: string,
  limitAt: ReadonlyMap<string, SeverityLimit>,
): ReadonlyMap<string, SeverityLimit> {
  const drawn = Array.from(topology.resourcesOf(environment), (resource) => {
    const key = { environment, resource }
    const above = topology.above(key)
    return { resource, above, isHighest: above.length === 0 || topology.isHighest(key) }
  })
  const pairs = drawn.flatMap(({ resource, above }) => above.map((parent) => ({ resource, parent })))
  const below = groupBy(pairs, ({ parent }) => parent)
  const limits = new Map(drawn.map(({ resource, isHighest }) => [resource, isHighest ? UNLIMITED : ABSORBED]))
  const pending = drawn.filter(({ isHighest }) => isHighest).map(({ resource }) => resource)
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    const limit = Math.max(limits.get(parent) as SeverityLimit, limitAt.get(parent) ?? UNLIMITED)
    for (const { resource } of below.get(parent) ?? []) {
      if (limit >= (limits.get(resource) as SeverityLimit)) continue
      limits.set(resource, limit)
      pending.push(resource)
    }
  }
  return limits
}
