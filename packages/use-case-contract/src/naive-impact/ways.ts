import type { Alert, Node, Severity } from '@opsgraph/core'
import {
  atMost,
  LEVELS,
  type NaiveRule,
  type NaiveService,
  type NaiveState,
  type NaiveTopology,
  worstOf,
} from './state.js'

/** The relations of a state, and the redundancy rules that hold. */
export interface Graph extends Pick<NaiveState, 'parents'> {
  readonly holding: readonly NaiveRule[]
}

/**
 * A path of an alert: the resources from its own resource upwards, and the severity with which it arrives at the last
 * one.
 */
export interface AlertPath {
  readonly path: readonly string[]
  readonly severity: Severity
}

/** Returns the parents of a resource for the paths of an alert. The `resourceParent` of the alert comes first. */
export function parentsOf({ parents }: Pick<NaiveState, 'parents'>, alert: Alert, resource: string): readonly string[] {
  const { environment, resourceParent } = alert
  const stated = resource === alert.resource && resourceParent !== null ? [resourceParent] : []
  return [...stated, ...(parents.get(environment)?.get(resource) ?? [])]
}

export function childrenOf({ parents }: Pick<NaiveState, 'parents'>, environment: string, resource: string) {
  const local = [...(parents.get(environment) ?? [])]
  return local.filter(([, above]) => above.includes(resource)).map(([child]) => child)
}

export function ruleAt({ holding }: Graph, environment: string, resource: string | null): NaiveRule | undefined {
  return holding.find((rule) => rule.environment === environment && rule.resource === resource)
}

/**
 * Returns the paths of an alert, the shortest first, and paths of the same length in rank order. If several paths lead
 * to a resource with the same severity, returns only the first of them.
 *
 * A rule never absorbs an alert at the resource of the alert itself. So paths back to this resource have no effect, and
 * are omitted.
 */
export function findPaths(graph: Graph, alert: Alert): readonly AlertPath[] {
  const ways: AlertPath[] = [{ path: [alert.resource], severity: alert.severity }]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const parent of way.path.length > LEVELS ? [] : parentsOf(graph, alert, endOf(way))) {
      const severity = entering(graph, alert.environment, parent, way.severity)
      const key = JSON.stringify([parent, severity])
      if (severity === null || parent === alert.resource || seen.has(key)) continue
      seen.add(key)
      ways.push({ path: [...way.path, parent], severity })
    }
  }
  return ways
}

/** Returns the severity with which an alert arrives at a resource of its environment. */
export function arrivesAtResource(graph: Graph, alert: Alert, resource: string): Severity | null {
  const ways = findPaths(graph, alert).filter((way) => endOf(way) === resource)
  return worstOf(ways.map(({ severity }) => severity))
}

/**
 * Returns the severity with which an alert arrives at each node of a topology, by relations and then by edges, by the
 * id of the node.
 */
export function arrivesAtNodes(graph: Graph, alert: Alert, topology: NaiveTopology): ReadonlyMap<string, Severity> {
  return followEdges(graph, topology, nodesMet(findPaths(graph, alert), alert, topology))
}

/**
 * Returns the severity with which an alert arrives at a service; `null` if it does not reach the service, or rules
 * absorb it.
 */
export function arrivesAtService(graph: Graph, alert: Alert, { service, topology }: NaiveService): Severity | null {
  if (topology !== undefined && meetsNode(graph, alert, topology))
    return outOf(topology, arrivesAtNodes(graph, alert, topology))
  return alert.service.includes(service) ? alert.severity : null
}

/** Whether the resource of an alert or one of its ancestors has a node. Redundancy rules have no effect on this. */
export function meetsNode({ parents }: Graph, alert: Alert, topology: NaiveTopology): boolean {
  return findPaths({ parents, holding: [] }, alert).some((way) => nodeAt(topology, alert.environment, endOf(way)))
}

export function reaches(graph: Graph, alert: Alert, { service, topology }: NaiveService): boolean {
  return alert.service.includes(service) || (topology !== undefined && meetsNode(graph, alert, topology))
}

/**
 * Finds the path on which an alert arrives at a service with the severity `arrives`: the path to the nearest node; if
 * several nodes are equally near, the first in rank order. If nothing arrives, ignores redundancy rules. If the alert
 * reaches no node, returns the environment node.
 */
