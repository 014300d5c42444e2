import type { Alert } from '../alert/alert.js'
import type { ResourceAlias } from '../alias/resource-alias.js'
import { createNameFinder, nodeNameOf } from '../change/change.js'
import { type ChangeGroup, changeGroup } from '../change/list-changes.js'
import { hashText } from '../content-hash.js'
import { jsonText } from '../json-text.js'
import { compareNames } from '../name.js'
import type { RedundancyRule } from '../redundancy/redundancy-rule.js'
import { compareKeys, type Relation, type ResourceKey, resourceKey } from '../relation/relation.js'
import { claimKey, type RelationClaim } from '../relation/relation-claim.js'
import { type RelationSource, rankOf } from '../relation/relation-source.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { Node } from '../topology/graph.js'
import { claimsOfNode } from '../topology/node-claims.js'
import type { Topology } from '../topology/topology.js'
import { cutTopology, type TopologyCut } from './cut-topology.js'

/** The stored data that names the resources to decommission. */
export interface DecommissionState {
  readonly relations: readonly Relation[]
  /** What each source declares about these relations. */
  readonly claims: readonly RelationClaim[]
  /** The topologies that draw one of the resources. */
  readonly topologies: readonly Topology[]
  readonly rules: readonly RedundancyRule[]
  readonly aliases: readonly ResourceAlias[]
  /** The first active alerts of the resources, and how many active alerts there are in all. */
  readonly alerts: { readonly items: readonly Alert[]; readonly total: number }
}

/** The items that a decommissioning removes, changes and closes (rules.md#decommissioning-resources). */
export interface DecommissionPlan extends Omit<DecommissionState, 'topologies'> {
  readonly resources: readonly ResourceKey[]
  readonly topologies: readonly TopologyCut[]
}

/** Plans the decommissioning of resources. The plan does not depend on the order in which a store returns its rows. */
export function* planDecommission(
  resources: readonly ResourceKey[],
  state: DecommissionState,
): Steps<DecommissionPlan> {
  const keys = new Set(resources.map(resourceKey))
  const topologies: TopologyCut[] = []
  yield* eachInSteps(state.topologies, 1, (topology) => topologies.push(cutTopology(topology, keys)))
  return {
    resources,
    relations: state.relations.toSorted(compareKeys),
    claims: state.claims.toSorted((left, right) => compareNames(claimKey(left), claimKey(right))),
    rules: state.rules.toSorted(
      (left, right) => compareNames(left.environment, right.environment) || compareNames(left.resource, right.resource),
    ),
    topologies: topologies
      .filter(({ removedNodes: removed }) => removed.length > 0)
      .sort(
        ({ stored: left }, { stored: right }) =>
          compareNames(left.service, right.service) || compareNames(left.id, right.id),
      ),
    aliases: state.aliases.toSorted((left, right) => compareNames(left.id, right.id)),
    alerts: state.alerts,
  }
}

/** A source that has named the resources. If it names them again, they come back. */
export interface NamingSource {
  readonly source: RelationSource
  /** The name of a CMDB, the origin of alerts, or the id of a policy or of a topology; `null` = not known. */
  readonly sourceRef: string | null
  readonly relations: number
  readonly nodes: number
  readonly alerts: number
}

/**
 * Lists the sources of the items that a plan removes or closes, strongest first. Manual relations have no such source.
 */
export function namingSources({ claims, topologies, alerts }: DecommissionPlan): readonly NamingSource[] {
  const found = new Map<string, NamingSource>()
  const count = (kind: 'relations' | 'nodes' | 'alerts', source: RelationSource, sourceRef: string | null) => {
    const key = JSON.stringify([source, sourceRef])
    const entry = found.get(key) ?? { source, sourceRef, relations: 0, nodes: 0, alerts: 0 }
    found.set(key, { ...entry, [kind]: entry[kind] + 1 })
  }
  for (const { source, sourceRef } of claims) if (source !== 'manual') count('relations', source, sourceRef)
  for (const { stored, removedNodes: removed } of topologies) {
    const sources = removed.flatMap((node) => sourcesOfNode(node, stored))
    for (const { source, sourceRef } of sources) count('nodes', source, sourceRef)
  }
  for (const { origin } of alerts.items) count('alerts', 'event', origin)
  return [...found.values()].sort(
    (one, other) =>
      rankOf(one.source) - rankOf(other.source) || compareNames(one.sourceRef ?? '', other.sourceRef ?? ''),
  )
}

