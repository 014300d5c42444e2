import type { Alert } from '../alert/alert.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { WorkMeter } from '../work-meter.js'
import { namedService } from './hurtable-services.js'
import type { ImpactAlert } from './impact-alert.js'
import { type HurtableService, type ServiceImpact, serviceImpact } from './service-impact.js'
import { WorkBudget } from './work-budget.js'

/** A service, the alerts that reach it, and how much they hurt it. */
export interface HurtService {
  readonly service: HurtableService
  /** True if only alerts name the service. */
  readonly isNamed: boolean
  /** The alerts that reach the service and that it accepts. */
  alerts: ImpactAlert[]
  impact: ServiceImpact
}

/** An alert, and its fields that are kept. */
export interface AddedAlert {
  readonly alert: Alert
  readonly kept: ImpactAlert
}

/** Counts the alerts that reach each service. If alerts change, only the services that they reach are counted again. */
export class HurtServices {
  /** The services that have a topology, by topology. */
  readonly #drawn = new Map<NodeLookup, HurtService>()
  readonly #topologiesOf: (alert: ImpactAlert) => ReadonlySet<NodeLookup>
  readonly #services = new Map<string, HurtService>()
  readonly #unreached = new Set<ImpactAlert>()

  /**
   * @param services the services that have a topology or a catalog entry; services that only alerts name are added
   * @param topologiesOf the topologies that an alert reaches
   */
  constructor(services: readonly HurtableService[], topologiesOf: (alert: ImpactAlert) => ReadonlySet<NodeLookup>) {
    this.#topologiesOf = topologiesOf
    for (const service of services) {
      const hurt = this.#open(service, false)
      if (service.topology !== undefined) this.#drawn.set(service.topology.nodes, hurt)
    }
  }

  get all(): readonly HurtService[] {
    return [...this.#services.values()]
  }

  find(service: string): HurtService | undefined {
    return this.#services.get(service)
  }

  /** The alerts that reach no service. */
  get unreached(): ReadonlySet<ImpactAlert> {
    return this.#unreached
  }

  /** The services that an alert reaches. */
  reachedBy(alert: ImpactAlert): ReadonlySet<HurtService> {
    const reached = new Set<HurtService>()
    for (const topology of this.#topologiesOf(alert)) reached.add(this.#drawn.get(topology) as HurtService)
    for (const name of alert.service) {
      reached.add(this.#services.get(name) ?? this.#open(namedService(name), true))
    }
    return reached
  }

  /** Replaces alerts. Yields now and then, so that the caller can let the process do other work. */
  *replace(removed: ReadonlySet<ImpactAlert>, added: readonly AddedAlert[]): Generator<undefined, void> {
    const budget = new WorkBudget()
    const affected = yield* this.#remove(removed, budget)
    const meter = new WorkMeter()
    for (const each of added) if (budget.isSpentBy(yield* this.#add(each, affected, meter))) yield
    for (const hurt of affected) {
      hurt.impact = serviceImpact(hurt.service, hurt.alerts)
      if (hurt.isNamed && hurt.alerts.length === 0) this.#services.delete(hurt.service.service)
      if (budget.isSpentBy(hurt.alerts.length)) yield
    }
  }

  /**
   * Removes alerts.
   *
   * @returns the services that these alerts reached
   */
  *#remove(removed: ReadonlySet<ImpactAlert>, budget: WorkBudget): Generator<undefined, Set<HurtService>> {
    const affected = new Set<HurtService>()
    for (const alert of removed) {
      this.#unreached.delete(alert)
      const reached = this.reachedBy(alert)
      for (const hurt of reached) affected.add(hurt)
      if (budget.isSpentBy(reached.size + 1)) yield
    }
    for (const hurt of affected) {
      if (budget.isSpentBy(hurt.alerts.length)) yield
      hurt.alerts = hurt.alerts.filter((alert) => !removed.has(alert))
    }
    return affected
  }

  /**
   * Adds an alert to the services that it reaches and that accept it.
   *
   * @returns the steps of a {@link WorkBudget} that this took: 1 for the alert, and 1 for each service that it reaches
   */
  *#add({ alert, kept }: AddedAlert, affected: Set<HurtService>, meter: WorkMeter): Generator<undefined, number> {
    const reached = this.reachedBy(kept)
    if (reached.size === 0) this.#unreached.add(kept)
    for (const hurt of reached) {
      if (!(yield* hurt.service.accepts(alert, meter))) continue
      hurt.alerts.push(kept)
      affected.add(hurt)
    }
    return reached.size + 1
  }

  #open(service: HurtableService, isNamed: boolean): HurtService {
    const hurt = { service, isNamed, alerts: [], impact: serviceImpact(service, []) }
    this.#services.set(service.service, hurt)
    return hurt
  }
}
