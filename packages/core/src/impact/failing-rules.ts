import { compareNames } from '../name.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import { toRedundancy } from './holding-rules.js'
import { isBrokenRule, type Redundancy, type ServiceImpact } from './service-impact.js'
import { sortInSteps } from './sorting.js'
import { WorkBudget } from './work-budget.js'

/** The maximum number of rules that are listed for a service. */
const MAX_LISTED_RULES = 10

/** The first rules that have a failed child and whose resource reaches a topology, and the number of all such rules. */
export type FailingRules = Pick<ServiceImpact, 'redundancy' | 'redundancyTotal'>

export const NO_RULES: FailingRules = { redundancy: [], redundancyTotal: 0 }

/**
 * Finds, for each topology, the rules with a failed child whose resource reaches it (rules.md#redundancy-6). In a large
 * outage, thousands of rules reach hundreds of topologies, so only the first rules are collected. Yields now and then.
 */
export function* failingRules(
  environments: Iterable<AlertingEnvironment>,
): Generator<undefined, (topology: NodeLookup) => FailingRules> {
  const found = new Map<NodeLookup, { readonly redundancy: Redundancy[]; redundancyTotal: number }>()
  const failing = Array.from(environments, (environment) => environment.failing).flat()
  const converted = failing.map(({ topologies, ...state }) => ({ topologies, rule: toRedundancy(state) }))
  const sorted = yield* sortInSteps(converted, (one, other) => compareRules(one.rule, other.rule))
  const budget = new WorkBudget()
  for (const { topologies, rule } of sorted) {
    for (const topology of topologies.keys()) {
      const entry = found.get(topology) ?? { redundancy: [], redundancyTotal: 0 }
      found.set(topology, entry)
      if (entry.redundancyTotal++ < MAX_LISTED_RULES) entry.redundancy.push(rule)
    }
    if (budget.isSpentBy(topologies.size + 1)) yield
  }
  return (topology) => found.get(topology) ?? NO_RULES
}

/** Compares rules for sorting: broken rules first, then those with the fewest healthy children, then by resource. */
function compareRules(one: Redundancy, other: Redundancy): number {
  return (
    Number(isBrokenRule(other)) - Number(isBrokenRule(one)) ||
    one.healthy - other.healthy ||
    compareNames(one.environment, other.environment) ||
    compareNames(one.resource, other.resource)
  )
}
