import type { Alert } from '../alert/alert.js'
import { attentionOf } from '../alert/alert-status.js'
import { groupBy } from '../group-by.js'
import { compareNames } from '../name.js'
import type { Walk } from '../relation/walk.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import { explanationsOf } from './explanations.js'
import { type NamedAlert, nameAlert } from './named-alert.js'
import { type NodePath, pathsToNodes } from './path-to-node.js'
import { reachedTopologies } from './reached-topologies.js'
import { type CauseGroup, compareCauses, EnvironmentCauses, type RootCause } from './root-causes.js'
import { compareImpacts, type HurtableService, type ServiceImpact, ServiceTally } from './service-impact.js'
import { WaysUp } from './ways-up.js'

/** At most this many causes are shown for each service. */
const CAUSES_SHOWN = 10
/** At most this many of the other alerts of a circle are listed. */
const CIRCLE_SHOWN = 100
/** The search yields after it has counted this many pairs of an alert and a service. */
const PAIRS_AT_ONCE = 20_000
/** At most this number is shown for the alerts that a cause explains. */
const EXPLAINED_COUNTED = 1_000

/** A root cause of what hurts a service (rules.md#root-causes). */
export interface ServiceCause extends NamedAlert, NodePath {
  /** The number of active alerts that the cause explains, at most 1,000. */
  readonly explains: number
  /** True if the cause explains more than 1,000 alerts; otherwise absent. */
  readonly explainsMore?: true
  /** The other alerts of the circle, at most 100; absent if the cause is not a circle. */
  readonly alerts?: readonly NamedAlert[]
  /** True if the circle has more than 100 other alerts, so that not all are listed; otherwise absent. */
  readonly alertsMore?: true
}

/** A service, how much alerts hurt it, and why. */
export interface ExplainedImpact extends ServiceImpact {
  /** The first causes in the order of `compareCauses`. */
  readonly causes: readonly ServiceCause[]
  readonly causesTotal: number
}

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

/** Which services some alerts hurt. */
export interface Impact {
  /** All services, the most hurt first. */
  readonly services: readonly ServiceImpact[]
  /** The alerts that reach no service, in the order in which they were passed. */
  readonly unreached: readonly Alert[]
  /** Adds the causes to some of `services`. */
  explain(services: readonly ServiceImpact[]): Generator<undefined, readonly ExplainedImpact[]>
}

/**
 * Finds which services alerts hurt, and the causes (rules.md#impact). Before `run`, the caller must complete the
 * {@link walks} with the stored relations.
 */
export class ImpactSearch {
  readonly #alerts: readonly Alert[]
  readonly #byEnvironment: ReadonlyMap<string, readonly Alert[]>
  readonly #ways: ReadonlyMap<string, WaysUp>
  /** The answers of {@link Impact.explain}, so that the search finds the causes and paths of a service only once. */
  readonly #explained = new Map<ServiceImpact, ExplainedImpact>()

  /** @param alerts active alerts */
  constructor(alerts: readonly Alert[]) {
    this.#alerts = alerts
    this.#byEnvironment = groupBy(alerts, ({ environment }) => environment)
    this.#ways = new Map(Array.from(this.#byEnvironment, ([environment, starts]) => [environment, new WaysUp(starts)]))
  }

  /** The walks from resources up to their parents, by environment. */
  get walks(): ReadonlyMap<string, Walk> {
    return this.#ways
  }

  /**
   * Runs the search. Yields now and then, so that the caller can let the process do other work.
   *
   * @param services the services, as `hurtableServices` returns them
   */
  *run(services: readonly HurtableService[]): Generator<undefined, Impact> {
    const reached = yield* this.reached(services)
    const causes = yield* this.#causes()
    const tallies = services.map((service) => new ServiceTally(service))
    let added = 0
    for (const alert of this.#alerts) {
      const group = causes.get(alert.environment)?.groupOf(alert) as CauseGroup
      const indexes = reached.get(alert) ?? []
      for (const index of indexes) tallies[index]?.add(alert, group)
      added += indexes.length + 1
      if (added < PAIRS_AT_ONCE) continue
      added = 0
      yield
    }
    const hurt = tallies.map((tally, index) => ({
      impact: tally.impact(),
      topology: services[index]?.topology?.nodes,
      groups: tally.groups,
    }))
    const byImpact = new Map(hurt.map((each) => [each.impact, each]))
    return {
      services: hurt.map(({ impact }) => impact).sort(compareImpacts),
      unreached: this.#alerts.filter((alert) => !reached.has(alert)),
      explain: (chosen) => this.#explain(chosen.map((impact) => byImpact.get(impact) as HurtService)),
    }
  }

