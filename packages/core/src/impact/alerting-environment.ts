import { groupBy } from '../group-by.js'
import type { Neighbors } from '../relation/walk.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingResource, AlertWay } from './alerting-resource.js'
import { compareAlerts, rankOf } from './compare-alerts.js'
import { Explanations } from './explanations.js'
import type { ImpactAlert } from './impact-alert.js'
import { type LimitedGraph, limitedGraphs } from './limited-graph.js'
import { reachedTopologies } from './reached-topologies.js'
import {
  type AppliedRule,
  type FailingStart,
  type Limit,
  NOTHING,
  RuleSettling,
  type RuleState,
  ruleStates,
} from './redundancy.js'
import type { DrawnResources } from './topology-index.js'
import { WaysUp, type WayUpStart } from './ways-up.js'
import { STEPS_OF_ALERT, WorkBudget } from './work-budget.js'

/** A rule that has a failed child, and the topologies that its resource reaches. */
export interface FailingRule extends RuleState {
  readonly topologies: ReadonlyMap<NodeLookup, Limit>
}

const NOTHING_REACHED: ReadonlyMap<NodeLookup, Limit> = new Map()

/**
 * The alerts and the rules of one environment, and where the ways up lead. The caller completes the walk `ways`, passes
 * the children of the resources that have a rule to {@link count}, completes the walk again, and calls {@link search}.
 */
export class AlertingEnvironment {
  readonly ways = new WaysUp([])
  readonly resources: AlertingResource[] = []
  /** The topologies that have a node for a resource. */
  readonly drawn: DrawnResources
  readonly rules: readonly AppliedRule[]
  /** The ways up of all alerts. */
  readonly starts: AlertWay[] = []
  /** The resources by their number on the ways up. */
  readonly resourceAt = new Map<number, AlertingResource>()
  readonly #wayOf = new Map<string, AlertWay>()
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
   * Begins the walk. Yields now and then.
   *
   * @param alerts the alerts of the environment
   * @param rules the rules of the environment
   */
  static *open(
    environment: string,
    alerts: readonly ImpactAlert[],
    { rules, drawn }: Pick<AlertingEnvironment, 'rules' | 'drawn'>,
  ): Generator<undefined, AlertingEnvironment> {
    const opened = new AlertingEnvironment(environment, rules, drawn)
    opened.ways.add(alerts)
    yield
    const budget = new WorkBudget()
    for (const own of groupBy(alerts, ({ resource }) => resource).values()) {
      opened.#addResource(own)
      if (budget.isSpentBy(own.length * STEPS_OF_ALERT)) yield
    }
    return opened
  }

  /**
   * Takes the children of the resources that have a rule. The caller then completes the walk `ways` again. Yields now
   * and then: a resource may have hundreds of thousands of children.
   */
  *count(children: Neighbors): Generator<undefined, void> {
    this.#children = children
    const met: WayUpStart[] = []
    const budget = new WorkBudget()
    for (const { resource } of this.rules) {
      for (const name of [resource, ...(children.get(resource) ?? [])]) {
        if (budget.isSpentBy(1)) yield
        if (this.ways.numberOf(name) === undefined) continue
        met.push({ resource, resourceParent: null })
        break
      }
    }
    this.ways.add(met)
  }

  /** The way of an alert. */
  wayOf(alert: ImpactAlert): AlertWay {
    return this.#wayOf.get(wayKey(alert)) as AlertWay
  }

  /** The rules that have a failed child. */
  get failing(): readonly FailingRule[] {
    return this.#failing
  }

  /** Every rule, and whether it holds. */
  get states(): readonly RuleState[] {
    return this.#states
  }

  /** The ways up within each limit that rules set, as `limitedGraphs` returns them. */
  get graphs(): readonly LimitedGraph[] {
    return this.#graphs
  }

  /** What the alerts explain. */
  get explanations(): Explanations {
    return this.#explanations as Explanations
  }

  /** Finds which rules hold, where the ways lead, and what arrives there. Yields now and then. */
  *search(): Generator<undefined, void> {
    this.#states = yield* ruleStates(this.rules, this.#children, this.ways)
    yield* new RuleSettling(this.ways, this.starts.flatMap(failingStart), this.#states).run()
    yield
    this.#graphs = yield* limitedGraphs(this.#environment, this, this.#states)
    const failing = this.#states.flatMap((state) => {
      const node = state.failed > 0 ? this.ways.numberOf(state.rule.resource) : undefined
      return node === undefined ? [] : [{ ...state, node, stated: undefined }]
    })
    const reached = yield* reachedTopologies(this, [...this.starts, ...failing], this.#graphs)
    for (const way of this.starts) way.topologies = reached.get(way) ?? NOTHING_REACHED
    this.#failing = failing.map((state) => ({ ...state, topologies: reached.get(state) ?? NOTHING_REACHED }))
    this.#explanations = yield* Explanations.find(this)
  }

  #addResource(alerts: readonly ImpactAlert[]): void {
    const number = this.resources.length
    const sorted = alerts.toSorted(compareAlerts)
    const ways = Array.from(groupBy(sorted, ({ resourceParent }) => resourceParent).values(), (own): AlertWay => {
      const numbered = this.ways.numbered(own[0] as ImpactAlert)
      return { ...numbered, resource: number, alerts: own, above: [], topologies: NOTHING_REACHED }
    })
    for (const way of ways) this.#wayOf.set(wayKey(way.alerts[0] as ImpactAlert), way)
    this.starts.push(...ways)
    const { node } = ways[0] as AlertWay
    const resource = { number, node, ways, alerts: sorted, explained: [], explainedAt: NOTHING, explainedFork: 0 }
    this.resources.push(resource)
    this.resourceAt.set(node, resource)
  }
}

function wayKey({ resource, resourceParent }: ImpactAlert): string {
  return resourceParent === null ? resource : `${resource}\u0000${resourceParent}`
}

/** An alert that is shelved makes no child fail; one in blackout does. */
function failingStart({ node, stated, alerts }: AlertWay): readonly FailingStart[] {
  const worst = alerts.find(({ status }) => status !== 'shelved')
  return worst === undefined ? [] : [{ node, stated, rank: rankOf(worst.severity) }]
}
