import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { filteringRoutes, POLICY_NOUNS } from './stored-routes.js'

/** The endpoints for relation policies (rules.md#relation-policies). */
export const relationPolicyRoutes = filteringRoutes({
  name: 'RelationPolicy',
  names: 'RelationPolicies',
  path: '/api/resource_relation_policy',
  nouns: POLICY_NOUNS,
  keys: { one: 'policy', many: 'policies' },
  columns: LIST_COLUMNS.relationPolicies,
  schemas: SCHEMAS.relationPolicy,
  described: {
    list: {
      summary: 'List relation policies',
      description: 'A relation policy sets a parent for the resources of matching alerts.',
    },
    create: {
      summary: 'Create a relation policy',
      description:
        'Whenever a matching alert is received, the server stores the relation between its resource and `parent`, with the source `policy`.',
    },
    read: { summary: 'Read a relation policy', description: 'The policy with its filters.' },
    update: {
      summary: 'Change a relation policy',
      description: 'Fields that are not sent stay. Relations that the policy has created stay too.',
    },
    delete: { summary: 'Delete a relation policy', description: 'Relations that it has created stay.' },
  },
  useCases: (opsgraph) => ({
    list: opsgraph.listRelationPolicies,
    create: opsgraph.createRelationPolicy,
    read: opsgraph.readRelationPolicyById,
    update: opsgraph.updateRelationPolicy,
    delete: opsgraph.deleteRelationPolicy,
  }),
})