/** The CMDBs that claim a node; if there are none, the topology that draws it. */
function sourcesOfNode(node: Node, { id }: Topology): readonly Pick<NamingSource, 'source' | 'sourceRef'>[] {
  const claims = claimsOfNode(node)
  if (claims.length === 0) return [{ source: 'topology', sourceRef: id }]
  return claims.map(({ source }) => ({ source: 'cmdb', sourceRef: source }))
}

/** Counts the items that a plan removes, changes and closes, by kind. */
export function decommissionCounts({ relations, topologies, rules, aliases, alerts }: DecommissionPlan) {
  let [nodes, edges] = [0, 0]
  for (const { removedNodes, removedEdges, reattached } of topologies) {
    nodes += removedNodes.length
    edges += removedEdges.length + reattached.length
  }
  return {
    relations: relations.length,
    nodes,
    edges,
    rules: rules.length,
    aliases: aliases.length,
    alerts: alerts.total,
  }
}

/**
 * Identifies a plan: two plans have the same hash if they change the same items in the same way. Times do not count, so
 * the hash stays the same if a relation is confirmed or an alert is received again.
 */
export function planHash({ relations, claims, topologies, rules, aliases, alerts }: DecommissionPlan): string {
  const parts = [
    relations.map(claimKey),
    claims.map(claimKey),
    topologies.map(({ stored, removedNodes: removed, removedEdges: lost, reattached: rehung }) => [
      stored.id,
      removed.map(({ id }) => id),
      lost.map(({ id }) => id),
      rehung.map(({ edge, parentNode }) => [edge.id, parentNode.id]),
    ]),
    rules.map(({ id }) => id),
    aliases.map(({ id }) => id),
    [alerts.total, alerts.items.map(({ id }) => id)],
  ]
  return hashText(jsonText(parts))
}

/** The changes of a plan, in groups: relations, rules, alerts, then each topology. */
export function decommissionChanges({
  relations,
  rules,
  alerts,
  topologies,
}: DecommissionPlan): readonly ChangeGroup[] {
  return [
    changeGroup('remove', relations, ({ environment, resource, parent }) => {
      return { kind: 'relation', environment, resource, parent }
    }),
    changeGroup('remove', rules, ({ environment, resource }) => ({ kind: 'redundancyRule', environment, resource })),
    {
      ...changeGroup('update', alerts.items, ({ environment, resource, event }) => {
        return { kind: 'alert', fields: ['status'], environment, resource, event }
      }),
      count: alerts.total,
    },
    ...topologies.flatMap(cutChanges),
  ]
}

function cutChanges({
  stored,
  removedNodes: removed,
  removedEdges: lost,
  reattached: rehung,
}: TopologyCut): readonly ChangeGroup[] {
  const { service } = stored
  const nameOf = createNameFinder(stored.nodes)
  return [
    changeGroup('remove', removed, (node) => ({ kind: 'node', service, node: nodeNameOf(node) })),
    changeGroup('update', rehung, ({ edge, parentNode }) => {
      const ends = { parentNode: nodeNameOf(parentNode), childNode: nameOf(edge.target) }
      return { kind: 'edge', fields: ['source'], service, ...ends, formerParentNode: nameOf(edge.source) }
    }),
    changeGroup('remove', lost, ({ source, target }) => {
      return { kind: 'edge', service, parentNode: nameOf(source), childNode: nameOf(target) }
    }),
  ]
}
