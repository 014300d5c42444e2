import { compareNames } from '../name.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import { shownRule } from './held-by.js'
import { isBroken, type Redundancy, type ServiceImpact } from './service-impact.js'
import { sortInSteps } from './sorting.js'
import { WorkBudget } from './work-budget.js'

/** At most this many rules are shown for each service. */
const RULES_SHOWN = 10

/** The rules with a failed child whose resource reaches a topology: the first of them, and the number of all. */
export type FailingRules = Pick<ServiceImpact, 'redundancy' | 'redundancyTotal'>

export const NO_RULES: FailingRules = { redundancy: [], redundancyTotal: 0 }

/**
 * For each topology, the rules with a failed child whose resource reaches it (rules.md#redundancy-6). In a large outage,
 * thousands of rules reach hundreds of topologies. So only the first are collected, and this step yields now and then.
 */
export function* failingRules(
  environments: Iterable<AlertingEnvironment>,
): Generator<undefined, (topology: NodeLookup) => FailingRules> {
  const found = new Map<NodeLookup, { readonly redundancy: Redundancy[]; redundancyTotal: number }>()
  const failing = Array.from(environments, (environment) => environment.failing).flat()
  const shown = failing.map(({ topologies, ...state }) => ({ topologies, rule: shownRule(state) }))
  const sorted = yield* sortInSteps(shown, (one, other) => compareRules(one.rule, other.rule))
  const budget = new WorkBudget()
  for (const { topologies, rule } of sorted) {
    for (const topology of topologies.keys()) {
      const known = found.get(topology) ?? { redundancy: [], redundancyTotal: 0 }
      found.set(topology, known)
      if (known.redundancyTotal++ < RULES_SHOWN) known.redundancy.push(rule)
    }
    if (budget.isSpentBy(topologies.size + 1)) yield
  }
  return (topology) => found.get(topology) ?? NO_RULES
}

/** Compares rules for sorting: broken before holding, the fewest healthy children first, then by resource. */
function compareRules(one: Redundancy, other: Redundancy): number {
  return (
    Number(isBroken(other)) - Number(isBroken(one)) ||
    one.healthy - other.healthy ||
    compareNames(one.environment, other.environment) ||
    compareNames(one.resource, other.resource)
  )
}
