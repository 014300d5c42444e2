import type { Severity } from '../../alert/severity.js'
import type { WorstArrival } from '../../impact/arrivals.js'
import { rankOfSeverity } from '../../impact/compare-alerts.js'
import { type NamedAlert, toNamedAlert } from '../../impact/impact-alert.js'
import { type AppliedRule, requiredHealthy } from '../../impact/redundancy.js'
import type { Redundancy } from '../../impact/service-impact.js'
import { sortInSteps } from '../../impact/sorting.js'
import { WorkBudget } from '../../impact/work-budget.js'
import { compareNames, normalizeName } from '../../name.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { ResourceKey } from '../../relation/relation.js'
import { resolveName } from '../alias/resolve-names.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'

export interface ChildStatesRequest extends ResourceKey, Pick<ListRequest<never>, 'page' | 'pageSize'> {}

/** A child of a resource, and the worst severity that arrives at it from alerts. */
export interface ChildState {
  readonly resource: string
  /** The worst severity that arrives at the child; `null` = no severity arrives. */
  readonly severity: Severity | null
  /** Whether the redundancy rule of the parent counts the child as healthy; `null` = the parent has no rule. */
  readonly healthy: boolean | null
  /** The alert with which `severity` arrives: the alert nearest to the child; `null` = no severity arrives. */
  readonly worst: NamedAlert | null
}

export interface ChildStates extends PagedList<ChildState> {
  /**
   * The redundancy rule of the resource, and how many of its children are healthy; `null` = the resource has no rule.
   */
  readonly redundancy: Redundancy | null
}

/**
 * Lists the children of a resource, the worst first (rules.md#states-of-children). If nothing names the resource, the
 * list is empty.
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size
 */
export async function listChildStates(
  dependencies: Dependencies,
  { environment, resource, ...paging }: ChildStatesRequest,
): Promise<ChildStates> {
  const query = readListQuery('impact', paging)
  const named = { environment: normalizeName(environment), resource: normalizeName(resource) }
  const key = { ...named, resource: await resolveName(dependencies.store, named) }
  return await readCurrentImpact(dependencies, async ({ impact }) => {
    const { rule, children } = await readChildren(dependencies, key)
    const arrivals = await runWithPauses(impact.arrivalsAt(key.environment, children))
    const states = await runWithPauses(childStatesOf(children, arrivals, rule))
    const sorted = await runWithPauses(sortInSteps(states, compareStates))
    const items = sorted.slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
    return {
      ...pageOf(query, { items, total: states.length }),
      redundancy: rule === undefined ? null : redundancyOf(rule, states),
    }
  })
}

async function readChildren({ store, graphMemory }: Dependencies, key: ResourceKey) {
  return await store.snapshot(async (parts) => {
    const [rule] = await parts.redundancyRules.find([key])
    const lookup = await graphMemory.at(parts, [key.environment])
    const found = await lookup.neighbors('children', new Map([[key.environment, [key.resource]]]))
    return { rule, children: found.get(key.environment)?.get(key.resource) ?? [] }
  })
}

function* childStatesOf(
  children: readonly string[],
  arrivals: ReadonlyMap<string, WorstArrival>,
  rule: AppliedRule | undefined,
): Generator<undefined, readonly ChildState[]> {
  const states: ChildState[] = []
  const budget = new WorkBudget()
  for (const child of children) {
    states.push(childStateOf(child, arrivals.get(child), rule))
    if (budget.isSpentBy(1)) yield
  }
  return states
}

function childStateOf(resource: string, arrival: WorstArrival | undefined, rule: AppliedRule | undefined): ChildState {
  const isHealthy = rule && (arrival === undefined || rankOfSeverity(arrival.severity) > rankOfSeverity(rule.failedAt))
  return {
    resource,
    severity: arrival?.severity ?? null,
    healthy: isHealthy ?? null,
    worst: arrival === undefined ? null : toNamedAlert(arrival.alert),
  }
}

function redundancyOf({ environment, resource, minHealthy }: AppliedRule, states: readonly ChildState[]): Redundancy {
  const healthy = states.filter((state) => state.healthy).length
  return { environment, resource, of: states.length, healthy, minHealthy: requiredHealthy(minHealthy, states.length) }
}

/** Orders by severity, the worst first, then by name. */
function compareStates(one: ChildState, other: ChildState): number {
  const rank = ({ severity }: ChildState) => (severity === null ? Number.POSITIVE_INFINITY : rankOfSeverity(severity))
  const [first, second] = [rank(one), rank(other)]
  return first === second ? compareNames(one.resource, other.resource) : first - second
}
