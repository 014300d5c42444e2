import type { Alert } from '@opsgraph/core'
import { attentionOf } from '@opsgraph/core/pure'
import { type Explanations, isBadEnough, isCircle } from './explanations.js'
import { isWorse, type NaiveService, worseFirst } from './state.js'
import { arrivesAtResource, type Graph, nodeAt, parentsOf } from './ways.js'

export interface Cause {
  readonly alert: Alert
  /** The other alerts of the circle; empty if the cause is not part of a circle. */
  readonly circle: readonly Alert[]
  readonly explains: number
}

/** Returns the causes of the alerts that count for a service, in their order. */
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

/**
 * Returns the cause that an alert is, or that its circle is; `undefined` if other alerts explain it and it does not stand
 * out.
 */
function causeAt(alert: Alert, graph: Graph, explanations: Explanations): Alert | undefined {
  const group = explanations.groupOf(alert)
  const worst = group[0] as Alert
  const stands = isCircle(group) || isBadEnough(worst) ? worst : alert
  const others = explanations.outside(group)
  return others.length === 0 || (stands === worst && standsOut(group, others, graph, explanations)) ? stands : undefined
}

/**
 * Whether a group stands out from the alerts that explain it: it exceeds each of them in severity or in fork (see
 * {@link forkOf}), and is below none of them in either. An alert that redundancy rules absorb does not count.
 */
function standsOut(
  group: readonly Alert[],
  others: readonly Alert[],
  graph: Graph,
  explanations: Explanations,
): boolean {
  const { severity } = group[0] as Alert
  const arriving = others.flatMap((other) => {
    const arrivals = group.flatMap(({ resource }) => arrivesAtResource(graph, other, resource) ?? [])
    const fork = forkOf(explanations.groupOf(other), graph, explanations)
    return arrivals.map((arrives) => ({ arrives, fork }))
  })
  const fork = forkOf(group, graph, explanations)
  return (
    (arriving.every(({ arrives }) => isWorse(severity, arrives)) && arriving.every((other) => fork >= other.fork)) ||
    (arriving.every(({ arrives }) => !isWorse(arrives, severity)) && arriving.every((other) => fork > other.fork))
  )
}

/** Returns the number of other resources whose alerts a group explains a single level above; at least 1. */
function forkOf(group: readonly Alert[], graph: Graph, explanations: Explanations): number {
  const above = group.flatMap((one) => {
    const parents = parentsOf(graph, one, one.resource)
    return explanations
      .explainsOf(one)
      .filter(({ resource }) => resource !== one.resource && parents.includes(resource))
  })
  return Math.max(1, new Set(above.map(({ resource }) => resource)).size)
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
 * Whether a chain of alerts leads from an alert to a target outside of its circle, and each alert of the chain explains
 * the next one. The next alert is about the same resource, or about a resource a single level above. All alerts of a
 * circle are one step.
 */
function hasChain(alert: Alert, targets: readonly Alert[], graph: Graph, explanations: Explanations): boolean {
  const chain = new Set([alert])
  for (const each of chain) {
    const next = [each.resource, ...parentsOf(graph, each, each.resource)]
    for (const other of explanations.explainsOf(each)) if (next.includes(other.resource)) chain.add(other)
    const group = explanations.groupOf(each)
    for (const member of isCircle(group) ? group : []) chain.add(member)
  }
  const own = explanations.groupOf(alert)
  return targets.some((target) => chain.has(target) && !own.includes(target))
}

function attention({ alert, circle }: Cause): number {
  const ranks = [alert, ...circle].map(({ status }) =>
    ['open', 'acknowledged', 'silenced'].indexOf(attentionOf(status)),
  )
  return Math.min(...ranks)
}
