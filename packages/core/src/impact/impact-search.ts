import { attentionOf } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'
import { compareCreation } from '../compare-creation.js'
import { groupBy } from '../group-by.js'
import { compareNames } from '../name.js'
import type { Neighbors } from '../relation/walk.js'
import { AlertingEnvironment } from './alerting-environment.js'
import { type Arrival, arrivalsAt } from './arrivals.js'
import {
  type ExplainedEnvironment,
  type ExplainedImpact,
  explainServices,
  firstCauses,
  listCauses,
} from './explain-services.js'
import { explainedAlerts, explanationsOf } from './explained-alerts.js'
import { failingRules } from './failing-rules.js'
import { rulesHolding } from './held-by.js'
import { type HurtService, type JudgedAlert, type Reaching, ServiceFinder } from './hurt-services.js'
import type { HurtableServices } from './hurtable-services.js'
import { type ImpactAlert, type NamedAlert, nameAlert } from './impact-alert.js'
import { pathsToNodes } from './path-to-node.js'
import { type AppliedRule, arrivalOf, type RuleState } from './redundancy.js'
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
import type { WaysUp } from './ways-up.js'
import { isFiltered, isHeld, isSilenced, type WhyNot } from './why-not.js'
import { STEPS_OF_ALERT, WorkBudget } from './work-budget.js'

/** A service that an alert reaches. */
export interface ReachedService extends NodePath {
  readonly service: string
  readonly name: string
  readonly topologyId: string | null
  /**
   * False if the alert does not hurt the service: the alert is silenced, or the `alertImpact` of the service's catalog
   * entry excludes the alert.
   */
  readonly counts: boolean
  /** How severe the alert is when it arrives at the service; `null` = rules hold it altogether. */
  readonly arrives: Severity | null
  /** The first 10 of the rules that hold the alert or lower its severity on its ways to the service (rules.md#redundancy). */
  readonly heldBy: readonly Redundancy[]
  /** The number of all these rules. */
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
  /** All services, the most hurt first. */
  readonly services: readonly ServiceImpact[]
  /** The alerts that reach no service, in the order of their creation. */
  readonly unreached: readonly ImpactAlert[]
  /** The number of all silenced alerts. */
  readonly silencedCount: number
  /** The maintenance windows that hold alerts, those that hold the most alerts first. */
  readonly windows: readonly HoldingWindow[]
  /** The redundancy rules that hold, by environment. Environments without alerts are absent. */
  readonly holding: ReadonlyMap<string, readonly RuleState[]>
  /**
   * The alerts that a service counts: in `counts`, in `acknowledgedCount` or in `silencedCount`. Empty if there is no
   * service with this name.
   */
  countedBy(service: string): readonly ImpactAlert[]
  /** The worst severity of the acknowledged alerts that hurt one of `services`; `null` = there are none. */
  acknowledgedSeverity(service: ServiceImpact): Severity | null
  /** Adds the causes to some of `services`. If `newest`, the newest of equally ranked causes come first. */
  explain(services: readonly ServiceImpact[], newest?: boolean): Generator<undefined, readonly ExplainedImpact[]>
  /** The alerts that `explain` shows as causes of some of `services`, oldest first. Does not search their paths. */
  firstCauses(services: readonly ServiceImpact[]): ReturnType<typeof firstCauses>
  /** Lists the causes of one of `services` from one index to another, exclusive. */
  causesOf(service: ServiceImpact, part: CausesPart): ReturnType<typeof listCauses>
  /**
   * What some alerts explain directly; a circle counts as one alert. Alerts that are not active explain nothing. Yields
   * now and then.
   */
  explainedBy(ids: readonly string[]): Generator<undefined, readonly ImpactAlert[]>
  /** The impact of one of the alerts; `undefined` if there is no alert with this id. */
  of(alertId: string): ImpactOfAlert | undefined
  /** Those of some alerts of which rules hold everything at all services that they reach. Yields now and then. */
  heldOf(ids: readonly string[]): Generator<undefined, HeldAlerts>
  /** The topologies of all services. */
  readonly topologies: TopologyIndex
  /** Finds a service by its name; `undefined` if nothing has it. */
  serviceNamed(service: string): HurtableService | undefined
  /**
   * Finds the worst that arrives at some resources of an environment. Resources at which nothing arrives are absent.
   * Yields now and then.
   */
  arrivalsAt(environment: string, resources: readonly string[]): Generator<undefined, ReadonlyMap<string, Arrival>>
  /** The complete walk from all alerts of an environment. */
  waysOf(environment: string): WaysUp | undefined
  /**
   * Why one of the alerts does not hurt a service that it reaches; `null` if it does hurt the service; `undefined` if it
   * does not reach the service, or if there is no alert with this id.
   */
  whyReached(alertId: string, service: string): WhyNot | null | undefined
}

