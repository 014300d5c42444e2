import type { Alert } from '../alert/alert.js'
import { attentionOf } from '../alert/alert-status.js'
import { compareCreation } from '../compare-creation.js'
import { groupBy } from '../group-by.js'
import { compareNames } from '../name.js'
import { AlertingEnvironment } from './alerting-environment.js'
import {
  type ExplainedEnvironment,
  type ExplainedImpact,
  explainServices,
  explanationsOf,
  listCauses,
} from './explain-services.js'
import { type AddedAlert, type HurtService, HurtServices } from './hurt-services.js'
import type { HurtableServices } from './hurtable-services.js'
import { type ImpactAlert, type NamedAlert, nameAlert, toImpactAlert } from './impact-alert.js'
import { pathsToNodes } from './path-to-node.js'
import { causeOrder, EnvironmentCauses } from './root-causes.js'
import { compareImpacts, type HoldingWindow, holdingWindows, type ServiceImpact } from './service-impact.js'
import type { NodePath, TopologyIndex } from './topology-index.js'
import type { WaysUp } from './ways-up.js'
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

/** Which services some alerts hurt. Valid until alerts of the search are replaced. */
export interface Impact {
  /** All services, the most hurt first. */
  readonly services: readonly ServiceImpact[]
  /** The alerts that reach no service, in the order of their creation. */
  readonly unreached: readonly ImpactAlert[]
  /** The number of all silenced alerts. */
  readonly silencedCount: number
  /** The maintenance windows that hold alerts, those that hold the most alerts first. */
  readonly windows: readonly HoldingWindow[]
  /**
   * The alerts that a service counts: in `counts`, in `acknowledgedCount` or in `silencedCount`. Empty if there is no
   * service with this name.
   */
  countedBy(service: string): readonly ImpactAlert[]
  /** Adds the causes to some of `services`. If `newest`, the newest of equally ranked causes come first. */
  explain(services: readonly ServiceImpact[], newest?: boolean): Generator<undefined, readonly ExplainedImpact[]>
  /** Lists the causes of one of `services` from one index to another, exclusive. */
  causesOf(service: ServiceImpact, part: CausesPart): ReturnType<typeof listCauses>
  /** The impact of one of the alerts; `undefined` if there is no alert with this id. */
  of(alertId: string): ImpactOfAlert | undefined
}

export interface CausesPart {
  /** If true, the newest of equally ranked causes come first, otherwise the oldest. */
  readonly newest: boolean
  readonly from: number
  readonly to: number
}

/**
 * Finds which services alerts hurt, and the causes (rules.md#impact). Before each `run`, the caller must complete the
 * {@link walks} with the stored relations. Between two runs, the caller can {@link replace} alerts. The next run then
 * searches only what depends on these alerts. `NaiveImpact` in `@opsgraph/use-case-contract` states the rules plainly.
 */
export class ImpactSearch {
  readonly #index: TopologyIndex
  readonly #services: HurtServices
  readonly #environments = new Map<string, AlertingEnvironment>()
  /** The causes of each environment whose alerts have not changed since the last run. */
  readonly #causes = new Map<string, EnvironmentCauses>()
  readonly #alerts = new Map<string, ImpactAlert>()
  /** The alerts that were added and removed since the last run. */
  #added: readonly AddedAlert[] = []
  #removed: ReadonlySet<ImpactAlert> = new Set()

  /**
   * @param services the services that have a topology or a catalog entry, as `hurtableServices` returns them; services
   *   that only alerts name are added
   * @param alerts active alerts
   */
  constructor(services: HurtableServices, alerts: readonly Alert[]) {
    this.#index = services.index
    this.#services = new HurtServices(services.all, (alert) => this.#environmentOf(alert).wayOf(alert).topologies)
    for (const _ of this.replace([], alerts));
  }

