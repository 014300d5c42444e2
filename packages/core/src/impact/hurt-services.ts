import type { Alert } from '../alert/alert.js'
import { attentionOf } from '../alert/alert-status.js'
import { acceptAll } from '../catalog/alert-impact.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { WorkMeter } from '../work-meter.js'
import type { AlertWay } from './alerting-resource.js'
import { type FailingRules, NO_RULES } from './failing-rules.js'
import { namedService } from './hurtable-services.js'
import { type ImpactAlert, toImpactAlert } from './impact-alert.js'
import { arrivalOf, type Limit, UNLIMITED } from './redundancy.js'
import { type ArrivedAlert, type HurtableService, type ServiceImpact, serviceImpact } from './service-impact.js'
import { WorkBudget } from './work-budget.js'

/** A service, and the alerts that reach it. */
export interface HurtService {
  readonly service: HurtableService
  /** The alerts that arrive at the service and that it accepts. */
  readonly alerts: ArrivedAlert[]
  readonly impact: ServiceImpact
}

/** An active alert with the fields that its impact needs, and which services accept it. */
export interface JudgedAlert {
  readonly kept: ImpactAlert
  /** The whole alert; `undefined` after every service that it reaches has answered. */
  alert: Alert | undefined
  /** Whether each service with an alert impact accepts the alert, as far as it was asked. */
  readonly accepted: Map<string, boolean>
}

export function judgedAlert(alert: Alert): JudgedAlert {
  return { kept: toImpactAlert(alert), alert, accepted: new Map() }
}

/** The services that alerts reach, and the alerts that reach none. */
export interface Hurt {
  readonly services: ReadonlyMap<string, HurtService>
  readonly unreached: readonly ImpactAlert[]
}

/** How an alert reaches a service. */
export interface Reaching {
  readonly service: HurtableService
  /** How much rules limit what arrives of the alert. */
  readonly limit: Limit
}

/**
 * Finds which services the alerts reach, what arrives there, and how much it hurts them (rules.md#impact-on-services).
 * Yields now and then, so that the caller can let the process do other work.
 */
export class ServiceFinder {
  readonly #services: Map<string, HurtableService>
  /** The services that have a topology, by topology. */
  readonly #drawn: ReadonlyMap<NodeLookup, HurtableService>
  readonly #wayOf: (alert: ImpactAlert) => AlertWay

  /**
   * @param services the services that have a topology or a catalog entry; services that only alerts name are added
   * @param wayOf the way of an alert, which has the topologies that the alert reaches
   */
  constructor(services: readonly HurtableService[], wayOf: (alert: ImpactAlert) => AlertWay) {
    this.#services = new Map(services.map((each) => [each.service, each]))
    this.#drawn = new Map(
      services.flatMap((each) => (each.topology === undefined ? [] : [[each.topology.nodes, each]])),
    )
    this.#wayOf = wayOf
  }

  /** The services that an alert reaches. An alert that names a service is held by no rule unless it meets a node. */
  reachedBy(alert: ImpactAlert): readonly Reaching[] {
    const { topologies } = this.#wayOf(alert)
    const reached = Array.from(topologies, ([topology, limit]) => ({
      service: this.#drawn.get(topology) as HurtableService,
      limit,
    }))
    const named = alert.service.map((name) => this.#services.get(name) ?? this.#open(name))
    const direct = new Set(named.filter(({ topology }) => topology === undefined || !topologies.has(topology.nodes)))
    return [...reached, ...Array.from(direct, (service) => ({ service, limit: UNLIMITED }))]
  }

  /** @param failing the rules with a failed child that reach a service, by service */
  *find(alerts: Iterable<JudgedAlert>, failing: FailingRulesOf): Generator<undefined, Hurt> {
    const arrived = new Map<HurtableService, Arrived>()
    const unreached: ImpactAlert[] = []
    const budget = new WorkBudget()
    const meter = new WorkMeter()
    for (const judged of alerts) {
      const reached = this.reachedBy(judged.kept)
      if (reached.length === 0) unreached.push(judged.kept)
      for (const reaching of reached) {
        const { service } = reaching
        if (service.accepts !== acceptAll && !(yield* accepts(service, judged, meter))) continue
        const known = arrived.get(service) ?? { alerts: [], held: 0 }
        arrived.set(service, known)
        take(known, judged.kept, reaching)
      }
      judged.alert = undefined
      if (budget.isSpentBy(reached.length + 1)) yield
    }
    return { services: yield* this.#judge(arrived, failing), unreached }
  }

  *#judge(
    arrived: ReadonlyMap<HurtableService, Arrived>,
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

  #open(name: string): HurtableService {
    const service = namedService(name)
    this.#services.set(name, service)
    return service
  }
}

/** The alerts that arrive at a service, and the number of those that rules hold. */
interface Arrived {
  readonly alerts: ArrivedAlert[]
  held: number
}

function take(arrived: Arrived, alert: ImpactAlert, { limit }: Reaching): void {
  const arrives = arrivalOf(alert, limit)
  if (arrives !== null) arrived.alerts.push({ alert, arrives })
  else if (attentionOf(alert.status) !== 'silenced') arrived.held++
}

type FailingRulesOf = (topology: NodeLookup) => FailingRules

/** Asks a service with an alert impact whether it accepts an alert; at most once for each alert. */
function* accepts(
  { service, accepts }: HurtableService,
  { alert, accepted }: JudgedAlert,
  meter: WorkMeter,
): Generator<undefined, boolean> {
  const known = accepted.get(service)
  if (known !== undefined) return known
  if (alert === undefined) throw new Error(`${service} was not asked when the alert was read`)
  const answer = yield* accepts(alert, meter)
  accepted.set(service, answer)
  return answer
}
