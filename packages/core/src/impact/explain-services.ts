import { attentionOf } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'
import { addToSet, groupBy } from '../group-by.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import type { HurtService } from './hurt-services.js'
import { type ImpactAlert, type NamedAlert, toNamedAlert } from './impact-alert.js'
import { BITS_AT_ONCE, ParallelWalk } from './parallel-walk.js'
import { pathsToNodes } from './path-to-node.js'
import { ABSORBED, arrivingSeverity, type SeverityLimit, UNLIMITED } from './redundancy.js'
import {
  type CauseIndexes,
  type CauseOrder,
  causeOrder,
  type EnvironmentCauses,
  type RootCause,
} from './root-causes.js'
import type { HurtableService, ServiceImpact } from './service-impact.js'
import { firstOf, sortInSteps } from './sorting.js'
import type { NodePath } from './topology-index.js'
import { chunksOf } from './work-budget.js'

/** The maximum number of causes that are listed for a service. */
const MAX_CAUSES_PER_SERVICE = 10
/** The maximum number of alerts that are listed for a circle, besides the alert that stands for it. */
const MAX_CIRCLE_ALERTS = 100
/** The greatest number that `explains` of a cause can be. If the cause explains more alerts, `explainsMore` is true. */
const MAX_EXPLAINED_ALERTS = 1_000

/** A root cause of the alerts that hurt a service (rules.md#root-causes). */
export interface ServiceCause extends NamedAlert, NodePath {
  /** The severity with which the alert arrives at the service; `null` = rules absorb it. */
  readonly arrives: Severity | null
  /** The number of active alerts that the cause explains, at most 1,000 (`MAX_EXPLAINED_ALERTS`). */
  readonly explains: number
  /** True if the cause explains more than 1,000 alerts; otherwise absent. */
  readonly explainsMore?: true
  /** The other alerts of the circle, at most 100 (`MAX_CIRCLE_ALERTS`); absent if the cause is not a circle. */
  readonly alerts?: readonly NamedAlert[]
  /** True if the circle has more than 100 other alerts, of which only the first are listed; otherwise absent. */
  readonly alertsMore?: true
}

/** A service, how much alerts hurt it, and why. */
export interface ExplainedImpact extends ServiceImpact {
  /** The first 10 causes (rules.md#root-causes-8). */
  readonly causes: readonly ServiceCause[]
  readonly causesTotal: number
}

/** An environment with alerts, and the root causes of these alerts. */
export interface ExplainedEnvironment {
  readonly environment: AlertingEnvironment
  readonly causes: EnvironmentCauses
}

/** The environments of all alerts, by name. */
type ExplainedEnvironments = ReadonlyMap<string, ExplainedEnvironment>

/**
 * Adds the first causes to the impact of some services. Yields after each service and each path.
 *
 * @param newest if true, the newest of equally ranked causes come first, otherwise the oldest
 */
export function* explainServices(
  hurt: readonly HurtService[],
  environments: ExplainedEnvironments,
  newest: boolean,
): Generator<undefined, readonly ExplainedImpact[]> {
  const listed: (ListedService & { readonly impact: ServiceImpact; readonly total: number })[] = []
  for (const { items } of chunksOf(hurt, BITS_AT_ONCE)) {
    for (const { impact, service, causes, order } of yield* orderCauses(items, environments, newest)) {
      listed.push({ impact, service, total: causes.length, causes: firstOf(causes, MAX_CAUSES_PER_SERVICE, order) })
      yield
    }
  }
  yield* findPathsOfCauses(listed, environments)
  return listed.map(({ impact, total, ...service }) => ({
    ...impact,
    causes: describeCauses(service, environments),
    causesTotal: total,
  }))
}

/**
 * The alerts that are the first causes of some services, without the paths of these causes. Yields after each service.
 */
