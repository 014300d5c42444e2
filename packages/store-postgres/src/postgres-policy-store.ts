import type { AlertPolicy, ListFilter, Policy, WeightPolicy } from '@opsgraph/core'
import type {
  AlertPolicyStore,
  ListQuery,
  Page,
  PolicyRevision,
  PolicyStore,
  RelationPolicyStore,
  WeightPolicyStore,
} from '@opsgraph/core/store'
import { writeTime } from './column-parser.js'
import type { Session, SqlValue, Statement } from './database.js'
import { listPage } from './list-page.js'
import {
  ALERT_POLICIES,
  type AlertOwn,
  type PolicyTable,
  RELATION_POLICIES,
  WEIGHT_POLICIES,
  type WeightOwn,
} from './policy-table.js'
import { storable, textArray } from './text-array.js'

/** The columns of every policy, followed by the columns that only its kind has. */
type PolicyRow<Own extends readonly unknown[]> = readonly [
  id: string,
  name: string,
  description: string,
  status: Policy['status'],
  createTime: string,
  filters: Policy['filters'],
  ...own: Own,
]

class PostgresPolicyStore<Kind extends Policy, Column extends string, Own extends readonly unknown[]>
  implements PolicyStore<Kind, Column>
{
  protected readonly session: Session
  readonly #table: PolicyTable<Kind, Column, Own>

  constructor(session: Session, table: PolicyTable<Kind, Column, Own>) {
    this.session = session
    this.#table = table
  }

  list(query: ListQuery<Column, Column>): Promise<Page<Kind>> {
    return listPage(this.session, this.#table.listed, query, (row: PolicyRow<Own>) => this.#toPolicy(row))
  }

  async read(id: string): Promise<Kind | undefined> {
    const [policy] = await this.select(this.#table.statements.read, storable(id))
    return policy
  }

  find(ids: readonly string[]): Promise<readonly Kind[]> {
    return this.select(this.#table.statements.find, textArray(ids))
  }

  active(): Promise<readonly Kind[]> {
    return this.select(this.#table.statements.active)
  }

  async lastCreateTime(): Promise<string | undefined> {
    const { rows } = await this.session.query<readonly [string]>(this.#table.statements.lastCreateTime)
    return rows[0]?.[0]
  }

  async save(policies: readonly Kind[]): Promise<void> {
    await this.session.query({
      ...this.#table.statements.save,
      values: [
        textArray(policies.map(({ id }) => id)),
        textArray(policies.map(({ name }) => name)),
        textArray(policies.map(({ description }) => description)),
        textArray(policies.map(({ status }) => status)),
        textArray(policies.map(({ createTime }) => writeTime(createTime))),
        JSON.stringify(policies.map(({ filters }) => filters)),
        ...this.#table.writeOwn(policies),
      ],
    })
  }

  async delete(ids: readonly string[]): Promise<number> {
    const { count } = await this.session.query({ ...this.#table.statements.delete, values: [textArray(ids)] })
    return count
  }

  protected async select(statement: Statement, ...values: readonly SqlValue[]): Promise<readonly Kind[]> {
    const { rows } = await this.session.query<PolicyRow<Own>>({ ...statement, values })
    return rows.map((row) => this.#toPolicy(row))
  }

  #toPolicy([id, name, description, status, createTime, filters, ...own]: PolicyRow<Own>): Kind {
    return this.#table.toPolicy({ id, name, description, filters, status, createTime }, own)
  }
}

export class PostgresWeightPolicyStore
  extends PostgresPolicyStore<WeightPolicy, ListFilter<'weightPolicies'>, WeightOwn>
  implements WeightPolicyStore
{
  constructor(session: Session) {
    super(session, WEIGHT_POLICIES)
  }

  ofTopologies(topologyIds: readonly string[]): Promise<readonly WeightPolicy[]> {
    return this.select(OF_TOPOLOGIES, textArray(topologyIds))
  }

  global(): Promise<readonly WeightPolicy[]> {
    return this.select(GLOBAL)
  }

  named(names: readonly string[]): Promise<readonly WeightPolicy[]> {
    return this.select(NAMED, textArray(names))
  }

  async release(topologyIds: readonly string[]): Promise<void> {
    await this.session.query({ name: 'release-weight-policies', text: RELEASE, values: [textArray(topologyIds)] })
  }
}

const POLICIES = `select ${WEIGHT_POLICIES.statements.columns} from weight_policy`

const OF_TOPOLOGIES: Statement = {
  name: 'weight-policies-of-topologies',
  text: `${POLICIES} where topology_id = any((select $1::text[])::text[])`,
}

const GLOBAL: Statement = { name: 'global-weight-policies', text: `${POLICIES} where topology_id is null` }

/** Uses a subquery, because a hash index supports only lookups of one name, not `= any` of a list. */
const NAMED: Statement = {
  name: 'weight-policies-named',
  text: `${POLICIES} where name in (select unnest($1::text[]))`,
}

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
  extends PostgresPolicyStore<AlertPolicy, ListFilter<'alertPolicies'>, AlertOwn>
  implements AlertPolicyStore
{
  constructor(session: Session) {
    super(session, ALERT_POLICIES)
  }

  ofWebhook(webhookId: string): Promise<readonly AlertPolicy[]> {
    return this.select(OF_WEBHOOK, storable(webhookId))
  }
}

const OF_WEBHOOK: Statement = {
  name: 'alert-policies-of-webhook',
  text: `select ${ALERT_POLICIES.statements.columns} from alert_policy where webhook_id = $1::text`,
}

export class PostgresPolicyRevision implements PolicyRevision {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** The revision of the policies and maintenance windows; empty before the first of them is saved or deleted. */
  async read(): Promise<string> {
    const { rows } = await this.#session.query<readonly [string]>({
      name: 'read-policy-revision',
      keepsPlan: true,
      text: 'select revision from policy_revision',
    })
    return rows[0]?.[0] ?? ''
  }
}
