import type { Alert, Severity } from '@opsgraph/core'
import { attentionOf } from '@opsgraph/core/pure'
import { type Explanations, isBadEnough, isCircle } from './explanations.js'
import { isWorse, type NaiveService, worseFirst } from './state.js'
import { arrivesAtResource, type Graph, nodeAt, parentsOf } from './ways.js'

export interface Cause {
  readonly alert: Alert
  /** The other alerts of the circle; empty if the cause is no circle. */
  readonly circle: readonly Alert[]
  readonly explains: number
}

/** The causes of the alerts that count for a service, in their order. */
export function causesOf(
  counted: readonly Alert[],
  service: NaiveService,
  graph: Graph,
  explanations: Explanations,
): readonly Cause[] {
  const found = new Map<string, Cause>()
  for (const alert of new Set(counted.flatMap((each) => [...explanations.behind(each)]))) {
    const stands = causeAt(alert, graph, explanations)
    if (stands !== undefined) found.set(stands.id, toCause(stands, explanations))
  }
  const targets = counted.filter((alert) => isShown(alert, service))
  const causes = [...found.values()]
  const chained = causes.filter(({ alert }) => hasChain(alert, targets, graph, explanations))
  const isFirst = ({ alert }: Cause) => {
    const group = explanations.groupOf(alert)
    return chained.some((other) => [...explanations.behind(other.alert)].some((each) => group.includes(each)))
  }
  const first = new Set(causes.filter(isFirst))
  return causes.toSorted(
    (one, other) =>
      attention(one) - attention(other) ||
      Number(first.has(other)) - Number(first.has(one)) ||
      other.explains - one.explains ||
      worseFirst(one.alert, other.alert),
  )
}

/** The cause that an alert is, or belongs to. It is `undefined` if the alert only has causes. */
function causeAt(alert: Alert, graph: Graph, explanations: Explanations): Alert | undefined {
  const group = explanations.groupOf(alert)
  const worst = group[0] as Alert
  const stands = isCircle(group) || isBadEnough(worst) ? worst : alert
  const others = explanations.outside(group)
  return others.length === 0 || (stands === worst && isUnmatched(group, others, graph)) ? stands : undefined
}

/** Whether the worst alert of a group is worse than what arrives of every alert that explains the group. */
function isUnmatched(group: readonly Alert[], others: readonly Alert[], graph: Graph): boolean {
  const { severity } = group[0] as Alert
  const isMatched = (arrives: Severity | null) => arrives !== null && !isWorse(severity, arrives)
  return !others.some((other) => group.some(({ resource }) => isMatched(arrivesAtResource(graph, other, resource))))
}

function toCause(alert: Alert, explanations: Explanations): Cause {
  const group = explanations.groupOf(alert)
  const circle = isCircle(group) ? group.filter((each) => each !== alert) : []
  const explained = new Set(group.flatMap((each) => explanations.explainsOf(each)))
  for (const each of [alert, ...circle]) explained.delete(each)
  return { alert, circle, explains: explained.size }
}

/** Whether the topology of the service shows the resource of an alert, or the alert names the service. */
function isShown({ environment, resource, service }: Alert, { service: name, topology }: NaiveService): boolean {
  return service.includes(name) || (topology !== undefined && nodeAt(topology, environment, resource) !== undefined)
}

/**
 * Whether a chain of alerts leads from an alert to one of the targets, and each of them explains the next one, which is
 * about the same resource or is a single level above. All alerts of a circle are one step.
 */
function hasChain(alert: Alert, targets: readonly Alert[], graph: Graph, explanations: Explanations): boolean {
  const chain = new Set([alert])
  for (const each of chain) {
    const next = [each.resource, ...parentsOf(graph, each, each.resource)]
    for (const other of explanations.explainsOf(each)) if (next.includes(other.resource)) chain.add(other)
    const group = explanations.groupOf(each)
    for (const member of isCircle(group) ? group : []) chain.add(member)
  }
  return targets.some((target) => chain.has(target))
}

function attention({ alert, circle }: Cause): number {
  const ranks = [alert, ...circle].map(({ status }) =>
    ['open', 'acknowledged', 'silenced'].indexOf(attentionOf(status)),
  )
  return Math.min(...ranks)
}
