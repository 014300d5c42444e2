import type { CatalogService } from '../catalog/catalog-service.js'
import { createNameFinder, type NodeName, nodeNameOf } from '../change/change.js'
import { type ChangeGroup, changeGroup, changeGroups } from '../change/list-changes.js'
import { isSameJson } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { compareNames } from '../name.js'
import { compareKeys, type RelationKey } from '../relation/relation.js'
import { type CmdbImportPlan, mustBeSaved, type TopologyPlan } from './plan-cmdb-import.js'
import type { RelationUpdate } from './plan-cmdb-relations.js'
import type { NewEdge, NodeUpdate } from './topology-changes.js'

/**
 * Lists the changes of a plan: first the relations, then for each service its topology with nodes and edges, and its
 * catalog service. Saving a topology may add more relations to the resource graph; they are neither listed nor counted.
 */
export function cmdbChanges({ relations, topologies, catalogServices }: CmdbImportPlan): readonly ChangeGroup[] {
  const entries = new Map(catalogServices.create.map((entry) => [entry.serviceId, entry]))
  // The removed relations are sorted, because a store may return relations in any order.
  const ordered = { ...relations, remove: relations.remove.toSorted(compareKeys) }
  return [
    ...changeGroups(ordered, {
      create: relationOf,
      update: updatedRelation,
      remove: relationOf,
    }),
    ...topologies.flatMap((plan) => [...topologyGroups(plan), catalogGroup(entries.get(plan.service))]),
  ]
}

function relationOf({ environment, resource, parent }: RelationKey) {
  return { kind: 'relation', environment, resource, parent } as const
}

function updatedRelation({ shown, stored, replaced }: RelationUpdate) {
  const parents = replaced.map(({ parent }) => parent).sort(compareNames)
  const changedSource = stored === undefined ? [] : SOURCE_FIELDS.filter((field) => stored[field] !== shown[field])
  return {
    ...relationOf(shown),
    fields: [...(replaced.length > 0 ? ['parent'] : []), ...changedSource],
    ...(parents.length > 0 && { formerParents: parents.slice(0, LIMITS.formerParents) }),
  }
}

const SOURCE_FIELDS = ['source', 'sourceRef'] as const

function topologyGroups(plan: TopologyPlan): readonly ChangeGroup[] {
  const { service, stored } = plan
  const nodeOf = (node: NodeName) => ({ kind: 'node', service, node: nodeNameOf(node) }) as const
  const edge = { kind: 'edge', service } as const
  const nameOf = createNameFinder(stored?.nodes ?? [])
  return [
    topologyGroup(plan),
    ...changeGroups(plan.nodes, {
      create: nodeOf,
      update: (update) => ({ ...nodeOf(update.node), fields: changedParamsFields(update) }),
      remove: nodeOf,
    }),
    ...changeGroups(plan.edges, {
      create: (created) => ({ ...edge, ...edgeEndNames(created) }),
      update: (update) => {
        return {
          ...edge,
          ...edgeEndNames(update),
          fields: ['source'],
          formerParentNode: nameOf(update.replaced.source),
        }
      },
      remove: ({ source, target }) => ({ ...edge, parentNode: nameOf(source), childNode: nameOf(target) }),
    }),
  ]
}

/**
 * The change of the topology itself, without nodes and edges. A stored topology itself changes only if it is a tree of
 * an earlier release, which the import upgrades.
 */
function topologyGroup(plan: TopologyPlan): ChangeGroup {
  const { service, stored } = plan
  if (stored === undefined) return changeGroup('create', [plan], () => ({ kind: 'topology', service }))
  const upgraded = stored.schemaVersion === 1 && mustBeSaved(plan) ? [plan] : []
  return changeGroup('update', upgraded, () => ({ kind: 'topology', service, fields: ['schemaVersion'] }))
}

function catalogGroup(entry: CatalogService | undefined): ChangeGroup {
  const entries = entry === undefined ? [] : [entry]
  return changeGroup('create', entries, ({ serviceId: service }) => ({ kind: 'catalogService', service }))
}

function edgeEndNames({ parentNode, childNode }: NewEdge) {
  return { parentNode: nodeNameOf(parentNode), childNode: nodeNameOf(childNode) }
}

/**
 * The names of the params that change. A stored `type` of `null` differs from a missing `type`: removing the `null`
 * counts as a change.
 */
function changedParamsFields({ node, params }: NodeUpdate): readonly string[] {
  const changed = ['cmdbSource', 'type', 'attributes'].filter((key) => {
    const [before, after] = [node.params[key], params[key]]
    return before === undefined || after === undefined ? before !== after : !isSameJson(before, after)
  })
  return changed.map((key) => `params.${key}`)
}