  /** The walks from resources up to their parents, by environment. */
  get walks(): ReadonlyMap<string, WaysUp> {
    return new Map(Array.from(this.#environments, ([environment, { ways }]) => [environment, ways]))
  }

  /**
   * Replaces alerts. The previous run must be complete. Yields now and then, so that the caller can let the process do
   * other work.
   *
   * @param removed the ids of alerts that are not active any more, or have changed
   * @param added active alerts that are new or have changed
   */
  *replace(removed: readonly string[], added: readonly Alert[]): Generator<undefined, void> {
    this.#removed = new Set(removed.flatMap((id) => this.#alerts.get(id) ?? []))
    this.#added = yield* this.#kept(added)
    // Most changed alerts were only sent again. Their kept fields are the same, so no cause changes.
    const kept = new Set(this.#added.map((alert) => alert.kept))
    const arrived = [...kept].filter((alert) => !this.#removed.has(alert))
    const gone = [...this.#removed].filter((alert) => !kept.has(alert))
    for (const [environment, alerts] of groupBy(arrived, (alert) => alert.environment)) {
      const known = this.#environments.get(environment) ?? new AlertingEnvironment(this.#index.of(environment))
      this.#environments.set(environment, known)
      this.#causes.delete(environment)
      yield* known.add(alerts)
    }
    // Alerts are added before others are removed, so that the way of a changed alert is never without an alert.
    for (const [environment, alerts] of groupBy(gone, (alert) => alert.environment)) {
      this.#causes.delete(environment)
      yield* (this.#environments.get(environment) as AlertingEnvironment).remove(alerts)
    }
    for (const { id } of gone) this.#alerts.delete(id)
    for (const alert of arrived) this.#alerts.set(alert.id, alert)
  }

  /** The number of alerts. */
  get size(): number {
    return this.#alerts.size
  }

  /** How many resources and ways up the next run has to search. */
  get pending(): number {
    return sum([...this.#environments.values()].map(({ pending }) => pending))
  }

  /** How many ways up are kept although they have no alerts any more. */
  get idleWays(): number {
    return sum([...this.#environments.values()].map(({ idleWays }) => idleWays))
  }

  /** Runs the search. Yields now and then, so that the caller can let the process do other work. */
  *run(): Generator<undefined, Impact> {
    for (const environment of this.#environments.values()) yield* environment.search()
    yield* this.#services.replace(this.#removed, this.#added)
    this.#removed = new Set()
    this.#added = []
    const explained = new Map<string, ExplainedEnvironment>()
    for (const [name, environment] of this.#environments) {
      const causes = this.#causes.get(name) ?? (yield* EnvironmentCauses.find(environment))
      this.#causes.set(name, causes)
      explained.set(name, { environment, causes })
    }
    const hurt = new Map(this.#services.all.map((each) => [each.impact, each]))
    const hurtBy = (impact: ServiceImpact) => hurt.get(impact) as HurtService
    const silenced = [...this.#alerts.values()].filter(({ status }) => attentionOf(status) === 'silenced')
    return {
      services: [...hurt.keys()].sort(compareImpacts),
      unreached: [...this.#services.unreached].sort(compareCreation),
      silencedCount: silenced.length,
      windows: holdingWindows(silenced),
      countedBy: (service) => this.#services.find(service)?.alerts ?? [],
      explain: (chosen, newest = false) => explainServices(chosen.map(hurtBy), explained, causeOrder(newest)),
      causesOf: (impact, { newest, ...part }) =>
        listCauses(hurtBy(impact), explained, { order: causeOrder(newest), ...part }),
      of: (id) => this.#of(id),
    }
  }

  /**
   * For each alert, the fields of it that the search keeps in memory. If none of these fields has changed, their object
   * is the same as before.
   */
  *#kept(alerts: readonly Alert[]): Generator<undefined, readonly AddedAlert[]> {
    const added: AddedAlert[] = []
    const budget = new WorkBudget()
    for (const alert of alerts) {
      const kept = toImpactAlert(alert)
      const known = this.#alerts.get(alert.id)
      const isSame = known !== undefined && JSON.stringify(known) === JSON.stringify(kept)
      added.push({ alert, kept: isSame ? known : kept })
      if (budget.isSpentBy(STEPS_OF_ALERT)) yield
    }
    return added
  }

  #environmentOf({ environment }: Pick<ImpactAlert, 'environment'>): AlertingEnvironment {
    return this.#environments.get(environment) as AlertingEnvironment
  }

  #of(alertId: string): ImpactOfAlert | undefined {
    const alert = this.#alerts.get(alertId)
    if (alert === undefined) return undefined
    const environment = this.#environmentOf(alert)
    const reached = [...this.#services.reachedBy(alert)].sort((one, other) =>
      compareNames(one.service.service, other.service.service),
    )
    const topologies = new Set(reached.flatMap(({ service }) => service.topology?.nodes ?? []))
    const paths = pathsToNodes(environment, alert, topologies)
    const { explainedBy, explains, circle } = explanationsOf(environment, alert)
    return {
      services: reached.map(({ service, alerts }) => ({
        service: service.service,
        name: service.name,
        topologyId: service.topology?.id ?? null,
        counts: attentionOf(alert.status) !== 'silenced' && alerts.includes(alert),
        ...((service.topology && paths.get(service.topology.nodes)) ?? { nodeId: null, path: [alert.resource] }),
      })),
      explainedBy: explainedBy.map(nameAlert),
      explains: explains.map(nameAlert),
      circle: circle.map(nameAlert),
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
