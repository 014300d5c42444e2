import type { Alert } from '../alert/alert.js'
import { LIMITS } from '../limits.js'
import { stronglyConnectedComponents } from '../strongly-connected-components.js'
import { type AlertingResource, compareAlerts } from './alerting-resources.js'
import { BITS_AT_ONCE, BitWalk } from './bit-walk.js'
import { chunksOf } from './chunks.js'
import { spreadUp } from './spread-up.js'
import type { WaysUp } from './ways-up.js'

/** Resources with alerts that are one: either a single resource, or resources that run in a circle. */
export interface AlertGroup {
  readonly resources: readonly AlertingResource[]
  /** All alerts of the group, the worst first, then the oldest. */
  readonly alerts: readonly [Alert, ...Alert[]]
}

/**
 * Puts alerting resources that lie on each other's way up into one group (rules.md#root-causes-4). Each of the other
 * alerting resources is a group of its own.
 */
export function* alertGroups(
  ways: WaysUp,
  alerting: ReadonlyMap<number, AlertingResource>,
): Generator<undefined, readonly AlertGroup[]> {
  const groups: AlertGroup[] = []
  const grouped = new Set<number>()
  for (const circle of circlesOf(ways, alerting)) {
    // A circle of the graph can be longer than a way up. So the ways up within the circle decide.
    for (const members of yield* mutual(ways, circle)) {
      for (const { node } of members) grouped.add(node)
      groups.push(groupOf(members))
    }
  }
  for (const resource of alerting.values()) if (!grouped.has(resource.node)) groups.push(groupOf([resource]))
  return groups
}

/** The alerting resources of each circle of the graph that contains at least two of them. */
function circlesOf(
  ways: WaysUp,
  alerting: ReadonlyMap<number, AlertingResource>,
): readonly (readonly AlertingResource[])[] {
  const above = ways.parents.map((parents, node) => {
    const stated = alerting.get(node)?.ways.flatMap((way) => way.stated ?? []) ?? []
    return stated.length === 0 ? parents : [...parents, ...stated]
  })
  return stronglyConnectedComponents(above)
    .map((circle) => [...circle].flatMap((node) => alerting.get(node) ?? []))
    .filter((members) => members.length > 1)
}

/** The sets of resources that lie, directly or through others of the set, on each other's way up. */
function* mutual(
  ways: WaysUp,
  circle: readonly AlertingResource[],
): Generator<undefined, readonly (readonly AlertingResource[])[]> {
  const above: number[][] = circle.map(() => [])
  const walk = new BitWalk(ways.parents, Math.min(BITS_AT_ONCE, circle.length))
  for (const { items, first } of chunksOf(circle, BITS_AT_ONCE)) {
    walk.clear()
    yield* spreadUp(
      walk,
      items.flatMap((resource, bit) => resource.ways.map((way) => ({ ...way, bits: [bit] }))),
      LIMITS.rollupDepth,
    )
    for (const [index, { node }] of circle.entries()) {
      for (const bit of walk.bitsOf(node)) if (first + bit !== index) above[first + bit]?.push(index)
    }
  }
  return stronglyConnectedComponents(above).map((set) => [...set].map((index) => circle[index] as AlertingResource))
}

function groupOf(resources: readonly AlertingResource[]): AlertGroup {
  const [first, ...others] = resources.flatMap(({ alerts }) => alerts).toSorted(compareAlerts)
  return { resources, alerts: [first as Alert, ...others] }
}
