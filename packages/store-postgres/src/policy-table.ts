import type { AlertPolicy, ListFilter, Policy, RelationPolicy, WeightPolicy } from '@opsgraph/core'
import { writeTime } from './column-parser.js'
import type { ListTable } from './list-page.js'
import { type PolicyStatements, policyStatements } from './policy-statements.js'
import { plainArray, textArray } from './text-array.js'

/** How the policies of one kind are stored; `Own` are the columns that only this kind has. */
export interface PolicyTable<Kind extends Policy, Column extends string, Own extends readonly unknown[]> {
  readonly listed: ListTable<Column, Column>
  readonly statements: PolicyStatements
  /**
   * The values of the columns that only this kind has. The result has one text for each column: an array in the
   * notation of PostgreSQL, with one value for each policy.
   */
  readonly writeOwn: (policies: readonly Kind[]) => readonly string[]
  readonly toPolicy: (policy: Policy, own: Own) => Kind
}

export type WeightOwn = readonly [weight: number, topologyId: string | null]
type RelationOwn = readonly [parent: string]
export type AlertOwn = readonly [
  order: number,
  webhookId: string | null,
  updateTime: string,
  actions: AlertPolicy['actions'],
]

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

const LISTED_ALERT = {
  ...LISTED,
  order: { sql: 'run_order', type: 'number' },
  webhookId: { sql: 'webhook_id', nullsLast: true },
  updateTime: { sql: 'update_time', type: 'time' },
} as const

/** The order in which weight policies and relation policies are applied. */
const BY_CREATION = ['create_time', 'id'] as const
const BY_ORDER = ['run_order', ...BY_CREATION] as const

const WEIGHT_STATEMENTS = policyStatements({
  table: 'weight_policy',
  own: { weight: 'float8', topology_id: 'text' },
  order: BY_CREATION,
})
const RELATION_STATEMENTS = policyStatements({
  table: 'relation_policy',
  own: { parent: 'text' },
  order: BY_CREATION,
})
const ALERT_STATEMENTS = policyStatements({
  table: 'alert_policy',
  own: { run_order: 'integer', webhook_id: 'text', update_time: 'timestamptz', actions: 'json' },
  order: BY_ORDER,
})

export const WEIGHT_POLICIES: PolicyTable<WeightPolicy, ListFilter<'weightPolicies'>, WeightOwn> = {
  listed: {
    name: 'weight_policy',
    filters: LISTED_WEIGHT,
    sorts: LISTED_WEIGHT,
    order: BY_CREATION,
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
    order: BY_CREATION,
    select: `page.${RELATION_STATEMENTS.columns}`,
  },
  statements: RELATION_STATEMENTS,
  writeOwn: (policies) => [textArray(policies.map(({ parent }) => parent))],
  toPolicy: (policy, [parent]) => ({ ...policy, parent }),
}

export const ALERT_POLICIES: PolicyTable<AlertPolicy, ListFilter<'alertPolicies'>, AlertOwn> = {
  listed: {
    name: 'alert_policy',
    filters: LISTED_ALERT,
    sorts: LISTED_ALERT,
    order: BY_ORDER,
    select: `page.${ALERT_STATEMENTS.columns}`,
  },
  statements: ALERT_STATEMENTS,
  writeOwn: (policies) => [
    plainArray(policies.map(({ order }) => order)),
    textArray(policies.map(({ webhookId }) => webhookId)),
    textArray(policies.map(({ updateTime }) => writeTime(updateTime))),
    textArray(policies.map(({ actions }) => JSON.stringify(actions))),
  ],
  toPolicy: (policy, [order, webhookId, updateTime, actions]) => ({ ...policy, order, webhookId, updateTime, actions }),
}
