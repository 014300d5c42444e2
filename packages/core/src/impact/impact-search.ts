import { attentionOf } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'
import { compareCreation } from '../compare-creation.js'
import { groupBy } from '../group-by.js'
import { compareNames } from '../name.js'
import type { Neighbors } from '../relation/walk.js'
import { AlertingEnvironment } from './alerting-environment.js'
import type { AncestorWalk } from './ancestor-walk.js'
import { findArrivalsAt, type WorstArrival } from './arrivals.js'
import {
  type ExplainedEnvironment,
  type ExplainedImpact,
  explainServices,
  firstCauses,
  listCauses,
} from './explain-services.js'
import { explainedAlerts, explanationsOf } from './explained-alerts.js'
import { failingRules } from './failing-rules.js'
import { findHoldingRules } from './holding-rules.js'
import { type HurtService, HurtServiceFinder, type ServiceReach, type TestedAlert } from './hurt-services.js'
import type { HurtableServices } from './hurtable-services.js'
import { type ImpactAlert, type NamedAlert, toNamedAlert } from './impact-alert.js'
import { pathsToNodes } from './path-to-node.js'
import { type AppliedRule, arrivingSeverity, type RuleState } from './redundancy.js'
import { EnvironmentCauses } from './root-causes.js'
import {
  acknowledgedSeverity,
  compareImpacts,
  type HoldingWindow,
  type HurtableService,
  holdingWindows,
  type Redundancy,
  type ServiceImpact,
} from './service-impact.js'
import type { NodePath, TopologyIndex } from './topology-index.js'
import { absorbedAlertReason, filteredAlertReason, silencedAlertReason, type WhyNot } from './why-not.js'
import { STEPS_PER_ALERT, WorkBudget } from './work-budget.js'

/** A service that an alert reaches. */
export interface ReachedService extends NodePath {
  readonly service: string
  readonly name: string
  readonly topologyId: string | null
  /**
   * False if the alert does not hurt the service, because it is silenced, rules absorb it, or the `alertImpact` in the
   * catalog entry of the service excludes it.
   */
  readonly counts: boolean
  /** The severity with which the alert arrives at the service; `null` = rules absorb it. */
  readonly arrives: Severity | null
  /** The first 10 rules that absorb the alert on its way to the service or lower its severity (rules.md#redundancy). */
  readonly heldBy: readonly Redundancy[]
  /** The total number of rules that absorb the alert or lower its severity. */
  readonly heldByTotal: number
}

/**
 * The services that an alert reaches, the alerts that explain it, the alerts that it explains, and the other alerts of
 * its circle (rules.md#impact-of-an-alert).
 */
export interface ImpactOfAlert {
  readonly services: readonly ReachedService[]
  readonly explainedBy: readonly NamedAlert[]
  readonly explains: readonly NamedAlert[]
  readonly circle: readonly NamedAlert[]
}

/** Which services some alerts hurt. */
export interface Impact {
  /** All services, sorted by `compareImpacts`: the most severely hurt first. */
  readonly services: readonly ServiceImpact[]
  /** The alerts that reach no service, in the order of their creation. */
  readonly unreached: readonly ImpactAlert[]
  /** The number of all silenced alerts. */
  readonly silencedCount: number
  /** The maintenance windows that silence alerts. The window that silences the most alerts comes first. */
  readonly windows: readonly HoldingWindow[]
  /** The redundancy rules that are not broken, by environment. Environments without alerts are absent. */
  readonly holding: ReadonlyMap<string, readonly RuleState[]>
  /**
   * The alerts that a service counts: in `counts`, in `acknowledgedCount` or in `silencedCount`. Empty if there is no
   * service with this name.
   */
  countedBy(service: string): readonly ImpactAlert[]
  /** The worst severity of the acknowledged alerts that hurt one of `services`; `null` = there are none. */
  acknowledgedSeverity(service: ServiceImpact): Severity | null
  /** Adds the causes to some of `services`. Among equally ranked causes, the newest come first if `newest` is true. */
  explain(services: readonly ServiceImpact[], newest?: boolean): Generator<undefined, readonly ExplainedImpact[]>
  /** The alerts that `explain` shows as causes of some of `services`, oldest first. Does not search their paths. */
  firstCauses(services: readonly ServiceImpact[]): ReturnType<typeof firstCauses>
  /** Lists a range of the causes of one of `services`. */
  causesOf(service: ServiceImpact, range: CausesRange): ReturnType<typeof listCauses>
  /**
   * The alerts that some alerts explain directly; a circle counts as one alert. Alerts that are not active explain
   * nothing. Yields now and then.
   */
  explainedBy(ids: readonly string[]): Generator<undefined, readonly ImpactAlert[]>
  /** An active alert; `undefined` if no active alert has this id. */
  alert(alertId: string): ImpactAlert | undefined
  /** The impact of one alert; `undefined` if there is no alert with this id. */
  of(alertId: string): ImpactOfAlert | undefined
  /** Selects the alerts that rules absorb on their way to every service that they reach. Yields now and then. */
  heldOf(ids: readonly string[]): Generator<undefined, HeldAlerts>
  /** The topologies of all services. */
  readonly topologies: TopologyIndex
  /** Finds a service by its name; `undefined` if no topology, catalog entry or alert has this name. */
  serviceNamed(service: string): HurtableService | undefined
  /**
   * Finds the worst severity with which alerts arrive at some resources of an environment. Resources at which no alert
   * arrives are absent. Yields now and then.
   */
  arrivalsAt(environment: string, resources: readonly string[]): Generator<undefined, ReadonlyMap<string, WorstArrival>>
  /** The complete walk from all alerts of an environment. */
  walkOf(environment: string): AncestorWalk | undefined
  /**
   * Says why an alert does not hurt a service that it reaches; `null` = it hurts the service; `undefined` = it does not
   * reach the service, or there is no alert with this id.
   */
  whyReached(alertId: string, service: string): WhyNot | null | undefined
}

