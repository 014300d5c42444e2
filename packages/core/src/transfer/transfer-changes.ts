import { createNameFinder, type NodeName, nodeNameOf } from '../change/change.js'
import { type ChangeGroup, changeGroup, changeGroups } from '../change/list-changes.js'
import { compareCreation } from '../compare-creation.js'
import type { ResourceKey } from '../relation/relation.js'
import type { Edge } from '../topology/graph.js'
import type { CatalogPlan } from './plan-catalog-fields.js'
import { revisedEdgeFields } from './plan-edges.js'
import { revisedNodeFields } from './plan-nodes.js'
import { revisedPolicyFields } from './plan-policies.js'
import { revisedRuleFields } from './plan-rules.js'
import { revisedTopologyFields, type TopologyImportPlan } from './plan-topology-import.js'

/**
 * Lists the changes of an import in the order of the documents. For each document: the topology itself, its nodes and
 * edges, the weight policies, the redundancy rules and the catalog service. Saving a topology may add relations to the
 * resource graph; they are neither listed nor counted.
 */
export function transferChanges(plans: readonly TopologyImportPlan[]): readonly ChangeGroup[] {
  return plans.flatMap((plan) => [
    topologyGroup(plan),
    ...graphGroups(plan),
    ...policyGroups(plan),
    ...ruleGroups(plan),
    ...catalogGroups(plan.service, plan.catalogService),
  ])
}

function topologyGroup(plan: TopologyImportPlan): ChangeGroup {
  const { service, stored } = plan
  if (stored === undefined) return changeGroup('create', [plan], () => ({ kind: 'topology', service }))
  const fields = revisedTopologyFields(plan)
  const revised = fields.length > 0 ? [plan] : []
  return changeGroup('update', revised, () => ({ kind: 'topology', service, fields }))
}

function graphGroups({ service, stored, graph, nodes, edges }: TopologyImportPlan): readonly ChangeGroup[] {
  const nodeOf = (node: NodeName) => ({ kind: 'node', service, node: nodeNameOf(node) }) as const
  const namesBefore = createNameFinder(stored?.nodes ?? [])
  const namesAfter = createNameFinder(graph.nodes)
  const edgeOf = ({ source, target }: Edge, nameOf = namesAfter) =>
    ({ kind: 'edge', service, parentNode: nameOf(source), childNode: nameOf(target) }) as const
  return [
    ...changeGroups(nodes, {
      create: nodeOf,
      update: (revision) => ({ ...nodeOf(revision.wanted), fields: revisedNodeFields(revision) }),
      remove: nodeOf,
    }),
    ...changeGroups(edges, {
      create: (created) => edgeOf(created),
      update: (revision) => ({ ...edgeOf(revision.wanted), fields: revisedEdgeFields(revision) }),
      remove: (removed) => edgeOf(removed, namesBefore),
    }),
  ]
}

function policyGroups({ service, weightPolicies }: TopologyImportPlan): readonly ChangeGroup[] {
  const policyOf = ({ name }: { readonly name: string }) => ({ kind: 'weightPolicy', service, name }) as const
  // The removed policies are sorted, because a store may return policies in any order.
  const ordered = { ...weightPolicies, remove: weightPolicies.remove.toSorted(compareCreation) }
  return changeGroups(ordered, {
    create: policyOf,
    update: (revision) => ({ ...policyOf(revision.wanted), fields: revisedPolicyFields(revision) }),
    remove: policyOf,
  })
}

function ruleGroups({ service, rules }: TopologyImportPlan): readonly ChangeGroup[] {
  const ruleOf = ({ environment, resource }: ResourceKey) =>
    ({ kind: 'redundancyRule', service, environment, resource }) as const
  return changeGroups(rules, {
    create: ruleOf,
    update: (revision) => ({ ...ruleOf(revision.wanted), fields: revisedRuleFields(revision) }),
    remove: ruleOf,
  })
}

function catalogGroups(service: string, { action, fields }: CatalogPlan): readonly ChangeGroup[] {
  if (action !== 'create' && action !== 'update') return []
  const changed = action === 'update' ? { fields } : {}
  return [changeGroup(action, [service], () => ({ kind: 'catalogService', service, ...changed }))]
}