export function pathTo(graph: Graph, alert: Alert, { topology }: NaiveService, arrives: Severity | null) {
  const { environment, resource } = alert
  const ways = findPaths(arrives === null ? { ...graph, holding: [] } : graph, alert)
  for (const way of topology === undefined ? [] : ways) {
    const node = nodeAt(topology as NaiveTopology, environment, endOf(way))
    if (node === undefined) continue
    const starts = new Map([[node.id, way.severity]])
    if (
      arrives === null ||
      outOf(topology as NaiveTopology, followEdges(graph, topology as NaiveTopology, starts)) === arrives
    )
      return { nodeId: node.id, path: way.path }
  }
  const environments = topology?.nodes.filter(({ kind }) => kind === 'environment') ?? []
  return { nodeId: environments.find((node) => node.environment === environment)?.id ?? null, path: [resource] }
}

/** Returns the rules that hold and lower the severity of an alert that enters their resource from below. */
export function rulesMet(graph: Graph, alert: Alert, topology: NaiveTopology): readonly NaiveRule[] {
  const { environment, resource } = alert
  const byRelation = findPaths(graph, alert)
    .filter(({ path }) => path.length <= LEVELS)
    .flatMap((way) => parentsOf(graph, alert, endOf(way)).map((parent) => [parent, way.severity] as const))
  const atNodes = arrivesAtNodes(graph, alert, topology)
  const byEdge = topology.edges.map(
    ({ source, target }) => [nodeOf(topology, source).resource, atNodes.get(target)] as const,
  )
  const entered = [...byRelation, ...byEdge].filter(([name]) => name !== resource)
  return graph.holding.filter((rule) =>
    entered.some(
      ([name, severity]) =>
        severity && ruleAt(graph, environment, name) === rule && atMost(severity, rule.degraded) !== severity,
    ),
  )
}

/** Returns what is left of a severity that enters a resource from below. */
export function entering(graph: Graph, environment: string, resource: string | null, severity: Severity) {
  const rule = ruleAt(graph, environment, resource)
  return rule === undefined ? severity : atMost(severity, rule.degraded)
}

export function nodeAt(topology: NaiveTopology, environment: string, resource: string): Node | undefined {
  return topology.nodes.find((node) => node.environment === environment && node.resource === resource)
}

export function nodeOf(topology: NaiveTopology, id: string): Node {
  return topology.nodes.find((node) => node.id === id) as Node
}

export function endOf({ path }: AlertPath): string {
  return path.at(-1) as string
}

/** Returns the severity that arrives at each node by relations alone. */
function nodesMet(ways: readonly AlertPath[], { environment }: Alert, topology: NaiveTopology) {
  const met = new Map<string, Severity>()
  for (const way of ways) {
    const id = nodeAt(topology, environment, endOf(way))?.id
    if (id !== undefined) met.set(id, worstOf([met.get(id), way.severity]) as Severity)
  }
  return met
}

/** Follows the edges upwards from resource node to resource node, until nothing changes. */
export function followEdges(graph: Graph, topology: NaiveTopology, starts: ReadonlyMap<string, Severity>) {
  const found = new Map(starts)
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (const { source, target } of topology.edges) {
      const { kind, environment, resource } = nodeOf(topology, source)
      const below = found.get(target)
      if (kind !== 'resource' || below === undefined) continue
      const worst = worstOf([found.get(source), entering(graph, environment as string, resource, below)])
      if (worst === null || worst === found.get(source)) continue
      found.set(source, worst)
      isChanged = true
    }
  }
  return found
}

/** Returns the severity that leaves a topology: the worst one of the nodes directly below an environment. */
function outOf(topology: NaiveTopology, atNodes: ReadonlyMap<string, Severity>): Severity | null {
  return worstOf([...atNodes].filter(([id]) => isBelowEnvironment(topology, id)).map(([, severity]) => severity))
}

/** Whether a node is directly below its environment. A node without an edge to it counts too. */
function isBelowEnvironment(topology: NaiveTopology, id: string): boolean {
  const above = topology.edges.filter(({ target }) => target === id).map(({ source }) => nodeOf(topology, source))
  return above.length === 0 || above.some(({ kind }) => kind === 'environment')
}
