import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { policyRoutes } from './policy-routes.js'

/** The endpoints for relation policies (rules.md#relation-policies). */
export const relationPolicyRoutes = policyRoutes({
  name: 'RelationPolicy',
  names: 'RelationPolicies',
  path: '/api/resource_relation_policy',
  keys: { one: 'policy', many: 'policies' },
  columns: LIST_COLUMNS.relationPolicies,
  schemas: SCHEMAS.relationPolicy,
  summaries: {
    list: 'List relation policies',
    create: 'Create a policy that sets the parent of the resources of matching alerts',
    read: 'Read a relation policy',
    update: 'Change any part of a relation policy',
    delete: 'Delete a relation policy; relations that it has created stay',
  },
  useCases: (opsgraph) => ({
    list: opsgraph.listRelationPolicies,
    create: opsgraph.createRelationPolicy,
    read: opsgraph.readRelationPolicyById,
    update: opsgraph.updateRelationPolicy,
    delete: opsgraph.deleteRelationPolicy,
  }),
})
