import { attentionOf } from '../alert/alert-status.js'
import { groupBy } from '../group-by.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment, AlertingResource } from './alerting-environment.js'
import { canExplain, compareAlerts } from './compare-alerts.js'
import type { HurtService } from './hurt-services.js'
import { type ImpactAlert, type NamedAlert, nameAlert } from './impact-alert.js'
import { pathsToNodes } from './path-to-node.js'
import type { CauseOrder, Causes, EnvironmentCauses, RootCause } from './root-causes.js'
import type { ServiceImpact } from './service-impact.js'
import { firstOf, sortInSteps } from './sorting.js'
import type { NodePath } from './topology-index.js'

/** At most this many causes are shown for each service. */
const CAUSES_SHOWN = 10
/** At most this many of the other alerts of a circle are listed. */
const CIRCLE_SHOWN = 100
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
  /** The first causes (rules.md#root-causes-8). */
  readonly causes: readonly ServiceCause[]
  readonly causesTotal: number
}

/** An environment with alerts, and the root causes of these alerts. */
export interface ExplainedEnvironment {
  readonly environment: AlertingEnvironment
  readonly causes: EnvironmentCauses
}

/** The environments of all alerts, by name. */
type Environments = ReadonlyMap<string, ExplainedEnvironment>

/** Adds the first causes to the impact of some services. Yields after each service and each path. */
export function* explainServices(
  hurt: readonly HurtService[],
  environments: Environments,
  order: CauseOrder,
): Generator<undefined, readonly ExplainedImpact[]> {
  const shown: (ShownService & { readonly impact: ServiceImpact; readonly total: number })[] = []
  for (const { impact, service, alerts } of hurt) {
    const causes = causesOf(alerts, environments)
    const first = firstOf(causes, CAUSES_SHOWN, order)
    shown.push({ impact, topology: service.topology?.nodes, total: causes.length, causes: first })
    yield
  }
  yield* searchPaths(shown, environments)
  return shown.map(({ impact, total, ...service }) => ({
    ...impact,
    causes: described(service, environments),
    causesTotal: total,
  }))
}

/** Lists the causes of a service from one index to another, exclusive. Yields now and then. */
export function* listCauses(
  { service, alerts }: HurtService,
  environments: Environments,
  { order, from, to }: { readonly order: CauseOrder; readonly from: number; readonly to: number },
): Generator<undefined, { readonly items: readonly ServiceCause[]; readonly total: number }> {
  const causes = yield* sortInSteps(causesOf(alerts, environments), order)
  const shown = { topology: service.topology?.nodes, causes: causes.slice(from, to) }
  yield* searchPaths([shown], environments)
  return { items: described(shown, environments), total: causes.length }
}

interface ShownService {
  readonly topology: NodeLookup | undefined
  readonly causes: readonly RootCause[]
}

/** The causes of those alerts that are not silenced, in no certain order. */
function causesOf(alerts: readonly ImpactAlert[], environments: Environments): readonly RootCause[] {
  const found = new Map<EnvironmentCauses, Set<Causes>>()
  for (const alert of alerts) {
    if (attentionOf(alert.status) === 'silenced') continue
    const { causes } = environments.get(alert.environment) as ExplainedEnvironment
    const sets = found.get(causes)
    if (sets === undefined) found.set(causes, new Set([causes.of(alert)]))
    else sets.add(causes.of(alert))
  }
  return Array.from(found, ([causes, sets]) => causes.in(sets)).flat()
}

/** Searches the paths of each cause to the topologies of the services that show the cause, except known paths. */
function* searchPaths(shown: readonly ShownService[], environments: Environments): Generator<undefined, void> {
  const wanted = groupBy(
    shown.flatMap(({ topology, causes }) =>
      topology === undefined ? [] : causes.map((cause) => ({ cause, topology })),
    ),
    ({ cause }) => cause,
  )
  for (const [cause, pairs] of wanted) {
    const paths = pathsOf(cause, environments)
    const missing = pairs.flatMap(({ topology }) => (paths.has(topology) ? [] : topology))
    if (missing.length === 0) continue
    const { environment } = environments.get(cause.alert.environment) as ExplainedEnvironment
    for (const [topology, path] of pathsToNodes(environment, cause.alert, missing)) paths.set(topology, path)
    yield
  }
}

/** The causes of a service with their paths, which {@link searchPaths} has found. */
function described({ topology, causes }: ShownService, environments: Environments): readonly ServiceCause[] {
  return causes.map((cause) => {
    const path = topology && pathsOf(cause, environments).get(topology)
    return describe(cause, path ?? { nodeId: null, path: [cause.alert.resource] })
  })
}

/** The known paths of a cause, by topology. */
function pathsOf({ alert }: RootCause, environments: Environments): Map<NodeLookup, NodePath> {
  return (environments.get(alert.environment) as ExplainedEnvironment).environment.wayOf(alert).paths
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

/** What explains an alert, and what the alert explains (rules.md#root-causes). In each list, the worst comes first. */
export interface Explanations {
  readonly explainedBy: readonly ImpactAlert[]
  readonly explains: readonly ImpactAlert[]
  /** The other alerts of the circle that the alert is in; empty if it is in none. */
  readonly circle: readonly ImpactAlert[]
}

/**
 * Finds which alerts of its environment explain an alert, and which alerts it explains.
 *
 * @param environment an environment with this alert, whose `search` is complete
 */
export function explanationsOf(environment: AlertingEnvironment, alert: ImpactAlert): Explanations {
  const { resources, components } = environment
  const way = environment.wayOf(alert)
  const group = new Set(components.find((numbers) => numbers.includes(way.resource)))
  const isCircle = group.size > 1
  const alertsOf = (number: number) => (resources[number] as AlertingResource).alerts
  const same = isCircle ? [] : alertsOf(way.resource)
  const outside = resources.filter(({ number }) => !group.has(number))
  const below = outside.flatMap(({ ways }) => ways.filter(({ above }) => above.includes(way.resource)))
  const leading = new Set(below)
  const explaining = outside.flatMap(({ alerts }) =>
    alerts.filter((other) => canExplain(other) && leading.has(environment.wayOf(other))),
  )
  const explained = way.above.filter((number) => !group.has(number)).flatMap(alertsOf)
  return {
    explainedBy: [...same.filter((other) => canExplain(other) && compareAlerts(other, alert) < 0), ...explaining].sort(
      compareAlerts,
    ),
    explains: canExplain(alert)
      ? [...same.filter((other) => compareAlerts(alert, other) < 0), ...explained].sort(compareAlerts)
      : [],
    circle: isCircle
      ? [...group]
          .flatMap(alertsOf)
          .filter((other) => other !== alert)
          .sort(compareAlerts)
      : [],
  }
}
