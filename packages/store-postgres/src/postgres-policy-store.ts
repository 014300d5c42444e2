import type { AlertPolicy, ListFilter, Policy, RelationPolicy, WeightPolicy } from '@opsgraph/core'
import type {
  AlertPolicyStore,
  ListQuery,
  Page,
  PolicyStore,
  RelationPolicyStore,
  WeightPolicyStore,
} from '@opsgraph/core/store'
import { firstValue, type Session } from './database.js'
import { Table } from './table.js'
import { storable, textArray } from './text-array.js'

/** What the tables of all kinds of policies have in common. */
const COLUMNS = {
  id: { sql: 'id' },
  name: { sql: 'name' },
  description: { sql: 'description' },
  status: { sql: 'status' },
  createTime: { sql: 'create_time', type: 'time' },
  filters: { sql: 'filters', type: 'json' },
} as const

const WEIGHT_POLICIES = new Table<WeightPolicy, ListFilter<'weightPolicies'>>({
  name: 'weight_policy',
  columns: {
    ...COLUMNS,
    weight: { sql: 'weight', type: 'float' },
    topologyId: { sql: 'topology_id', nullsLast: true },
  },
  order: ['create_time', 'id'],
  revision: 'policy_revision',
})

const RELATION_POLICIES = new Table<RelationPolicy, ListFilter<'relationPolicies'>>({
  name: 'relation_policy',
  columns: { ...COLUMNS, parent: { sql: 'parent' } },
  order: ['create_time', 'id'],
  revision: 'policy_revision',
})

const ALERT_POLICIES = new Table<AlertPolicy, ListFilter<'alertPolicies'>>({
  name: 'alert_policy',
  columns: {
    ...COLUMNS,
    order: { sql: 'run_order', type: 'number' },
    webhookId: { sql: 'webhook_id', nullsLast: true },
    updateTime: { sql: 'update_time', type: 'time' },
    actions: { sql: 'actions', type: 'json' },
  },
  order: ['run_order', 'create_time', 'id'],
  revision: 'policy_revision',
})

class PostgresPolicyStore<Kind extends Policy, Column extends string & keyof Kind>
  implements PolicyStore<Kind, Column>
{
  protected readonly session: Session
  readonly #table: Table<Kind, Column>

  constructor(session: Session, table: Table<Kind, Column>) {
    this.session = session
    this.#table = table
  }

  list(query: ListQuery<Column, Column>): Promise<Page<Kind>> {
    return this.#table.list(this.session, query)
  }

  read(id: string): Promise<Kind | undefined> {
    return this.#table.read(this.session, id)
  }

  find(ids: readonly string[]): Promise<readonly Kind[]> {
    return this.#table.find(this.session, ids)
  }

  active(): Promise<readonly Kind[]> {
    const { name, order } = this.#table.listed
    const clauses = `where status = 'active' order by ${order.join(', ')}`
    return this.#table.select(this.session, clauses, { name: `active-${name}` })
  }

  lastCreateTime(): Promise<string | undefined> {
    const { name } = this.#table.listed
    const text = `select create_time from ${name} order by create_time desc limit 1`
    return firstValue(this.session, { name: `last-${name}`, text })
  }

  save(policies: readonly Kind[]): Promise<void> {
    return this.#table.save(this.session, policies)
  }

  delete(ids: readonly string[]): Promise<number> {
    return this.#table.delete(this.session, ids)
  }
}

export class PostgresWeightPolicyStore
  extends PostgresPolicyStore<WeightPolicy, ListFilter<'weightPolicies'>>
  implements WeightPolicyStore
{
  constructor(session: Session) {
    super(session, WEIGHT_POLICIES)
  }

  ofTopologies(topologyIds: readonly string[]): Promise<readonly WeightPolicy[]> {
    return WEIGHT_POLICIES.select(this.session, 'where topology_id = any((select $1::text[])::text[])', {
      name: 'weight-policies-of-topologies',
      values: [textArray(topologyIds)],
    })
  }

  global(): Promise<readonly WeightPolicy[]> {
    return WEIGHT_POLICIES.select(this.session, 'where topology_id is null', { name: 'global-weight-policies' })
  }

  /** Uses a subquery, because a hash index supports only lookups of one name, not `= any` of a list. */
  named(names: readonly string[]): Promise<readonly WeightPolicy[]> {
    return WEIGHT_POLICIES.select(this.session, 'where name in (select unnest($1::text[]))', {
      name: 'weight-policies-named',
      values: [textArray(names)],
    })
  }

  async release(topologyIds: readonly string[]): Promise<void> {
    await this.session.query({ name: 'release-weight-policies', text: RELEASE, values: [textArray(topologyIds)] })
  }
}

/**
 * Sets no new revision, so it may run at the same time as `save` and `delete`. Locks rows in the order of their ids,
 * like these, which prevents deadlocks.
 */
const RELEASE = `with released as (
    select id from weight_policy where topology_id = any((select $1::text[])::text[])
    order by id
    for update
  )
  update weight_policy set topology_id = null from released where weight_policy.id = released.id`

export function relationPolicyStore(session: Session): RelationPolicyStore {
  return new PostgresPolicyStore(session, RELATION_POLICIES)
}

export class PostgresAlertPolicyStore
  extends PostgresPolicyStore<AlertPolicy, ListFilter<'alertPolicies'>>
  implements AlertPolicyStore
{
  constructor(session: Session) {
    super(session, ALERT_POLICIES)
  }

  ofWebhook(webhookId: string): Promise<readonly AlertPolicy[]> {
    return ALERT_POLICIES.select(this.session, 'where webhook_id = $1::text', {
      name: 'alert-policies-of-webhook',
      values: [storable(webhookId)],
    })
  }
}
