import type { Alert } from '@opsgraph/core'
import { attentionOf, SEVERITIES } from '@opsgraph/core/pure'
import { Explanations, isBadEnough, isCircle } from './naive-impact/explanations.js'
import { type NaiveService, type NaiveState, named, order, worseFirst } from './naive-impact/state.js'
import { pathTo, reaches } from './naive-impact/ways.js'

interface Cause {
  readonly alert: Alert
  readonly circle: readonly Alert[]
  readonly explains: number
}

/**
 * The impact of alerts in a graph without rules of redundancy, and with the causes of rules.md#root-causes. The model with
 * rules is `naive-impact/impact.ts`.
 */
export class NaiveImpact {
  readonly #state: NaiveState
  readonly #explanations: Explanations

  constructor(state: NaiveState) {
    this.#state = state
    this.#explanations = new Explanations(state)
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

  /** The impact of one alert. */
  of(alert: Alert) {
    const group = this.#explanations.groupOf(alert)
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
      explainedBy: this.#explanations.explainedBy(alert).map(named),
      explains: this.#explanations.explainsOf(alert).map(named),
      circle: isCircle(group) ? group.filter((other) => other !== alert).map(named) : [],
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

  #reaches(alert: Alert, service: NaiveService): boolean {
    return reaches({ parents: this.#state.parents, holding: [] }, alert, service)
  }

  #path(alert: Alert, service: NaiveService) {
    return pathTo({ parents: this.#state.parents, holding: [] }, alert, service, null)
  }

  #causesOf(alerts: readonly Alert[]): readonly Cause[] {
    const found = new Map<string, Cause>()
    const seen = new Set<Alert>(alerts)
    for (const alert of seen) {
      const group = this.#explanations.groupOf(alert)
      const outside = this.#state.alerts.filter(
        (other) => !group.includes(other) && group.some((member) => this.#explanations.explains(other, member)),
      )
      for (const other of outside) seen.add(other)
      if (outside.length > 0) continue
      const cause = this.#cause(alert, group)
      found.set(cause.alert.id, cause)
    }
    return [...found.values()]
  }

  #cause(alert: Alert, group: readonly Alert[]): Cause {
    const isOne = isCircle(group)
    const stands = isOne || group.some(isBadEnough) ? (group[0] as Alert) : alert
    const explained = this.#state.alerts.filter(
      (other) =>
        !(isOne && group.includes(other)) &&
        other !== stands &&
        group.some((one) => this.#explanations.explains(one, other)),
    )
    return { alert: stands, circle: isOne ? group.slice(1) : [], explains: explained.length }
  }
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