export function* firstCauses(
  hurt: readonly HurtService[],
  environments: ExplainedEnvironments,
): Generator<undefined, readonly (readonly NamedAlert[])[]> {
  const found: (readonly NamedAlert[])[] = []
  for (const { items } of chunksOf(hurt, BITS_AT_ONCE)) {
    for (const { causes, order } of yield* orderCauses(items, environments, false)) {
      found.push(firstOf(causes, MAX_CAUSES_PER_SERVICE, order).map(({ alert }) => toNamedAlert(alert)))
      yield
    }
  }
  return found
}

/** Lists the causes of a service from the index `from` to the index `to`, exclusive. Yields now and then. */
export function* listCauses(
  hurt: HurtService,
  environments: ExplainedEnvironments,
  { newest, from, to }: { readonly newest: boolean; readonly from: number; readonly to: number },
): Generator<undefined, { readonly items: readonly ServiceCause[]; readonly total: number }> {
  const [ordered] = yield* orderCauses([hurt], environments, newest)
  const { service, causes, order } = ordered as OrderedCauses
  const sorted = yield* sortInSteps(causes, order)
  const listed = { service, causes: sorted.slice(from, to) }
  yield* findPathsOfCauses([listed], environments)
  return { items: describeCauses(listed, environments), total: causes.length }
}

interface OrderedCauses extends HurtService {
  /** The causes, in no particular order. */
  readonly causes: readonly RootCause[]
  readonly order: CauseOrder
}

/** Finds the causes of at most `BITS_AT_ONCE` services, and how to order them. Yields after each service. */
function* orderCauses(
  hurt: readonly HurtService[],
  environments: ExplainedEnvironments,
  newest: boolean,
): Generator<undefined, readonly OrderedCauses[]> {
  const found: (HurtService & FoundCauses)[] = []
  for (const each of hurt) {
    found.push({ ...each, ...findCauses(each, environments) })
    yield
  }
  const stepwise = yield* StepwiseCauseSearch.find(found.map(({ ends }) => ends))
  return found.map((each, index) => ({ ...each, order: causeOrder(newest, stepwise.select(index, each.causes)) }))
}

interface FoundCauses {
  readonly causes: readonly RootCause[]
  readonly ends: DirectCauseGroups
}

/** Finds the causes of the alerts that are not silenced, and the groups whose alerts affect the service directly. */
function findCauses({ service, alerts }: HurtService, environments: ExplainedEnvironments): FoundCauses {
  const found = new Map<EnvironmentCauses, Set<CauseIndexes>>()
  const ends = new Map<EnvironmentCauses, Set<number>>()
  for (const { alert } of alerts) {
    if (attentionOf(alert.status) === 'silenced') continue
    const { causes } = environments.get(alert.environment) as ExplainedEnvironment
    addToSet(found, causes, causes.indexesOf(alert))
    const isDrawn = service.topology?.nodes.resource(alert) !== undefined
    if (isDrawn || alert.service.includes(service.service)) addToSet(ends, causes, causes.groupOf(alert))
  }
  return { causes: Array.from(found, ([causes, sets]) => causes.collect(sets)).flat(), ends }
}

interface ListedService {
  readonly service: HurtableService
  readonly causes: readonly RootCause[]
}

/**
 * Searches the path from each cause to the topology of each service that lists it, unless the path was found before.
 */
function* findPathsOfCauses(
  listed: readonly ListedService[],
  environments: ExplainedEnvironments,
): Generator<undefined, void> {
  const wanted = groupBy(
    listed.flatMap(({ service: { topology }, causes }) =>
      topology === undefined ? [] : causes.map((cause) => ({ cause, topology: topology.nodes })),
    ),
    ({ cause }) => cause,
  )
  for (const [{ alert, paths }, pairs] of wanted) {
    const missing = pairs.flatMap(({ topology }) => (paths.has(topology) ? [] : topology))
    if (missing.length === 0) continue
    const { environment } = environments.get(alert.environment) as ExplainedEnvironment
    for (const [topology, path] of pathsToNodes(environment, alert, missing)) paths.set(topology, path)
    yield
  }
}

/**
 * Converts the causes of a service to the form that answers have, with the paths that {@link findPathsOfCauses} has
 * found.
 */