/** Alerts of which rules hold everything, so that they hurt no service. */
export interface HeldAlerts {
  readonly total: number
  /** The first 50 of the alerts. */
  readonly alerts: readonly HeldAlert[]
}

export interface HeldAlert {
  readonly alert: ImpactAlert
  /** The first 10 of the rules that hold the alert. */
  readonly heldBy: readonly Redundancy[]
}

/** At most this many alerts that rules hold are listed, each with at most this many rules. */
const HELD_SHOWN = { alerts: 50, rules: 10 }

export interface CausesPart {
  /** If true, the newest of equally ranked causes come first, otherwise the oldest. */
  readonly newest: boolean
  readonly from: number
  readonly to: number
}

/** What an impact follows from: active alerts, and the rules of all environments. */
export interface ImpactInput {
  readonly alerts: readonly JudgedAlert[]
  readonly rules: readonly AppliedRule[]
}

const NOTHING_ARRIVES: ReadonlyMap<string, Arrival> = new Map()

/**
 * Finds which services alerts hurt, and the causes (rules.md#impact). Before `run`, the caller completes the
 * {@link walks} with the stored relations, passes the children of the {@link ruled} resources to `count`, and completes
 * the walks again.
 *
 * `NaiveImpact` in `@opsgraph/use-case-contract` states the rules plainly: read it first. The search takes these steps,
 * the first four for each environment:
 *
 * 1. `WaysUp`: the resources on the ways up, as numbers.
 * 2. `RuleSettling`: which redundancy rules hold.
 * 3. `limitedGraphs`: for each severity to which rules lower alerts, the ways on which nothing is lowered further. So a
 *    walk in such a graph need not know the rules. `reachedTopologies` walks down from the nodes of topologies.
 * 4. `Explanations`: which alerting resources lie on the ways up; `EnvironmentCauses`: the root causes.
 * 5. `ServiceFinder`: what arrives at each service, and `serviceImpact`: how much this hurts it.
 * 6. `explainServices`, only for the services that are asked for: their causes, in order, with their paths.
 */
export class ImpactSearch {
  readonly #environments = new Map<string, AlertingEnvironment>()
  readonly #finder: ServiceFinder
  readonly #alerts: ReadonlyMap<string, JudgedAlert>
  readonly #topologies: TopologyIndex

  private constructor({ all, index }: HurtableServices, alerts: readonly JudgedAlert[]) {
    this.#topologies = index
    this.#alerts = new Map(alerts.map((alert) => [alert.kept.id, alert]))
    this.#finder = new ServiceFinder(all, (alert) => this.#environmentOf(alert).wayOf(alert))
  }

  /**
   * Begins a search. Yields now and then, so that the caller can let the process do other work.
   *
   * @param services the services that have a topology or a catalog entry, as `hurtableServices` returns them; services
   *   that only alerts name are added
   */
  static *open(services: HurtableServices, { alerts, rules }: ImpactInput): Generator<undefined, ImpactSearch> {
    const search = new ImpactSearch(services, alerts)
    const rulesOf = groupBy(rules, ({ environment }) => environment)
    const kept = groupBy(
      alerts.map((alert) => alert.kept),
      ({ environment }) => environment,
    )
    yield
    for (const [name, own] of kept) {
      const input = { rules: rulesOf.get(name) ?? [], drawn: services.index.of(name) }
      search.#environments.set(name, yield* AlertingEnvironment.open(name, own, input))
    }
    return search
  }