/** Alerts that hurt no service, because rules absorb them on their way to every service that they reach. */
export interface HeldAlerts {
  readonly total: number
  /** The first 50 of the alerts. */
  readonly alerts: readonly HeldAlert[]
}

export interface HeldAlert {
  readonly alert: ImpactAlert
  /** The first 10 of the rules that absorb the alert. */
  readonly heldBy: readonly Redundancy[]
}

/** The maximum number of absorbed alerts that are listed, and of the rules that are listed for each of them. */
const MAX_LISTED_HELD = { alerts: 50, rules: 10 }

export interface CausesRange {
  /** True = among equally ranked causes, the newest come first; false = the oldest come first. */
  readonly newest: boolean
  /** The index of the first cause. */
  readonly from: number
  /** The index after the last cause. */
  readonly to: number
}

/** The input of a search: the active alerts, and the redundancy rules of all environments. */
export interface ImpactInput {
  readonly alerts: readonly TestedAlert[]
  readonly rules: readonly AppliedRule[]
}

const NO_ARRIVALS: ReadonlyMap<string, WorstArrival> = new Map()

/**
 * Finds which services alerts hurt, and the causes (rules.md#impact). Before `run`, the caller completes the {@link
 * walks} with the stored relations, passes the children of the {@link ruled} resources to `count`, and completes the
 * walks again.
 *
 * Read `NaiveImpact` in `@opsgraph/use-case-contract` first: it implements the same rules in the simplest way. The
 * search takes these steps, the first four for each environment:
 *
 * 1. `AncestorWalk` collects the ancestors of the alerting resources, as numbers.
 * 2. `BrokenRuleSearch` finds which redundancy rules are broken.
 * 3. `limitedGraphs` makes a graph for each severity to which rules lower alerts. A walk in such a graph needs no
 *    rules, because the graph lacks the relations on which rules lower an alert further. `reachedTopologies` walks
 *    these graphs down from the nodes of topologies.
 * 4. `Explanations` finds which alerts explain which, and `EnvironmentCauses` finds the root causes.
 * 5. `HurtServiceFinder` finds which alerts arrive at each service, and `serviceImpact` how much they hurt it.
 * 6. `explainServices` finds the causes of the requested services, in order, with their paths.
 */
export class ImpactSearch {
  readonly #environments = new Map<string, AlertingEnvironment>()
  readonly #finder: HurtServiceFinder
  readonly #alerts: ReadonlyMap<string, TestedAlert>
  readonly #topologies: TopologyIndex

  private constructor({ all, index }: HurtableServices, alerts: readonly TestedAlert[]) {
    this.#topologies = index
    this.#alerts = new Map(alerts.map((alert) => [alert.kept.id, alert]))
    this.#finder = new HurtServiceFinder(all, (alert) => this.#environmentOf(alert).findStart(alert))
  }

