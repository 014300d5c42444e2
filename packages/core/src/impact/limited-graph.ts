import { groupBy } from '../group-by.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { type Limit, limitOf, NOTHING, type RuleState, UNLIMITED } from './redundancy.js'
import type { DrawnResources } from './topology-index.js'
import type { NumberedStart, WaysUp } from './ways-up.js'
import { STEPS_OF_ALERT, WorkBudget } from './work-budget.js'

/**
 * The ways up on which rules lower nothing beyond a limit. What arrives of an alert at the end of such a way is as
 * severe as the limit, or as the alert if the alert is less severe.
 */
export interface LimitedGraph {
  readonly limit: Limit
  /** The numbers of the parents that each resource's alerts enter. */
  readonly parents: readonly (readonly number[])[]
  /** The numbers of the children whose alerts enter each resource. */
  readonly children: readonly (readonly number[])[]
  /** The start without the stated parent, if nothing enters this parent. */
  open<Start extends NumberedStart>(start: Start): Start
  /** True if what is at the node of a resource moves up to the environment node of a topology. */
  letsUp(topology: NodeLookup, resource: string): boolean
}

/**
 * The graphs of all limits that rules set, the graph of the worst limit first. The last graph has all ways, whatever
 * rules hold. If no rule that matters holds, there is only one graph. Yields after each graph.
 */
export function* limitedGraphs(
  environment: string,
  { ways, drawn }: { readonly ways: WaysUp; readonly drawn: DrawnResources },
  states: readonly RuleState[],
): Generator<undefined, readonly LimitedGraph[]> {
  const isMet = ({ isBroken, node, rule }: RuleState) => !isBroken && (node !== undefined || drawn.has(rule.resource))
  const holding = states.filter(isMet)
  if (holding.length === 0) return [wholeGraph(ways, UNLIMITED)]
  const limitAt = new Map(holding.map((state) => [state.rule.resource, limitOf(state)]))
  const affected = new Set(holding.flatMap(({ rule }) => drawn.get(rule.resource) ?? []))
  const inTopology = new Map<NodeLookup, ReadonlyMap<string, Limit>>()
  const budget = new WorkBudget()
  for (const topology of affected) {
    const found = limitsIn(topology, environment, limitAt)
    inTopology.set(topology, found)
    if (budget.isSpentBy(STEPS_OF_ALERT * (found.size + 1))) yield
  }
  const limits = [...new Set(limitAt.values())].sort((one, other) => one - other)
  const last = limits.pop() as Limit
  const graphs: LimitedGraph[] = []
  for (const limit of [UNLIMITED, ...limits]) {
    const isClosing = (state: RuleState) => limitOf(state) > limit
    const closed = new Set(holding.filter(isClosing).flatMap(({ node }) => node ?? []))
    graphs.push({
      ...withoutEntrances(ways, closed),
      limit,
      letsUp: (topology, resource) => (inTopology.get(topology)?.get(resource) ?? UNLIMITED) <= limit,
    })
    yield
  }
  return [...graphs, wholeGraph(ways, last)]
}

/** The graph of all ways. */
export function wholeGraph({ parents, children }: WaysUp, limit: Limit): LimitedGraph {
  return { limit, parents, children, open: (start) => start, letsUp: () => true }
}

/** The ways without the steps that enter some resources. */
function withoutEntrances(ways: WaysUp, closed: ReadonlySet<number>): Omit<LimitedGraph, 'limit' | 'letsUp'> {
  const parents = [...ways.parents]
  const children = [...(ways.children as readonly (readonly number[])[])]
  for (const node of closed) {
    for (const child of children[node] as readonly number[]) {
      parents[child] = (parents[child] as readonly number[]).filter((parent) => parent !== node)
    }
    children[node] = []
  }
  return {
    parents,
    children,
    open: (start) => (start.stated !== undefined && closed.has(start.stated) ? { ...start, stated: undefined } : start),
  }
}

/**
 * For each resource that a topology draws below a rule: how much rules lower what moves up from its node along the
 * edges. The best way counts. A node directly below the environment node is below no rule.
 *
 * @param limitAt the limits of the rules that hold, by resource
 */
function limitsIn(
  topology: NodeLookup,
  environment: string,
  limitAt: ReadonlyMap<string, Limit>,
): ReadonlyMap<string, Limit> {
  const drawn = Array.from(topology.resourcesOf(environment), (resource) => {
    const key = { environment, resource }
    const above = topology.above(key)
    return { resource, above, isHighest: above.length === 0 || topology.isHighest(key) }
  })
  const pairs = drawn.flatMap(({ resource, above }) => above.map((parent) => ({ resource, parent })))
  const below = groupBy(pairs, ({ parent }) => parent)
  const limits = new Map(drawn.map(({ resource, isHighest }) => [resource, isHighest ? UNLIMITED : NOTHING]))
  const pending = drawn.filter(({ isHighest }) => isHighest).map(({ resource }) => resource)
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    const limit = Math.max(limits.get(parent) as Limit, limitAt.get(parent) ?? UNLIMITED)
    for (const { resource } of below.get(parent) ?? []) {
      if (limit >= (limits.get(resource) as Limit)) continue
      limits.set(resource, limit)
      pending.push(resource)
    }
  }
  return limits
}