  /** For each alert, the indexes of the services that it reaches. Alerts that reach no service are absent. */
  *reached(services: readonly HurtableService[]): Generator<undefined, ReadonlyMap<Alert, readonly number[]>> {
    const drawn = [...services.keys()].filter((index) => services[index]?.topology !== undefined)
    const lookups = drawn.map((index) => services[index]?.topology?.nodes as NodeLookup)
    const indexOf = new Map(services.map(({ service }, index) => [service, index]))
    const reached = new Map<Alert, readonly number[]>()
    for (const [environment, alerts] of this.#byEnvironment) {
      const ways = this.#ways.get(environment) as WaysUp
      const through = yield* reachedTopologies(ways, environment, alerts, lookups)
      for (const alert of alerts) {
        const named = alert.service.flatMap((service) => indexOf.get(service) ?? [])
        const found = new Set([...named, ...(through.get(alert) ?? []).map((index) => drawn[index] as number)])
        if (found.size > 0) reached.set(alert, [...found])
      }
    }
    return reached
  }

  /**
   * Finds the impact of one of the alerts that were passed to the constructor.
   *
   * @param services as for {@link run}
   */
  *of(alert: Alert, services: readonly HurtableService[]): Generator<undefined, ImpactOfAlert> {
    const ways = this.#ways.get(alert.environment) as WaysUp
    const reached = yield* this.reached(services)
    const hurt = (reached.get(alert) ?? [])
      .map((index) => services[index] as HurtableService)
      .sort((one, other) => compareNames(one.service, other.service))
    const paths = pathsToNodes(ways, alert, new Set(hurt.flatMap(({ topology }) => topology?.nodes ?? [])))
    const found = yield* explanationsOf(ways, this.#byEnvironment.get(alert.environment) ?? [], alert)
    return {
      services: hurt.map((service) => ({
        service: service.service,
        name: service.name,
        topologyId: service.topology?.id ?? null,
        counts: attentionOf(alert.status) !== 'silenced' && service.accepts(alert),
        ...((service.topology && paths.get(service.topology.nodes)) ?? { nodeId: null, path: [alert.resource] }),
      })),
      explainedBy: found.explainedBy.map(nameAlert),
      explains: found.explains.map(nameAlert),
      circle: found.circle.map(nameAlert),
    }
  }

  *#causes(): Generator<undefined, ReadonlyMap<string, EnvironmentCauses>> {
    const causes = new Map<string, EnvironmentCauses>()
    for (const [environment, alerts] of this.#byEnvironment) {
      causes.set(environment, yield* EnvironmentCauses.find(this.#ways.get(environment) as WaysUp, alerts))
    }
    return causes
  }

  *#explain(hurt: readonly HurtService[]): Generator<undefined, readonly ExplainedImpact[]> {
    const shown: ShownService[] = []
    for (const { impact, topology, groups } of hurt) {
      if (this.#explained.has(impact)) continue
      const found = Array.from(
        groupBy(groups, ({ causes }) => causes),
        ([causes, of]) => causes.first(of, CAUSES_SHOWN),
      )
      const first = found.flatMap((each) => each.first).sort(compareCauses)
      const total = found.reduce((sum, each) => sum + each.total, 0)
      shown.push({ impact, topology, total, first: first.slice(0, CAUSES_SHOWN) })
      yield
    }
    const paths = yield* this.#pathsOf(shown)
    for (const { impact, topology, total, first } of shown) {
      const causes = first.map((cause) => describe(cause, paths.get(cause)?.get(topology) ?? ownPath(cause)))
      this.#explained.set(impact, { ...impact, causes, causesTotal: total })
    }
    return hurt.map(({ impact }) => this.#explained.get(impact) as ExplainedImpact)
  }

  /** The path of each cause to the topologies of the services that show the cause. */
  *#pathsOf(
    shown: readonly { readonly topology: NodeLookup | undefined; readonly first: readonly RootCause[] }[],
  ): Generator<undefined, ReadonlyMap<RootCause, ReadonlyMap<NodeLookup | undefined, NodePath>>> {
    const wanted = groupBy(
      shown.flatMap(({ topology, first }) =>
        topology === undefined ? [] : first.map((cause) => ({ cause, topology })),
      ),
      ({ cause }) => cause,
    )
    const paths = new Map<RootCause, ReadonlyMap<NodeLookup | undefined, NodePath>>()
    for (const [cause, pairs] of wanted) {
      const ways = this.#ways.get(cause.alert.environment) as WaysUp
      paths.set(cause, pathsToNodes(ways, cause.alert, new Set(pairs.map(({ topology }) => topology))))
      yield
    }
    return paths
  }
}

interface HurtService {
  readonly impact: ServiceImpact
  readonly topology: NodeLookup | undefined
  readonly groups: ReadonlySet<CauseGroup>
}

interface ShownService extends Pick<HurtService, 'impact' | 'topology'> {
  readonly total: number
  readonly first: readonly RootCause[]
}

function ownPath({ alert }: RootCause): NodePath {
  return { nodeId: null, path: [alert.resource] }
}

function describe({ alert, circle, explains }: RootCause, { nodeId, path }: NodePath): ServiceCause {
  return {
    ...nameAlert(alert),
    explains: Math.min(explains, EXPLAINED_COUNTED),
    ...(explains > EXPLAINED_COUNTED ? { explainsMore: true as const } : {}),
    nodeId,
    path,
    ...(circle.length > 0 ? { alerts: circle.slice(0, CIRCLE_SHOWN).map(nameAlert) } : {}),
    ...(circle.length > CIRCLE_SHOWN ? { alertsMore: true as const } : {}),
  }
}