  /**
   * Starts a search. Yields now and then, so that the caller can let the process do other work.
   *
   * @param services the services that have a topology or a catalog entry, as `hurtableServices` returns them; the
   *   search adds services that only alerts name
   */
  static *open(services: HurtableServices, { alerts, rules }: ImpactInput): Generator<undefined, ImpactSearch> {
    const search = new ImpactSearch(services, alerts)
    const rulesOf = groupBy(rules, ({ environment }) => environment)
    const alertsOf = groupBy(
      alerts.map((alert) => alert.kept),
      ({ environment }) => environment,
    )
    yield
    for (const [name, own] of alertsOf) {
      const input = { rules: rulesOf.get(name) ?? [], drawn: services.index.drawnIn(name) }
      search.#environments.set(name, yield* AlertingEnvironment.open(name, own, input))
    }
    return search
  }

  /** The walks from resources up to their parents, by environment. */
  get walks(): ReadonlyMap<string, AncestorWalk> {
    return new Map(Array.from(this.#environments, ([name, { walk }]) => [name, walk]))
  }

  /** The resources that have a rule, by environment. Environments without rules are absent. */
  get ruled(): ReadonlyMap<string, readonly string[]> {
    const ruled = Array.from(
      this.#environments,
      ([name, { rules }]) => [name, rules.map(({ resource }) => resource)] as const,
    )
    return new Map(ruled.filter(([, resources]) => resources.length > 0))
  }

  /** Receives the children of the {@link ruled} resources, by environment. Yields now and then. */
  *count(children: ReadonlyMap<string, Neighbors>): Generator<undefined, void> {
    for (const [name, environment] of this.#environments)
      yield* environment.receiveChildren(children.get(name) ?? new Map())
  }

  /** Runs the search. Yields now and then, so that the caller can let the process do other work. */
  *run(): Generator<undefined, Impact> {
    const environments = new Map<string, ExplainedEnvironment>()
    for (const [name, environment] of this.#environments) {
      yield* environment.search()
      yield
      environments.set(name, { environment, causes: yield* EnvironmentCauses.find(environment) })
    }
    yield
    const failing = yield* failingRules(this.#environments.values())
    const { services, unreached } = yield* this.#finder.find(this.#alerts.values(), failing)
    yield
    const hurt = new Map(Array.from(services.values(), (each) => [each.impact, each]))
    const hurtBy = (impact: ServiceImpact) => hurt.get(impact) as HurtService
    const impactAlerts = Array.from(this.#alerts.values(), (alert) => alert.kept)
    const silenced = impactAlerts.filter(({ status }) => attentionOf(status) === 'silenced')
    return {
      services: [...hurt.keys()].sort(compareImpacts),
      unreached: unreached.toSorted(compareCreation),
      silencedCount: silenced.length,
      windows: holdingWindows(silenced),
      holding: new Map(
        Array.from(this.#environments, ([name, { states }]) => [name, states.filter(({ isBroken }) => !isBroken)]),
      ),
      countedBy: (service) => services.get(service)?.alerts.map(({ alert }) => alert) ?? [],
      acknowledgedSeverity: (impact) => acknowledgedSeverity(hurtBy(impact).alerts),
      explain: (chosen, newest = false) => explainServices(chosen.map(hurtBy), environments, newest),
      firstCauses: (chosen) => firstCauses(chosen.map(hurtBy), environments),
      causesOf: (impact, range) => listCauses(hurtBy(impact), environments, range),
      explainedBy: (ids) => this.#explainedBy(ids),
      alert: (id) => this.#alerts.get(id)?.kept,
      of: (id) => this.#of(id),
      heldOf: (ids) => this.#heldOf(ids),
      topologies: this.#topologies,
      serviceNamed: (service) => services.get(service)?.service,
      arrivalsAt: (environment, resources) => this.#arrivalsAt(environment, resources),
      walkOf: (environment) => this.#environments.get(environment)?.walk,
      whyReached: (id, service) => this.#whyReached(id, service),
    }
  }

  *#explainedBy(ids: readonly string[]): Generator<undefined, readonly ImpactAlert[]> {
    const chosen = ids.flatMap((id) => this.#alerts.get(id)?.kept ?? [])
    const found: (readonly ImpactAlert[])[] = []
    for (const own of groupBy(chosen, ({ environment }) => environment).values()) {
      found.push([...(yield* explainedAlerts(this.#environmentOf(own[0] as ImpactAlert), own))])
    }
    return found.flat()
  }

  *#heldOf(ids: readonly string[]): Generator<undefined, HeldAlerts> {
    const heldAlerts: (TestedAlert & { readonly reached: readonly HurtableService[] })[] = []
    const budget = new WorkBudget()
    for (const id of ids) {
      const tested = this.#alerts.get(id) as TestedAlert
      const reached = this.#finder
        .reachedBy(tested.kept)
        .filter(({ service }) => tested.accepted.get(service.service) !== false)
      const isHeldAt = ({ limit }: ServiceReach) => arrivingSeverity(tested.kept, limit) === null
      if (reached.length > 0 && reached.every(isHeldAt))
        heldAlerts.push({ ...tested, reached: reached.map(({ service }) => service) })
      if (budget.isSpentBy((reached.length + 1) * STEPS_PER_ALERT)) yield
    }
    const alerts: HeldAlert[] = []
    for (const { kept: impactAlert, reached } of heldAlerts.slice(0, MAX_LISTED_HELD.alerts)) {
      alerts.push({ alert: impactAlert, heldBy: yield* this.#firstHolding(impactAlert, reached) })
    }
    return { total: heldAlerts.length, alerts }
  }

  /**
   * The first rules that absorb an alert on its way to some services. Searches at most `MAX_LISTED_HELD.rules`
   * services.
   */
  *#firstHolding(
    alert: ImpactAlert,
    services: readonly HurtableService[],
  ): Generator<undefined, readonly Redundancy[]> {
    const found = new Map<string, Redundancy>()
    for (const { topology } of services.slice(0, MAX_LISTED_HELD.rules)) {
      const rules = topology === undefined ? [] : findHoldingRules(this.#environmentOf(alert), alert, topology.nodes)
      for (const rule of rules) found.set(rule.resource, rule)
      yield
    }
    return [...found.values()].slice(0, MAX_LISTED_HELD.rules)
  }

  *#arrivalsAt(name: string, resources: readonly string[]): Generator<undefined, ReadonlyMap<string, WorstArrival>> {
    const environment = this.#environments.get(name)
    return environment === undefined ? NO_ARRIVALS : yield* findArrivalsAt(environment, resources)
  }

  #environmentOf({ environment }: Pick<ImpactAlert, 'environment'>): AlertingEnvironment {
    return this.#environments.get(environment) as AlertingEnvironment
  }

  #of(alertId: string): ImpactOfAlert | undefined {
    const tested = this.#alerts.get(alertId)
    if (tested === undefined) return undefined
    const { kept: impactAlert, accepted } = tested
    const environment = this.#environmentOf(impactAlert)
    const reached = this.#finder.reachedBy(impactAlert)
    const paths = pathsToNodes(
      environment,
      impactAlert,
      reached.flatMap(({ service }) => service.topology?.nodes ?? []),
    )
    const { explainedBy, explains, circle } = explanationsOf(environment, impactAlert)
    const services = reached.map(({ service: { service, name, topology }, limit }) => {
      const arrives = arrivingSeverity(impactAlert, limit)
      const isLowered = topology !== undefined && arrives !== impactAlert.severity
      const holding = isLowered ? findHoldingRules(environment, impactAlert, topology.nodes) : []
      return {
        service,
        name,
        topologyId: topology?.id ?? null,
        counts: arrives !== null && attentionOf(impactAlert.status) !== 'silenced' && accepted.get(service) !== false,
        arrives,
        heldBy: holding.slice(0, MAX_LISTED_HELD.rules),
        heldByTotal: holding.length,
        ...((topology && paths.get(topology.nodes)) ?? { nodeId: null, path: [impactAlert.resource] }),
      }
    })
    return {
      services: services.sort((one, other) => compareNames(one.service, other.service)),
      explainedBy: explainedBy.map(toNamedAlert),
      explains: explains.map(toNamedAlert),
      circle: circle.map(toNamedAlert),
    }
  }

  #whyReached(alertId: string, name: string): WhyNot | null | undefined {
    const tested = this.#alerts.get(alertId)
    const reached = tested && this.#finder.reachedBy(tested.kept).find(({ service }) => service.service === name)
    if (reached === undefined) return undefined
    const { kept: impactAlert, accepted } = tested as TestedAlert
    if (attentionOf(impactAlert.status) === 'silenced') return silencedAlertReason(impactAlert)
    if (accepted.get(name) === false) return filteredAlertReason(name, impactAlert)
    const { service, limit } = reached
    if (arrivingSeverity(impactAlert, limit) !== null) return null
    return absorbedAlertReason(
      service.topology ? findHoldingRules(this.#environmentOf(impactAlert), impactAlert, service.topology.nodes) : [],
    )
  }
}
