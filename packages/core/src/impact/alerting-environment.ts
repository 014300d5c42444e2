import { groupBy } from '../group-by.js'
import type { Neighbors } from '../relation/walk.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingResource, AlertStart } from './alerting-resource.js'
import { AncestorWalk, type WalkStart } from './ancestor-walk.js'
import { compareAlerts, rankOfSeverity } from './compare-alerts.js'
import { Explanations } from './explanations.js'
import type { ImpactAlert } from './impact-alert.js'
import { type LimitedGraph, limitedGraphs } from './limited-graph.js'
import { reachedTopologies } from './reached-topologies.js'
import {
  ABSORBED,
  type AppliedRule,
  BrokenRuleSearch,
  type FailingStart,
  initialStates,
  type RuleState,
  type SeverityLimit,
} from './redundancy.js'
import type { DrawnResources } from './topology-index.js'
import { STEPS_PER_ALERT, WorkBudget } from './work-budget.js'

/** A redundancy rule with a failed child, and the topologies that the resource of the rule reaches. */
export interface FailingRule extends RuleState {
  readonly topologies: ReadonlyMap<NodeLookup, SeverityLimit>
}

const NO_TOPOLOGIES_REACHED: ReadonlyMap<NodeLookup, SeverityLimit> = new Map()

/**
 * The alerts and redundancy rules of one environment, and the ancestors of the alerting resources. The caller completes
 * the walk, calls {@link receiveChildren} with the children of the resources that have a rule, completes the walk
 * again, and calls {@link search}.
 */
export class AlertingEnvironment {
  readonly walk = new AncestorWalk([])
  readonly resources: AlertingResource[] = []
  /** For each resource, the topologies that have a node for it. */
  readonly drawn: DrawnResources
  readonly rules: readonly AppliedRule[]
  /** All alerts, in groups with the same resource and the same named parent. */
  readonly starts: AlertStart[] = []
  /** The alerting resources, by their number in the walk. */
  readonly resourceAt = new Map<number, AlertingResource>()
  readonly #startByKey = new Map<string, AlertStart>()
  #children: Neighbors = new Map()
  #states: readonly RuleState[] = []
  #failing: readonly FailingRule[] = []
  #graphs: readonly LimitedGraph[] = []
  #explanations: Explanations | undefined
  readonly #environment: string

  private constructor(environment: string, rules: readonly AppliedRule[], drawn: DrawnResources) {
    this.#environment = environment
    this.rules = rules
    this.drawn = drawn
  }

  /**
   * Starts the walk from the resources of the alerts. Yields now and then.
   *
   * @param alerts the alerts of the environment
   * @param rules the rules of the environment
   */
  static *open(
    environment: string,
    alerts: readonly ImpactAlert[],
    { rules, drawn }: Pick<AlertingEnvironment, 'rules' | 'drawn'>,
  ): Generator<undefined, AlertingEnvironment> {
    const alerting = new AlertingEnvironment(environment, rules, drawn)
    alerting.walk.add(alerts)
    yield
    const budget = new WorkBudget()
    for (const group of groupBy(alerts, ({ resource }) => resource).values()) {
      alerting.#addResource(group)
      if (budget.isSpentBy(group.length * STEPS_PER_ALERT)) yield
    }
    return alerting
  }

  /**
   * Receives the children of the resources that have a rule, and adds to the walk each of these resources that alerts
   * can affect. The caller then completes the walk again. Yields now and then, because a resource may have hundreds of
   * thousands of children.
   */
  *receiveChildren(children: Neighbors): Generator<undefined, void> {
    this.#children = children
    const affected: WalkStart[] = []
    const budget = new WorkBudget()
    for (const { resource } of this.rules) {
      for (const name of [resource, ...(children.get(resource) ?? [])]) {
        if (budget.isSpentBy(1)) yield
        if (this.walk.numberOf(name) === undefined) continue
        affected.push({ resource, resourceParent: null })
        break
      }
    }
    this.walk.add(affected)
  }

  /** The group of alerts with the same resource and the same named parent as this alert. */
  findStart(alert: ImpactAlert): AlertStart {
    return this.#startByKey.get(alertStartKey(alert)) as AlertStart
  }

  /** The rules that have a failed child. */
  get failing(): readonly FailingRule[] {
    return this.#failing
  }

  /** Every rule, with the number of failed children and whether it is broken. */
  get states(): readonly RuleState[] {
    return this.#states
  }

  /** The graph of ancestors for each limit that rules set, as `limitedGraphs` returns them. */
  get graphs(): readonly LimitedGraph[] {
    return this.#graphs
  }

  /** Which resources the alerts explain. */
  get explanations(): Explanations {
    return this.#explanations as Explanations
  }

  /**
   * Finds the broken rules, the topologies that the alerts reach, and which alerts explain which. Yields now and then.
   */
  *search(): Generator<undefined, void> {
    this.#states = yield* initialStates(this.rules, this.#children, this.walk)
    yield* new BrokenRuleSearch(this.walk, this.starts.flatMap(failingStart), this.#states).run()
    yield
    this.#graphs = yield* limitedGraphs(this.#environment, this, this.#states)
    const failingStarts = this.#states.flatMap((state) => {
      const node = state.failed > 0 ? this.walk.numberOf(state.rule.resource) : undefined
      return node === undefined ? [] : [{ ...state, node, namedParent: undefined }]
    })
    const reached = yield* reachedTopologies(this, [...this.starts, ...failingStarts], this.#graphs)
    for (const start of this.starts) start.topologies = reached.get(start) ?? NO_TOPOLOGIES_REACHED
    this.#failing = failingStarts.map((state) => ({
      ...state,
      topologies: reached.get(state) ?? NO_TOPOLOGIES_REACHED,
    }))
    this.#explanations = yield* Explanations.find(this)
  }

  #addResource(alerts: readonly ImpactAlert[]): void {
    const number = this.resources.length
    const sorted = alerts.toSorted(compareAlerts)
    const starts = Array.from(groupBy(sorted, ({ resourceParent }) => resourceParent).values(), (group): AlertStart => {
      const numberedStart = this.walk.numberStart(group[0] as ImpactAlert)
      return {
        ...numberedStart,
        resource: number,
        alerts: group,
        alertingAncestors: [],
        topologies: NO_TOPOLOGIES_REACHED,
      }
    })
    for (const start of starts) this.#startByKey.set(alertStartKey(start.alerts[0] as ImpactAlert), start)
    this.starts.push(...starts)
    const { node } = starts[0] as AlertStart
    const resource = { number, node, starts, alerts: sorted, explained: [], explainedRank: ABSORBED, explainedFork: 0 }
    this.resources.push(resource)
    this.resourceAt.set(node, resource)
  }
}

function alertStartKey({ resource, resourceParent }: ImpactAlert): string {
  return resourceParent === null ? resource : `${resource}\u0000${resourceParent}`
}

/**
 * Selects the worst alert that makes a child fail. A shelved alert does not make a child fail; one in blackout does.
 */
function failingStart({ node, namedParent, alerts }: AlertStart): readonly FailingStart[] {
  const worst = alerts.find(({ status }) => status !== 'shelved')
  return worst === undefined ? [] : [{ node, namedParent, rank: rankOfSeverity(worst.severity) }]
}
