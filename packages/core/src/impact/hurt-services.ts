import type { Alert } from '../alert/alert.js'
import { attentionOf } from '../alert/alert-status.js'
import { acceptAll } from '../catalog/alert-impact.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { WorkMeter } from '../work-meter.js'
import type { AlertStart } from './alerting-resource.js'
import { type FailingRules, NO_RULES } from './failing-rules.js'
import { namedService } from './hurtable-services.js'
import { type ImpactAlert, toImpactAlert } from './impact-alert.js'
import { arrivingSeverity, type SeverityLimit, UNLIMITED } from './redundancy.js'
import { type ArrivedAlert, type HurtableService, type ServiceImpact, serviceImpact } from './service-impact.js'
import { WorkBudget } from './work-budget.js'

/** A service, and the alerts that reach it. */
export interface HurtService {
  readonly service: HurtableService
  /** The alerts that arrive at the service and that its alert impact accepts. */
  readonly alerts: ArrivedAlert[]
  readonly impact: ServiceImpact
}

/** An active alert, and which services accept it. */
export interface TestedAlert {
  /** The fields of the alert that the impact uses. */
  readonly kept: ImpactAlert
  /** The whole alert. To save memory, `undefined` as soon as it was tested for every service that it reaches. */
  alert: Alert | undefined
  /** Whether a service accepts the alert, for each service with an alert impact for which the alert was tested. */
  readonly accepted: Map<string, boolean>
}

export function toTestedAlert(alert: Alert): TestedAlert {
  return { kept: toImpactAlert(alert), alert, accepted: new Map() }
}

/** The impact on every service, and the alerts that reach no service. */
export interface HurtServicesResult {
  readonly services: ReadonlyMap<string, HurtService>
  readonly unreached: readonly ImpactAlert[]
}

/** A service that an alert reaches. */
export interface ServiceReach {
  readonly service: HurtableService
  /** The limit that rules set for the alert on its way to the service. */
  readonly limit: SeverityLimit
}

/**
 * Finds which services the alerts reach, with which severity they arrive, and how much they hurt each service
 * (rules.md#impact-on-services).
 */
export class HurtServiceFinder {
  readonly #services: Map<string, HurtableService>
  /** The services that have a topology, by topology. */
  readonly #drawn: ReadonlyMap<NodeLookup, HurtableService>
  readonly #findStart: (alert: ImpactAlert) => AlertStart

  /**
   * @param services the services that have a topology or a catalog entry; services that only alerts name are added
   * @param findStart finds where the search for an alert starts: its resource, and the topologies that it reaches
   */
  constructor(services: readonly HurtableService[], findStart: (alert: ImpactAlert) => AlertStart) {
    this.#services = new Map(services.map((each) => [each.service, each]))
    this.#drawn = new Map(
      services.flatMap((each) => (each.topology === undefined ? [] : [[each.topology.nodes, each]])),
    )
    this.#findStart = findStart
  }

  /**
   * The services that an alert reaches. If the alert names a service and does not reach a node of its topology, no rule
   * lowers the alert.
   */
  reachedBy(alert: ImpactAlert): readonly ServiceReach[] {
    const { topologies } = this.#findStart(alert)
    const reached = Array.from(topologies, ([topology, limit]) => ({
      service: this.#drawn.get(topology) as HurtableService,
      limit,
    }))
    const named = alert.service.map((name) => this.#services.get(name) ?? this.#addNamed(name))
    const direct = new Set(named.filter(({ topology }) => topology === undefined || !topologies.has(topology.nodes)))
    return [...reached, ...Array.from(direct, (service) => ({ service, limit: UNLIMITED }))]
  }

  /**
   * Finds the services that the alerts reach, and the alerts that reach none. Yields now and then.
   *
   * @param failing finds the rules with a failed child whose resource reaches a topology
   */
  *find(alerts: Iterable<TestedAlert>, failing: FailingRulesOf): Generator<undefined, HurtServicesResult> {
    const arrived = new Map<HurtableService, ArrivedAlerts>()
    const unreached: ImpactAlert[] = []
    const budget = new WorkBudget()
    const meter = new WorkMeter()
    for (const tested of alerts) {
      const reached = this.reachedBy(tested.kept)
      if (reached.length === 0) unreached.push(tested.kept)
      for (const reaching of reached) {
        const { service } = reaching
        if (service.accepts !== acceptAll && !(yield* acceptsOnce(service, tested, meter))) continue
        const previous = arrived.get(service) ?? { alerts: [], held: 0 }
        arrived.set(service, previous)
        addArrival(previous, tested.kept, reaching)
      }
      tested.alert = undefined
      if (budget.isSpentBy(reached.length + 1)) yield
    }
    return { services: yield* this.#assess(arrived, failing), unreached }
  }

  *#assess(
    arrived: ReadonlyMap<HurtableService, ArrivedAlerts>,
    failing: FailingRulesOf,
  ): Generator<undefined, ReadonlyMap<string, HurtService>> {
    const services = new Map<string, HurtService>()
    const budget = new WorkBudget()
    for (const service of this.#services.values()) {
      const { alerts, held } = arrived.get(service) ?? { alerts: [], held: 0 }
      const rules = service.topology === undefined ? NO_RULES : failing(service.topology.nodes)
      services.set(service.service, { service, alerts, impact: serviceImpact(service, { alerts, held, ...rules }) })
      if (budget.isSpentBy(alerts.length + 1)) yield
    }
    return services
  }

  #addNamed(name: string): HurtableService {
    const service = namedService(name)
    this.#services.set(name, service)
    return service
  }
}

/** The alerts that arrive at a service, and the number of alerts that rules absorb on the way. */
interface ArrivedAlerts {
  readonly alerts: ArrivedAlert[]
  held: number
}

function addArrival(arrived: ArrivedAlerts, alert: ImpactAlert, { limit }: ServiceReach): void {
  const arrives = arrivingSeverity(alert, limit)
  if (arrives !== null) arrived.alerts.push({ alert, arrives })
  else if (attentionOf(alert.status) !== 'silenced') arrived.held++
}

type FailingRulesOf = (topology: NodeLookup) => FailingRules

/** Tests whether the alert impact of a service accepts an alert. Each alert is tested only once. */
function* acceptsOnce(
  { service, accepts }: HurtableService,
  { alert, accepted }: TestedAlert,
  meter: WorkMeter,
): Generator<undefined, boolean> {
  const previous = accepted.get(service)
  if (previous !== undefined) return previous
  if (alert === undefined) throw new Error(`${service} was not asked when the alert was read`)
  const isAccepted = yield* accepts(alert, meter)
  accepted.set(service, isAccepted)
  return isAccepted
}
