import type { Alert } from '../alert/alert.js'
import { LIMITS } from '../limits.js'
import { stronglyConnectedComponents } from '../strongly-connected-components.js'
import { type AlertingResource, compareAlerts } from './alerting-resources.js'
import type { WaysUp } from './ways-up.js'

/** One resource that has alerts, or several such resources that form a circle (rules.md#root-causes-4). */
export interface AlertGroup {
  readonly resources: readonly AlertingResource[]
  /** All alerts of the group, the worst first, then the oldest. */
  readonly alerts: readonly [Alert, ...Alert[]]
}

/**
 * Puts alerting resources that lie on each other's way up into one group (rules.md#root-causes-4). Each of the other
 * alerting resources is a group of its own.
 */
export function alertGroups(ways: WaysUp, alerting: ReadonlyMap<number, AlertingResource>): readonly AlertGroup[] {
  const above = ways.parents.map((parents, node) => {
    const stated = alerting.get(node)?.ways.flatMap((way) => way.stated ?? []) ?? []
    return stated.length === 0 ? parents : [...parents, ...stated]
  })
  const groups: AlertGroup[] = []
  const grouped = new Set<number>()
  for (const circle of stronglyConnectedComponents(above)) {
    const starts = [...circle].filter((node) => alerting.has(node))
    for (const nodes of starts.length > 1 ? mutual(above, circle, new Set(starts)) : []) {
      for (const node of nodes) grouped.add(node)
      groups.push(groupOf(nodes.map((node) => alerting.get(node) as AlertingResource)))
    }
  }
  for (const resource of alerting.values()) if (!grouped.has(resource.node)) groups.push(groupOf([resource]))
  return groups
}

/**
 * The sets of alerting resources that lie, directly or through others of the set, on each other's way up.
 *
 * A circle of the graph can be longer than a way up, so a circle alone proves nothing. Therefore this function searches
 * for circles in another graph. A vertex of that graph is a resource at a level of a way up. The level of an alerting
 * resource is always 0, because the alerting resource begins a way up of its own. The last level leads nowhere.
 *
 * @param above the resources directly above each resource
 * @param circle the resources of one circle of the graph
 * @param starts the alerting resources of the circle
 */
function mutual(
  above: readonly (readonly number[])[],
  circle: ReadonlySet<number>,
  starts: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const vertices = new Vertices()
  const next: (readonly number[])[] = []
  for (const node of starts) vertices.numberOf(node, 0)
  for (const { node, level } of vertices.all) {
    const parents = level < LIMITS.rollupDepth ? (above[node] as readonly number[]) : []
    const inCircle = parents.filter((parent) => circle.has(parent))
    next.push(inCircle.map((parent) => vertices.numberOf(parent, starts.has(parent) ? 0 : level + 1)))
  }
  return stronglyConnectedComponents(next)
    .map((component) => [...component].filter((vertex) => vertex < starts.size))
    .map((component) => component.map((vertex) => vertices.all[vertex]?.node as number))
}

/** Numbers the pairs of a resource and a level, in the order in which they are first asked for. */
class Vertices {
  readonly all: { readonly node: number; readonly level: number }[] = []
  readonly #numbers = new Map<number, number>()

  numberOf(node: number, level: number): number {
    const key = node * (LIMITS.rollupDepth + 1) + level
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.all.push({ node, level }) - 1
    this.#numbers.set(key, number)
    return number
  }
}

function groupOf(resources: readonly AlertingResource[]): AlertGroup {
  const [first, ...others] = resources.flatMap(({ alerts }) => alerts).toSorted(compareAlerts)
  return { resources, alerts: [first as Alert, ...others] }
}
