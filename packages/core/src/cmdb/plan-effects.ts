import { compareNames } from '../name.js'
import type { TouchedKeys } from '../plan/touched-state.js'
import type { RelationKey } from '../relation/relation.js'
import { eachInSteps, type Steps } from '../steps.js'
import { relationsOfGraph } from '../topology/topology-relations.js'
import { newNodeParams } from './cmdb-node.js'
import type { CmdbRecord } from './cmdb-record.js'
import { type CmdbImportPlan, mustBeSaved, type TopologyPlan } from './plan-cmdb-import.js'
import { keysOfRecords, type RelationChanges } from './plan-cmdb-relations.js'
import type { EdgeEnd, NewEdge } from './topology-changes.js'

/** Lists the stored data that an import may change (rules.md#plans-2). Yields for pauses. */
export function* findTouchedKeys(plan: CmdbImportPlan, records: readonly CmdbRecord[]): Steps<TouchedKeys> {
  const saved = plan.topologies.filter(mustBeSaved)
  const drawn: RelationKey[] = []
  yield* eachInSteps(saved, 1, ({ stored, edges }) => {
    if (stored !== undefined) drawn.push(...relationsOfGraph(stored, stored.id))
    for (const edge of [...edges.create, ...edges.update]) drawn.push(...relationKeysOfEdge(edge))
  })
  return {
    stated: keysOfRecords(records),
    others: [...plan.relations.withdraw, ...drawn],
    services: saved.map(({ service }) => service),
    catalogServices: plan.catalogServices.create.map(({ serviceId }) => serviceId),
  }
}

function relationKeysOfEdge({ parentNode, childNode }: NewEdge): readonly RelationKey[] {
  const { environment, resource } = childNode
  const parent = parentNode.resource
  if (environment === null || resource === null || parent === null || environment !== parentNode.environment) return []
  return [{ environment, resource, parent }]
}

/** Yields after this many changes, which take a few milliseconds to convert to texts. */
const CHANGES_AT_ONCE = 2_000

/**
 * Converts the changes of a plan to lists of JSON texts, for the hash of the plan. The texts do not depend on the order
 * of the records. Yields for pauses.
 */
export function* describeImportEffects(plan: CmdbImportPlan): Steps<readonly (readonly string[])[]> {
  const relations = yield* describeRelationEffects(plan.relations)
  const topologies: string[] = []
  for (const topology of plan.topologies.filter(mustBeSaved)) {
    topologies.push(describeTopologyEffects(topology, plan.options.source))
    yield
  }
  const services = plan.catalogServices.create.map(({ serviceId }) => JSON.stringify(serviceId)).sort()
  return [relations, topologies, services]
}

/** Converts the changes of relations to sorted JSON texts. */
export function* describeRelationEffects({
  create,
  update,
  remove,
  confirm,
  withdraw,
}: RelationChanges): Steps<readonly string[]> {
  const texts: string[] = []
  const addText = (action: string, { environment, resource, parent }: RelationKey, ...others: readonly unknown[]) => {
    texts.push(JSON.stringify([action, environment, resource, parent, ...others]))
  }
  const addTexts = (action: string, keys: readonly RelationKey[]) =>
    eachInSteps(keys, CHANGES_AT_ONCE, (key) => addText(action, key))
  yield* addTexts('create', create)
  yield* addTexts('remove', remove)
  yield* addTexts('confirm', confirm)
  yield* addTexts('withdraw', withdraw)
  yield* eachInSteps(update, CHANGES_AT_ONCE, ({ shown, put, replaced }) => {
    const former = replaced.map(({ parent }) => parent).sort(compareNames)
    addText('update', shown, shown.source, shown.sourceRef, put !== undefined, former)
  })
  return texts.sort()
}

/**
 * Converts the changes of a topology to a JSON text. All lists are sorted, because the records of a file may have any
 * order.
 */
function describeTopologyEffects({ service, stored, nodes, edges, claimed }: TopologyPlan, source: string): string {
  const texts = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort()
  const ends = ({ parentNode, childNode }: NewEdge) => [describeEdgeEnd(parentNode), describeEdgeEnd(childNode)]
  return JSON.stringify([
    service,
    stored?.id ?? null,
    texts(nodes.create.map((node) => [describeEdgeEnd(node), node.label, newNodeParams(node, source)])),
    texts([...nodes.update, ...claimed].map(({ node, params, claims }) => [node.id, params, claims])),
    texts(nodes.remove.map(({ id }) => id)),
    texts(edges.create.map(ends)),
    texts(edges.update.map((update) => [update.replaced.id, ...ends(update)])),
    texts(edges.remove.map(({ id }) => id)),
  ])
}

function describeEdgeEnd(end: EdgeEnd): unknown {
  return 'id' in end ? end.id : [end.kind, end.environment, end.resource]
}
