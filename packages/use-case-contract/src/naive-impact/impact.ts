import type { Alert } from '@opsgraph/core'
import { attentionOf, SEVERITIES } from '@opsgraph/core/pure'
import { causesOf } from './causes.js'
import { Explanations, isCircle } from './explanations.js'
import { nodeSeverities } from './node-severities.js'
import { holds, type RuleStatus, redundancyOf, shown } from './redundancy.js'
import { isWorse, type NaiveService, type NaiveState, named, order, rankOf, worseFirst, worstOf } from './state.js'
import {
  arrivesAtResource,
  arrivesAtService,
  childrenOf,
  endOf,
  findPaths,
  type Graph,
  nodeAt,
  pathTo,
  reaches,
  rulesMet,
} from './ways.js'
import { why, whyUnreached } from './why.js'

/**
 * A direct implementation of rules.md#impact. It compares every alert with every other alert, so it is slow but easy to
 * verify.
 */
export class NaiveImpact {
  readonly #state: NaiveState
  readonly #statuses: readonly RuleStatus[]
  readonly #graph: Graph
  readonly #explanations: Explanations

  constructor(state: NaiveState) {
    this.#state = state
    this.#statuses = redundancyOf(state)
    this.#graph = { parents: state.parents, holding: this.#statuses.filter(holds).map(({ rule }) => rule) }
    this.#explanations = new Explanations(state)
  }

  services() {
    const found = this.#state.services.map((service) => this.#service(service))
    return found.toSorted(
      (one, other) =>
        rankOf(one.severity) - rankOf(other.severity) ||
        Number(one.acknowledged) - Number(other.acknowledged) ||
        order(one.since ?? '', other.since ?? '') ||
        Number(isThreatened(other)) - Number(isThreatened(one)) ||
        order(one.service, other.service),
    )
  }

