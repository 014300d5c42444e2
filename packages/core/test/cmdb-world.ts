import { buildTopology } from '../src/cmdb/build-topology.js'
import type { CmdbRecord } from '../src/cmdb/cmdb-record.js'
import {
  type CmdbImportPlan,
  type CmdbState,
  lookupKeysOf,
  mustBeSaved,
  type PlanOptions,
} from '../src/cmdb/plan-cmdb-import.js'
import { declaredRelations } from '../src/cmdb/plan-cmdb-relations.js'
import { mergeRelation, type Relation, type RelationDraft, relationKey } from '../src/relation/relation.js'
import { claimOf } from '../src/relation/relation-claim.js'
import { claimsOfNode } from '../src/topology/node-claims.js'
import type { Topology } from '../src/topology/topology.js'
import { relationsOfGraph } from '../src/topology/topology-relations.js'

/** All data that an import can change. Tests keep this data in maps and sets instead of a store. */
export interface World {
  readonly relations: Map<string, Relation>
  readonly catalog: Set<string>
  readonly topologies: Map<string, Topology>
  ids: number
}

const NOW = '2026-11-20T12:00:00.000Z'

export function emptyWorld(): World {
  return { relations: new Map(), catalog: new Set(), topologies: new Map(), ids: 0 }
}

export function copyOf({ relations, catalog, topologies, ids }: World): World {
  return { relations: new Map(relations), catalog: new Set(catalog), topologies: new Map(topologies), ids }
}

/** Selects from the stored data of a test what is needed to plan an import of these records. */
export function stateOf(world: World, records: readonly CmdbRecord[], { mode, source }: PlanOptions): CmdbState {
  const { relations, services } = lookupKeysOf(records)
  const wanted = new Set(relations.map(relationKey))
  const holdsOwn = ({ nodes }: Topology) =>
    mode === 'replace' && nodes.some((node) => claimsOfNode(node).some((claim) => claim.source === source))
  const stored = [...world.relations.values()].filter(
    (relation) => wanted.has(relationKey(relation)) || (relation.source === 'cmdb' && relation.sourceRef === source),
  )
  return {
    relations: stored,
    claims: stored.map((relation) => claimOf(relation)),
    catalogServices: new Set(services.filter((service) => world.catalog.has(service))),
    topologies: [...world.topologies.values()].filter(
      (topology) => services.includes(topology.service) || holdsOwn(topology),
    ),
    freeTopologies: null,
  }
}

/** Applies the plan of an import to the stored data of a test, including the relation sync. Returns the new data. */
export function apply(plan: CmdbImportPlan, before: World): World {
  const world = copyOf(before)
  for (const key of plan.relations.withdraw) world.relations.delete(relationKey(key))
  for (const draft of declaredRelations(plan.relations)) putRelation(world, draft, true)
  for (const { serviceId } of plan.catalogServices.create) world.catalog.add(serviceId)
  const newId = () => `id-${world.ids++}`
  for (const topology of plan.topologies.filter(mustBeSaved)) {
    saveTopology(world, buildTopology(topology, { source: plan.options.source, newId, now: NOW }))
  }
  return world
}

export function saveTopology(world: World, topology: Topology): void {
  world.topologies.set(topology.service, topology)
  const drawn = relationsOfGraph(topology, topology.id)
  const keys = new Set(drawn.map(relationKey))
  for (const [key, { source, sourceRef }] of world.relations) {
    if (source === 'topology' && sourceRef === topology.id && !keys.has(key)) world.relations.delete(key)
  }
  for (const draft of drawn) putRelation(world, draft)
}

function putRelation({ relations, ...world }: World, draft: RelationDraft, yields = false): void {
  const key = relationKey(draft)
  const arrived = { ...draft, id: `relation-${key}-${world.ids}`, createTime: NOW, updateTime: NOW }
  const stored = relations.get(key)
  relations.set(key, stored === undefined ? arrived : mergeRelation(stored, arrived, { yields }))
}
