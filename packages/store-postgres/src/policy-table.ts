import type { ListFilter, Policy, RelationPolicy, WeightPolicy } from '@opsgraph/core'
import type { ListTable } from './list-page.js'
import { type PolicyStatements, policyStatements } from './policy-statements.js'
import { plainArray, textArray } from './text-array.js'

/** How the policies of one kind are stored; `Own` are the columns that only this kind has. */
export interface PolicyTable<Kind extends Policy, Column extends string, Own extends readonly unknown[]> {
  readonly listed: ListTable<Column, Column>
  readonly statements: PolicyStatements
  /** The values of the own columns, each column as one array. */
  readonly writeOwn: (policies: readonly Kind[]) => readonly string[]
  readonly toPolicy: (policy: Policy, own: Own) => Kind
}

export type WeightOwn = readonly [weight: number, topologyId: string | null]
type RelationOwn = readonly [parent: string]

const LISTED = {
  id: { sql: 'id' },
  name: { sql: 'name' },
  description: { sql: 'description' },
  status: { sql: 'status' },
  createTime: { sql: 'create_time', type: 'time' },
} as const

const LISTED_WEIGHT = {
  ...LISTED,
  weight: { sql: 'weight', type: 'float' },
  topologyId: { sql: 'topology_id', nullsLast: true },
} as const

const LISTED_RELATION = { ...LISTED, parent: { sql: 'parent' } } as const

const WEIGHT_STATEMENTS = policyStatements('weight_policy', { weight: 'float8', topology_id: 'text' })
const RELATION_STATEMENTS = policyStatements('relation_policy', { parent: 'text' })

export const WEIGHT_POLICIES: PolicyTable<WeightPolicy, ListFilter<'weightPolicies'>, WeightOwn> = {
  listed: {
    name: 'weight_policy',
    filters: LISTED_WEIGHT,
    sorts: LISTED_WEIGHT,
    order: ['create_time', 'id'],
    select: `page.${WEIGHT_STATEMENTS.columns}`,
  },
  statements: WEIGHT_STATEMENTS,
  writeOwn: (policies) => [
    plainArray(policies.map(({ weight }) => weight)),
    textArray(policies.map(({ topologyId }) => topologyId)),
  ],
  toPolicy: (policy, [weight, topologyId]) => ({ ...policy, weight, topologyId }),
}

export const RELATION_POLICIES: PolicyTable<RelationPolicy, ListFilter<'relationPolicies'>, RelationOwn> = {
  listed: {
    name: 'relation_policy',
    filters: LISTED_RELATION,
    sorts: LISTED_RELATION,
    order: ['create_time', 'id'],
    select: `page.${RELATION_STATEMENTS.columns}`,
  },
  statements: RELATION_STATEMENTS,
  writeOwn: (policies) => [textArray(policies.map(({ parent }) => parent))],
  toPolicy: (policy, [parent]) => ({ ...policy, parent }),
}