function describeCauses(
  { service, causes }: ListedService,
  environments: ExplainedEnvironments,
): readonly ServiceCause[] {
  return causes.map((cause) => {
    const { alert, paths } = cause
    const { environment } = environments.get(alert.environment) as ExplainedEnvironment
    const path = service.topology && paths.get(service.topology.nodes)
    return describeCause(cause, {
      ...(path ?? { nodeId: null, path: [alert.resource] }),
      arrives: arrivingSeverity(alert, findSeverityLimit(environment, alert, service)),
    })
  })
}

/** The limit that rules set for an alert on its way to a service. */
function findSeverityLimit(
  environment: AlertingEnvironment,
  alert: ImpactAlert,
  { service, topology }: HurtableService,
): SeverityLimit {
  const limit = topology && environment.findStart(alert).topologies.get(topology.nodes)
  return limit ?? (alert.service.includes(service) ? UNLIMITED : ABSORBED)
}

type CauseArrival = NodePath & Pick<ServiceCause, 'arrives'>

function describeCause({ alert, circle, explains }: RootCause, { arrives, nodeId, path }: CauseArrival): ServiceCause {
  return {
    ...toNamedAlert(alert),
    arrives,
    explains: Math.min(explains, MAX_EXPLAINED_ALERTS),
    ...(explains > MAX_EXPLAINED_ALERTS ? { explainsMore: true as const } : {}),
    nodeId,
    path,
    ...(circle.length > 0 ? { alerts: circle.slice(0, MAX_CIRCLE_ALERTS).map(toNamedAlert) } : {}),
    ...(circle.length > MAX_CIRCLE_ALERTS ? { alertsMore: true as const } : {}),
  }
}

/**
 * The groups whose alerts affect a service directly, by environment. Such an alert counts for the service, and either
 * is about a resource with a node in the topology, or names the service.
 */
type DirectCauseGroups = ReadonlyMap<EnvironmentCauses, ReadonlySet<number>>

/**
 * Finds the causes from which a chain of alerts leads up to a service: each alert explains the next one, which is
 * exactly one level above it (rules.md#root-causes-12). Walks down from many services at the same time.
 */
class StepwiseCauseSearch {
  readonly #walks: ReadonlyMap<EnvironmentCauses, ParallelWalk>

  private constructor(walks: ReadonlyMap<EnvironmentCauses, ParallelWalk>) {
    this.#walks = walks
  }

  /**
   * Walks down from the services. Yields now and then.
   *
   * @param services at most `BITS_AT_ONCE` services
   */
  static *find(services: readonly DirectCauseGroups[]): Generator<undefined, StepwiseCauseSearch> {
    const walks = new Map<EnvironmentCauses, ParallelWalk>()
    for (const [bit, ends] of services.entries()) {
      for (const [causes, groups] of ends) {
        const walk = walks.get(causes) ?? new ParallelWalk(causes.below, services.length)
        walks.set(causes, walk)
        // The group sends the bit but does not receive it: an alert that affects the service directly is no chain of
        // alerts.
        for (const group of groups) walk.sendFrom(group, [bit])
      }
      yield
    }
    for (const walk of walks.values()) while (!walk.isOver) yield* walk.advance()
    return new StepwiseCauseSearch(walks)
  }

  /**
   * Selects the causes from which a chain of alerts leads step by step to a service, and the causes that explain the
   * selected causes.
   *
   * @param service the index of the service in the list that was passed to `find`
   * @param causes the causes to select from
   */
  select(service: number, causes: readonly RootCause[]): ReadonlySet<RootCause> {
    const inChain = causes.filter(({ environment, group }) => this.#walks.get(environment)?.hasBit(group, service))
    const explained = groupBy(inChain, ({ environment }) => environment)
    const explaining = Array.from(explained, ([environment, causes]) =>
      environment.collect(new Set(causes.map(({ alert }) => environment.indexesOf(alert)))),
    )
    return new Set(explaining.flat())
  }
}
