import type { Alert, Node } from '@opsgraph/core'
import { attentionOf, SEVERITIES } from '@opsgraph/core/pure'

/** What the model needs to know. The parents of each resource are in rank order. */
export interface NaiveState {
  readonly alerts: readonly Alert[]
  readonly parents: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
  readonly services: readonly NaiveService[]
}

export interface NaiveService {
  readonly service: string
  readonly name: string
  readonly topology: { readonly id: string; readonly nodes: readonly Node[] } | undefined
  readonly accepts: (alert: Alert) => boolean
}

interface Cause {
  readonly alert: Alert
  readonly circle: readonly Alert[]
  readonly explains: number
}

const LEVELS = 10

/**
 * A direct implementation of rules.md#impact. It compares every alert with every other alert, so it is slow but easy to
 * check.
 */
export class NaiveImpact {
  readonly #state: NaiveState
  readonly #levels: ReadonlyMap<Alert, ReadonlyMap<string, number>>

  constructor(state: NaiveState) {
    this.#state = state
    this.#levels = new Map(state.alerts.map((alert) => [alert, this.#climb(alert)]))
  }

  services() {
    const found = this.#state.services.map((service) => this.#service(service))
    const rank = (severity: string | null) => (severity === null ? 99 : SEVERITIES.indexOf(severity as 'ok'))
    return found.toSorted(
      (one, other) =>
        rank(one.severity) - rank(other.severity) ||
        Number(one.acknowledged) - Number(other.acknowledged) ||
        order(one.since ?? '', other.since ?? '') ||
        order(one.service, other.service),
    )
  }

  unreached(): readonly Alert[] {
    return this.#state.alerts.filter((alert) => !this.#state.services.some((service) => this.#reaches(alert, service)))
  }

  explainedBy(alert: Alert): readonly Alert[] {
    return this.#state.alerts.filter((other) => this.#explains(other, alert)).toSorted(worseFirst)
  }

  explains(alert: Alert): readonly Alert[] {
    return this.#state.alerts.filter((other) => this.#explains(alert, other)).toSorted(worseFirst)
  }

  /** The impact of one alert. */
  of(alert: Alert) {
    const group = this.#groupOf(alert)
    return {
      services: this.#state.services
        .filter((service) => this.#reaches(alert, service))
        .toSorted((one, other) => order(one.service, other.service))
        .map((service) => ({
          service: service.service,
          name: service.name,
          topologyId: service.topology?.id ?? null,
          counts: attentionOf(alert.status) !== 'silenced' && service.accepts(alert),
          ...this.#path(alert, service),
        })),
      explainedBy: this.explainedBy(alert).map(named),
      explains: this.explains(alert).map(named),
      circle: this.#isCircle(group) ? group.filter((other) => other !== alert).map(named) : [],
    }
  }

  #service(service: NaiveService) {
    const accepted = this.#state.alerts.filter((alert) => this.#reaches(alert, service) && service.accepts(alert))
    const having = (attention: string) => accepted.filter(({ status }) => attentionOf(status) === attention)
    const [open, acknowledged, silenced] = [having('open'), having('acknowledged'), having('silenced')]
    const counted = [...open, ...acknowledged]
    const hurting = open.length > 0 ? open : acknowledged
    const causes = this.#causesOf(counted).toSorted(byRank)
    const severity = SEVERITIES.find((each) => hurting.some((alert) => alert.severity === each)) ?? null
    const [worst] = hurting.filter((alert) => alert.severity === severity).toSorted(newestFirst)
    return {
      service: service.service,
      name: service.name,
      topologyId: service.topology?.id ?? null,
      severity,
      acknowledged: open.length === 0 && acknowledged.length > 0,
      counts: Object.fromEntries(
        SEVERITIES.map((each) => [each, open.filter(({ severity }) => severity === each).length] as const).filter(
          ([, count]) => count > 0,
        ),
      ),
      acknowledgedCount: acknowledged.length,
      silencedCount: silenced.length,
      worst: worst === undefined ? null : named(worst),
      windows: [],
      since: counted.map(({ activeSince }) => activeSince).toSorted(order)[0] ?? null,
      causes: causes.slice(0, 10).map(({ alert, circle, explains }) => ({
        ...named(alert),
        explains,
        ...this.#path(alert, service),
        ...(circle.length > 0 ? { alerts: circle.map(named) } : {}),
      })),
      causesTotal: causes.length,
    }
  }

