import { type Change, createNameFinder, nodeNameOf } from '../change/change.js'
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
  if (stored === undefined) {
    return changeGroup('create', [plan], () => ({ kind: 'topology', action: 'create', service }))
  }
  const fields = revisedTopologyFields(plan)
  const revised = fields.length > 0 ? [plan] : []
  return changeGroup('update', revised, () => ({ kind: 'topology', action: 'update', service, fields }))
}

function graphGroups({ service, stored, graph, nodes, edges }: TopologyImportPlan): readonly ChangeGroup[] {
  const node = { kind: 'node', service } as const
  const edge = { kind: 'edge', service } as const
  const namesBefore = createNameFinder(stored?.nodes ?? [])
  const namesAfter = createNameFinder(graph.nodes)
  const ends = ({ source, target }: Edge, nameOf: typeof namesAfter) => {
    return { parentNode: nameOf(source), childNode: nameOf(target) }
  }
  return [
    ...changeGroups(nodes, {
      create: (created) => ({ ...node, action: 'create', node: nodeNameOf(created) }),
      update: (revision) => {
        return { ...node, action: 'update', node: nodeNameOf(revision.wanted), fields: revisedNodeFields(revision) }
      },
      remove: (removed) => ({ ...node, action: 'remove', node: nodeNameOf(removed) }),
    }),
    ...changeGroups(edges, {
      create: (created) => ({ ...edge, action: 'create', ...ends(created, namesAfter) }),
      update: (revision) => {
        return { ...edge, action: 'update', ...ends(revision.wanted, namesAfter), fields: revisedEdgeFields(revision) }
      },
      remove: (removed) => ({ ...edge, action: 'remove', ...ends(removed, namesBefore) }),
    }),
  ]
}

function policyGroups({ service, weightPolicies }: TopologyImportPlan): readonly ChangeGroup[] {
  const policy = { kind: 'weightPolicy', service } as const
  // The removed policies are sorted, because a store may return policies in any order.
  const ordered = { ...weightPolicies, remove: weightPolicies.remove.toSorted(compareCreation) }
  return changeGroups(ordered, {
    create: ({ name }) => ({ ...policy, action: 'create', name }),
    update: (revision) => {
      return { ...policy, action: 'update', name: revision.wanted.name, fields: revisedPolicyFields(revision) }
    },
    remove: ({ name }) => ({ ...policy, action: 'remove', name }),
  })
}

function ruleGroups({ service, rules }: TopologyImportPlan): readonly ChangeGroup[] {
  const nameOf = ({ environment, resource }: ResourceKey) =>
    ({ kind: 'redundancyRule', service, environment, resource }) as const
  return changeGroups(rules, {
    create: (rule) => ({ ...nameOf(rule), action: 'create' }),
    update: (revision) => ({ ...nameOf(revision.wanted), action: 'update', fields: revisedRuleFields(revision) }),
    remove: (rule) => ({ ...nameOf(rule), action: 'remove' }),
  })
}

function catalogGroups(service: string, { action, fields }: CatalogPlan): readonly ChangeGroup[] {
  if (action !== 'create' && action !== 'update') return []
  const changed = action === 'update' ? { fields } : {}
  return [changeGroup(action, [service], (): Change => ({ kind: 'catalogService', action, service, ...changed }))]
}
