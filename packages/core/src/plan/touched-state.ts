import type { CatalogService } from '../catalog/catalog-service.js'
import { hashLists } from '../content-hash.js'
import type { RelationKey } from '../relation/relation.js'
import { allClaimsOf, type RelationWithClaims } from '../snapshot/kept-relation.js'
import { eachInSteps, type Steps } from '../steps.js'
import { EDGE, NODE } from '../topology/graph.js'
import { TOPOLOGY, type Topology } from '../topology/topology.js'

/** The keys of the stored data that a plan may change. */
export interface TouchedKeys {
  /** The relations that the plan declares. */
  readonly stated: readonly RelationKey[]
  /** Other relations that the plan withdraws, or that its topologies draw before or after the plan. */
  readonly others: readonly RelationKey[]
  /** The services whose topologies the plan saves. */
  readonly services: readonly string[]
  /** The services for which the plan creates catalog entries. */
  readonly catalogServices: readonly string[]
}

/** The stored data that a plan may change, before or after the plan is written. */
export interface TouchedState {
  readonly relations: readonly RelationWithClaims[]
  readonly topologies: readonly Topology[]
  readonly catalogServices: readonly CatalogService[]
}

/** Yields after this many relations, which take a few milliseconds to convert to texts. */
const RELATIONS_AT_ONCE = 2_000

/**
 * Converts a state to lists of texts, for a hash. The texts do not depend on the order of the state, on `updateTime`
 * and on the times of claims (rules.md#plans-2). Yields for pauses.
 */
export function* stateTexts({ relations, topologies, catalogServices }: TouchedState): Steps<readonly string[][]> {
  const texts: string[] = []
  yield* eachInSteps(relations, RELATIONS_AT_ONCE, (relation) => texts.push(relationText(relation)))
  const drawn: string[] = []
  yield* eachInSteps(topologies, 1, (topology) => drawn.push(topologyText(topology)))
  return [texts.sort(), drawn.sort(), catalogServices.map((entry) => JSON.stringify(entry)).sort()]
}

/** Computes the hash of a state. Yields for pauses. */
export function* stateHash(state: TouchedState): Steps<string> {
  return yield* hashLists(yield* stateTexts(state))
}

/** Two relations have the same text if they differ only in `updateTime` and in the times of claims. */
export function relationText(relation: RelationWithClaims): string {
  const { environment, resource, parent, id, source, sourceRef, createTime } = relation
  const claims = allClaimsOf(relation).map((claim) =>
    JSON.stringify([claim.source, claim.sourceRef, claim.isReplaceable]),
  )
  return JSON.stringify([environment, resource, parent, id, source, sourceRef, createTime, claims.sort()])
}

/** Two topologies have the same text if they differ only in `updateTime`. The order of fields does not matter. */
export function topologyText(topology: Topology): string {
  const own = topology as unknown as Readonly<Record<string, unknown>>
  const fields = TOPOLOGY.names.filter((name) => !SEPARATE_FIELDS.has(name)).map((name) => own[name])
  const nodes = topology.nodes.map(({ claims, position: { x, y }, ...node }) => [
    NODE.names.filter((name) => name !== 'position').map((name) => node[name as keyof typeof node]),
    [x, y],
    claims?.map((claim) => [claim.source, 'type' in claim ? [claim.type] : [], claim.attributes]),
  ])
  const edges = topology.edges.map((edge) => EDGE.names.map((name) => edge[name]))
  return JSON.stringify([fields, nodes, edges])
}

const SEPARATE_FIELDS: ReadonlySet<string> = new Set(['updateTime', 'nodes', 'edges'])
