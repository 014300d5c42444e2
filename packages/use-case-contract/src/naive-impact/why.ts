import type { Alert } from '@opsgraph/core'
import { attentionOf, isActive } from '@opsgraph/core/pure'
import { LEVELS, type NaiveService, type NaiveState } from './state.js'
import { arrivesAtService, endOf, findPaths, type Graph, parentsOf, reaches } from './ways.js'

export type WhyNot =
  | ('otherEnvironment' | 'nearName' | 'noRelation' | 'cut' | 'noNode')
  | ('inactive' | 'silenced' | 'filtered' | 'held')

type Place = Pick<Alert, 'environment' | 'resource'>

/** Returns why an alert does not affect a service; `null` if it does. */
export function why(graph: Graph, alert: Alert, service: NaiveService): WhyNot | null {
  if (!reaches(graph, alert, service)) return whyUnreached(graph, alert, [service])
  if (!isActive(alert.status)) return 'inactive'
  if (attentionOf(alert.status) === 'silenced') return 'silenced'
  if (!service.accepts(alert)) return 'filtered'
  return arrivesAtService(graph, alert, service) === null ? 'held' : null
}

/** Returns why an alert reaches none of the services: the first condition that fails. */
export function whyUnreached(graph: Graph, alert: Alert, services: readonly NaiveService[]): WhyNot {
  const { environment } = alert
  const nodes = services.flatMap(({ topology }) => topology?.nodes ?? [])
  const drawn = nodes.flatMap((node) => (node.resource === null ? [] : [node as Place]))
  const found = new Set(findPaths({ ...graph, holding: [] }, alert).map(endOf))
  if (drawn.length === 0) return 'noNode'
  if (!drawn.some((node) => node.environment === environment)) return 'otherEnvironment'
  if (drawn.some((node) => found.has(node.resource))) return 'otherEnvironment'
  if ([...found].some((name) => leadsElsewhere(graph, name, environment, drawn))) return 'otherEnvironment'
  const local = drawn.filter((node) => node.environment === environment).map(({ resource }) => resource)
  const others = namesThatLead(graph, environment, local).filter((name) => !found.has(name))
  if (others.some((name) => [...found].some((each) => isNear(each, name)))) return 'nearName'
  if (found.size === 1) return 'noRelation'
  return isCut(graph, alert, found) ? 'cut' : 'noNode'
}

/** Whether the relations of a name lead to a node in another environment. */
function leadsElsewhere(graph: Graph, name: string, environment: string, drawn: readonly Place[]): boolean {
  return [...graph.parents].some(([other, relations]) => {
    const isKnown = [...relations].some(([child, parents]) => child === name || parents.includes(name))
    const local = drawn.filter((node) => node.environment === other).map(({ resource }) => resource)
    return other !== environment && isKnown && namesThatLead(graph, other, local).includes(name)
  })
}

/** Returns the names with one of the resources as an ancestor. */
function namesThatLead({ parents }: Pick<NaiveState, 'parents'>, environment: string, resources: readonly string[]) {
  const levels = new Set(resources)
  for (let level = 1; level <= LEVELS; level++) {
    const below = [...(parents.get(environment) ?? [])].filter(([, above]) => above.some((name) => levels.has(name)))
    for (const [name] of below) levels.add(name)
  }
  return [...levels]
}

/** Whether the walk stops at its last level although there are further ancestors. */
function isCut(graph: Graph, alert: Alert, found: ReadonlySet<string>): boolean {
  const last = findPaths({ ...graph, holding: [] }, alert).filter(({ path }) => path.length > LEVELS)
  return last.some((way) => parentsOf(graph, alert, endOf(way)).some((parent) => !found.has(parent)))
}

/** Whether two names are near each other (rules.md#simulated-failures-5). */
function isNear(one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) =>
    name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/:\d+$/, ''),
  ) as [string, string]
  const isShortOf = (short: string, long: string) => long.startsWith(`${short}.`)
  return left === right || isShortOf(left, right) || isShortOf(right, left)
}