  /**
   * Returns the alerts that reach no service. Redundancy rules have no effect here: an alert that they absorb still
   * reaches its service.
   */
  unreached(): readonly Alert[] {
    const { alerts, services } = this.#state
    return alerts.filter((alert) => !services.some((service) => reaches(this.#graph, alert, service)))
  }

  explainedBy(alert: Alert): readonly Alert[] {
    return this.#explanations.explainedBy(alert)
  }

  explains(alert: Alert): readonly Alert[] {
    return this.#explanations.explainsOf(alert)
  }

  /** Returns the impact of one alert. */
  of(alert: Alert) {
    const group = this.#explanations.groupOf(alert)
    return {
      services: this.#state.services
        .filter((service) => reaches(this.#graph, alert, service))
        .toSorted((one, other) => order(one.service, other.service))
        .map((service) => this.#at(service, alert)),
      explainedBy: this.explainedBy(alert).map(named),
      explains: this.explains(alert).map(named),
      circle: isCircle(group) ? group.filter((other) => other !== alert).map(named) : [],
    }
  }

  /** Returns all redundancy rules, with the number of healthy children of their resources. */
  redundancy() {
    return this.#statuses.map((status) => ({ ...shown(status), holds: holds(status) }))
  }

  /** Returns the severity with which an alert arrives at a resource of its environment. */
  arrivesAt(alert: Alert, resource: string) {
    return arrivesAtResource(this.#graph, alert, resource)
  }

  /** Returns the children of a resource, the worst first, and whether its rule counts them as healthy. */
  children(environment: string, resource: string) {
    const rule = this.#state.rules.find((each) => each.environment === environment && each.resource === resource)
    const alerts = this.#state.alerts.filter((alert) => alert.environment === environment && alert.status !== 'shelved')
    return childrenOf(this.#state, environment, resource)
      .map((child) => {
        const severity = worstOf(alerts.map((alert) => this.arrivesAt(alert, child)))
        return { resource: child, severity, healthy: rule === undefined ? null : isWorse(rule.failedAt, severity) }
      })
      .toSorted((one, other) => rankOf(one.severity) - rankOf(other.severity) || order(one.resource, other.resource))
  }

  /** Returns the rule of a resource with the number of its healthy children; `null` = it has no rule. */
  redundancyAt(environment: string, resource: string) {
    const status = this.#statuses.find(({ rule }) => rule.environment === environment && rule.resource === resource)
    return status === undefined ? null : shown(status)
  }

  /** Returns the severities of the nodes in the topology of a service, as for `scope=graph`. */
  nodeSeverities(name: string) {
    const service = this.#state.services.find(({ service, topology }) => service === name && topology !== undefined)
    if (service?.topology === undefined) throw new Error(`The service ${name} has no topology`)
    return nodeSeverities(this.#graph, { ...service, topology: service.topology }, this.#accepted(service))
  }

  /** Returns why an alert does not affect a service; `null` if it does. */
  why(alert: Alert, service: NaiveService) {
    return why(this.#graph, alert, service)
  }

  /** Returns why an alert reaches no service. */
  whyUnreached(alert: Alert) {
    return whyUnreached(this.#graph, alert, this.#state.services)
  }

  #service(service: NaiveService) {
    const accepted = this.#accepted(service)
    const [held, arriving] = [true, false].map((isHeld) =>
      accepted.filter((alert) => (this.#arrives(alert, service) === null) === isHeld),
    ) as [Alert[], Alert[]]
    const having = (attention: string) => arriving.filter(({ status }) => attentionOf(status) === attention)
    const [open, acknowledged] = [having('open'), having('acknowledged')]
    const counted = [...open, ...acknowledged]
    const hurting = open.length > 0 ? open : acknowledged
    const severity = worstOf(hurting.map((alert) => this.#arrives(alert, service)))
    const [worst] = hurting.filter((alert) => this.#arrives(alert, service) === severity).toSorted(newestFirst)
    const causes = causesOf(counted, service, this.#graph, this.#explanations)
    const failing = this.#statuses.filter((status) => status.healthy < status.of && this.#concerns(status, service))
    return {
      service: service.service,
      name: service.name,
      owner: service.owner,
      runbook: service.runbook,
      topologyId: service.topology?.id ?? null,
      severity,
      acknowledged: open.length === 0 && acknowledged.length > 0,
      counts: countsOf(open.map((alert) => this.#arrives(alert, service))),
      acknowledgedCount: acknowledged.length,
      silencedCount: having('silenced').length,
      heldCount: held.filter(({ status }) => attentionOf(status) !== 'silenced').length,
      redundancy: failing.toSorted(worstRuleFirst).slice(0, 10).map(shown),
      redundancyTotal: failing.length,
      worst: worst === undefined ? null : named(worst),
      windows: [],
      since: counted.map(({ activeSince }) => activeSince).toSorted(order)[0] ?? null,
      causes: causes.slice(0, 10).map(({ alert, circle, explains }) => ({
        ...named(alert),
        explains,
        arrives: this.#arrives(alert, service),
        ...pathTo(this.#graph, alert, service, this.#arrives(alert, service)),
        ...(circle.length > 0 ? { alerts: circle.map(named) } : {}),
      })),
      causesTotal: causes.length,
    }
  }

  /** Returns what a service that an alert reaches shows about the alert. */
  #at(service: NaiveService, alert: Alert) {
    const arrives = this.#arrives(alert, service)
    const met = arrives === alert.severity || !service.topology ? [] : rulesMet(this.#graph, alert, service.topology)
    const holding = this.#statuses
      .filter((status) => met.includes(status.rule) && this.#concerns(status, service))
      .toSorted(byPlace)
      .map(shown)
    return {
      service: service.service,
      name: service.name,
      topologyId: service.topology?.id ?? null,
      counts: attentionOf(alert.status) !== 'silenced' && service.accepts(alert) && arrives !== null,
      arrives,
      heldBy: holding.slice(0, 10),
      heldByTotal: holding.length,
      ...pathTo(this.#graph, alert, service, arrives),
    }
  }

  #accepted(service: NaiveService): readonly Alert[] {
    return this.#state.alerts.filter((alert) => reaches(this.#graph, alert, service) && service.accepts(alert))
  }

  #arrives(alert: Alert, service: NaiveService) {
    return arrivesAtService(this.#graph, alert, service)
  }

  /** Whether the resource of a rule reaches the service, like an alert without `service` and `resourceParent`. */
  #concerns({ rule: { environment, resource } }: RuleStatus, { topology }: NaiveService): boolean {
    const start = { environment, resource, resourceParent: null, severity: 'critical' } as Alert
    const ways = findPaths({ ...this.#graph, holding: [] }, start)
    return topology !== undefined && ways.some((way) => nodeAt(topology, environment, endOf(way)) !== undefined)
  }
}

function countsOf(severities: readonly unknown[]) {
  const counts = SEVERITIES.map((each) => [each, severities.filter((severity) => severity === each).length] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function newestFirst(one: Alert, other: Alert): number {
  return order(other.activeSince, one.activeSince) || worseFirst(one, other)
}

function worstRuleFirst(one: RuleStatus, other: RuleStatus): number {
  return Number(holds(one)) - Number(holds(other)) || one.healthy - other.healthy || byPlace(one, other)
}

/** Whether no alert affects a service although one of its rules is broken. */
function isThreatened({
  severity,
  redundancy,
}: {
  severity: unknown
  redundancy: ReturnType<typeof shown>[]
}): boolean {
  return severity === null && redundancy.some(({ healthy, minHealthy }) => healthy < minHealthy)
}

function byPlace({ rule: one }: RuleStatus, { rule: other }: RuleStatus): number {
  return order(one.environment, other.environment) || order(one.resource, other.resource)
}