  /**
   * Returns the level of each resource on the way up of an alert (rules.md#reach-2). The resource of the alert has
   * level 0, its parents have level 1.
   */
  #climb({ environment, resource, resourceParent }: Alert): ReadonlyMap<string, number> {
    const parentsOf = (name: string) => this.#state.parents.get(environment)?.get(name) ?? []
    const levels = new Map([[resource, 0]])
    let last: readonly string[] = [resource]
    for (let level = 1; level <= LEVELS; level++) {
      const stated = level === 1 && resourceParent !== null ? [resourceParent] : []
      last = [...stated, ...last.flatMap(parentsOf)].filter((name) => !levels.has(name))
      for (const name of last) levels.set(name, level)
    }
    return levels
  }

  #leads(alert: Alert, resource: string): boolean {
    return this.#levels.get(alert)?.has(resource) ?? false
  }

  #reaches(alert: Alert, { service, topology }: NaiveService): boolean {
    const isOnWay = ({ environment, resource }: Node) =>
      environment === alert.environment && resource !== null && this.#leads(alert, resource)
    return alert.service.includes(service) || (topology?.nodes.some(isOnWay) ?? false)
  }

  /**
   * Returns the alerts of the alert's circle (rules.md#root-causes-4). If the resource is in no circle, these are only
   * the alerts of this resource.
   */
  #groupOf(alert: Alert): readonly Alert[] {
    const local = this.#state.alerts.filter(({ environment }) => environment === alert.environment)
    const after = (start: string) => {
      const reached = new Set([start])
      for (const name of reached) {
        const from = local.filter(({ resource }) => resource === name)
        for (const { resource } of local) if (from.some((each) => this.#leads(each, resource))) reached.add(resource)
      }
      return reached
    }
    const above = after(alert.resource)
    const members = local.filter(({ resource }) => above.has(resource) && after(resource).has(alert.resource))
    return members.toSorted(worseFirst)
  }

  #isCircle(group: readonly Alert[]): boolean {
    return new Set(group.map(({ resource }) => resource)).size > 1
  }

  #explains(one: Alert, other: Alert): boolean {
    if (one === other || one.environment !== other.environment || !isBadEnough(one)) return false
    const group = this.#groupOf(other)
    if (one.resource === other.resource) return !this.#isCircle(group) && worseFirst(one, other) < 0
    return !group.includes(one) && this.#leads(one, other.resource)
  }

  #causesOf(alerts: readonly Alert[]): readonly Cause[] {
    const found = new Map<string, Cause>()
    const seen = new Set<Alert>(alerts)
    for (const alert of seen) {
      const group = this.#groupOf(alert)
      const outside = this.#state.alerts.filter(
        (other) => !group.includes(other) && group.some((member) => this.#explains(other, member)),
      )
      for (const other of outside) seen.add(other)
      if (outside.length > 0) continue
      const cause = this.#cause(alert, group)
      found.set(cause.alert.id, cause)
    }
    return [...found.values()]
  }

  #cause(alert: Alert, group: readonly Alert[]): Cause {
    const isCircle = this.#isCircle(group)
    const stands = isCircle || group.some(isBadEnough) ? (group[0] as Alert) : alert
    const explained = this.#state.alerts.filter(
      (other) =>
        !(isCircle && group.includes(other)) && other !== stands && group.some((one) => this.#explains(one, other)),
    )
    return { alert: stands, circle: isCircle ? group.slice(1) : [], explains: explained.length }
  }

  /**
   * Finds the nearest node on the way up of an alert, and the path to this node. This is a breadth-first search in rank
   * order over at most `LEVELS` levels. If it finds no node, the result is the environment node.
   */
  #path(alert: Alert, { topology }: NaiveService) {
    const { environment, resource, resourceParent } = alert
    const nodes = topology?.nodes.filter((node) => node.environment === environment) ?? []
    const parentsOf = (name: string) => this.#state.parents.get(environment)?.get(name) ?? []
    const nearest = [...(resourceParent === null ? [] : [resourceParent]), ...parentsOf(resource)]
    const paths = new Map<string, readonly string[]>([[resource, [resource]]])
    for (const [name, path] of paths) {
      const above = name === resource ? nearest : parentsOf(name)
      const fresh = path.length > LEVELS ? [] : above.filter((each) => !paths.has(each))
      for (const parent of fresh) paths.set(parent, [...path, parent])
    }
    const found = [...paths].map(([name, path]) => ({ path, node: nodes.find((each) => each.resource === name) }))
    const drawn = found.find(({ node }) => node !== undefined)
    if (drawn?.node !== undefined) return { nodeId: drawn.node.id, path: drawn.path }
    return { nodeId: nodes.find(({ kind }) => kind === 'environment')?.id ?? null, path: [resource] }
  }
}

function isBadEnough({ severity }: Alert): boolean {
  return ['security', 'critical', 'major', 'minor', 'warning'].includes(severity)
}

function worseFirst(one: Alert, other: Alert): number {
  const keys = (alert: Alert) => [alert.activeSince, alert.environment, alert.resource, alert.event, alert.id]
  const [left, right] = [keys(one), keys(other)]
  const differing = left.findIndex((key, index) => key !== right[index])
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    (differing === -1 ? 0 : order(left[differing] as string, right[differing] as string))
  )
}

function newestFirst(one: Alert, other: Alert): number {
  return order(other.activeSince, one.activeSince) || worseFirst(one, other)
}

function byRank(one: Cause, other: Cause): number {
  const attention = ({ alert, circle }: Cause) =>
    Math.min(
      ...[alert, ...circle].map(({ status }) => ['open', 'acknowledged', 'silenced'].indexOf(attentionOf(status))),
    )
  return attention(one) - attention(other) || other.explains - one.explains || worseFirst(one.alert, other.alert)
}

function named({ id, environment, resource, event, severity, status, activeSince }: Alert) {
  return { alertId: id, environment, resource, event, severity, status, since: activeSince }
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