  /** The walks from resources up to their parents, by environment. */
  get walks(): ReadonlyMap<string, WaysUp> {
    return new Map(Array.from(this.#environments, ([name, { ways }]) => [name, ways]))
  }

  /** The resources that have a rule, by environment. Environments without rules are absent. */
  get ruled(): ReadonlyMap<string, readonly string[]> {
    const ruled = Array.from(
      this.#environments,
      ([name, { rules }]) => [name, rules.map(({ resource }) => resource)] as const,
    )
    return new Map(ruled.filter(([, resources]) => resources.length > 0))
  }

  /** Takes the children of the {@link ruled} resources, by environment. Yields now and then. */
  *count(children: ReadonlyMap<string, Neighbors>): Generator<undefined, void> {
    for (const [name, environment] of this.#environments) yield* environment.count(children.get(name) ?? new Map())
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
    const kept = Array.from(this.#alerts.values(), (alert) => alert.kept)
    const silenced = kept.filter(({ status }) => attentionOf(status) === 'silenced')
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
      causesOf: (impact, part) => listCauses(hurtBy(impact), environments, part),
      explainedBy: (ids) => this.#explainedBy(ids),
      of: (id) => this.#of(id),
      heldOf: (ids) => this.#heldOf(ids),
      topologies: this.#topologies,
      serviceNamed: (service) => services.get(service)?.service,
      arrivalsAt: (environment, resources) => this.#arrivalsAt(environment, resources),
      waysOf: (environment) => this.#environments.get(environment)?.ways,
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
    const held: (JudgedAlert & { readonly reached: readonly HurtableService[] })[] = []
    const budget = new WorkBudget()
    for (const id of ids) {
      const judged = this.#alerts.get(id) as JudgedAlert
      const reached = this.#finder
        .reachedBy(judged.kept)
        .filter(({ service }) => judged.accepted.get(service.service) !== false)
      const isHeldAt = ({ limit }: Reaching) => arrivalOf(judged.kept, limit) === null
      if (reached.length > 0 && reached.every(isHeldAt))
        held.push({ ...judged, reached: reached.map(({ service }) => service) })
      if (budget.isSpentBy((reached.length + 1) * STEPS_OF_ALERT)) yield
    }
    const alerts: HeldAlert[] = []
    for (const { kept, reached } of held.slice(0, HELD_SHOWN.alerts)) {
      alerts.push({ alert: kept, heldBy: yield* this.#firstHolding(kept, reached) })
    }
    return { total: held.length, alerts }
  }

  /** The first rules that hold an alert on its ways to some services. Asks no more services than it lists rules. */
  *#firstHolding(
    alert: ImpactAlert,
    services: readonly HurtableService[],
  ): Generator<undefined, readonly Redundancy[]> {
    const found = new Map<string, Redundancy>()
    for (const { topology } of services.slice(0, HELD_SHOWN.rules)) {
      const rules = topology === undefined ? [] : rulesHolding(this.#environmentOf(alert), alert, topology.nodes)
      for (const rule of rules) found.set(rule.resource, rule)
      yield
    }
    return [...found.values()].slice(0, HELD_SHOWN.rules)
  }

  *#arrivalsAt(name: string, resources: readonly string[]): Generator<undefined, ReadonlyMap<string, Arrival>> {
    const environment = this.#environments.get(name)
    return environment === undefined ? NOTHING_ARRIVES : yield* arrivalsAt(environment, resources)
  }

  #environmentOf({ environment }: Pick<ImpactAlert, 'environment'>): AlertingEnvironment {
    return this.#environments.get(environment) as AlertingEnvironment
  }

  #of(alertId: string): ImpactOfAlert | undefined {
    const judged = this.#alerts.get(alertId)
    if (judged === undefined) return undefined
    const { kept, accepted } = judged
    const environment = this.#environmentOf(kept)
    const reached = this.#finder.reachedBy(kept)
    const paths = pathsToNodes(
      environment,
      kept,
      reached.flatMap(({ service }) => service.topology?.nodes ?? []),
    )
    const { explainedBy, explains, circle } = explanationsOf(environment, kept)
    const services = reached.map(({ service: { service, name, topology }, limit }) => {
      const arrives = arrivalOf(kept, limit)
      const isLowered = topology !== undefined && arrives !== kept.severity
      const holding = isLowered ? rulesHolding(environment, kept, topology.nodes) : []
      return {
        service,
        name,
        topologyId: topology?.id ?? null,
        counts: arrives !== null && attentionOf(kept.status) !== 'silenced' && accepted.get(service) !== false,
        arrives,
        heldBy: holding.slice(0, HELD_SHOWN.rules),
        heldByTotal: holding.length,
        ...((topology && paths.get(topology.nodes)) ?? { nodeId: null, path: [kept.resource] }),
      }
    })
    return {
      services: services.sort((one, other) => compareNames(one.service, other.service)),
      explainedBy: explainedBy.map(nameAlert),
      explains: explains.map(nameAlert),
      circle: circle.map(nameAlert),
    }
  }

  #whyReached(alertId: string, name: string): WhyNot | null | undefined {
    const judged = this.#alerts.get(alertId)
    const reached = judged && this.#finder.reachedBy(judged.kept).find(({ service }) => service.service === name)
    if (reached === undefined) return undefined
    const { kept, accepted } = judged as JudgedAlert
    if (attentionOf(kept.status) === 'silenced') return isSilenced(kept)
    if (accepted.get(name) === false) return isFiltered(name, kept)
    const { service, limit } = reached
    if (arrivalOf(kept, limit) !== null) return null
    return isHeld(service.topology ? rulesHolding(this.#environmentOf(kept), kept, service.topology.nodes) : [])
  }
}
