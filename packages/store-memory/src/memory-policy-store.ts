import type { AlertPolicy, ListFilter, Policy, RelationPolicy, WeightPolicy } from '@opsgraph/core'
import {
  type AlertPolicyStore,
  compareAlertPolicies,
  compareCreation,
  compareNames,
  type ListQuery,
  type Page,
  type PolicyRevision,
  type PolicyStore,
  type RelationPolicyStore,
  type WeightPolicyStore,
} from '@opsgraph/core/store'
import type { Access } from './access.js'
import { frozenCopy } from './frozen-copy.js'
import { type Cell, listPage } from './list-page.js'
import type { Table } from './table.js'
import type { Tables } from './tables.js'

type Cells<Kind extends Policy, Column extends string> = Readonly<Record<Column, (policy: Kind) => Cell>>

/** The table of one kind of policy, the columns of its list, and the order in which the policies are applied. */
interface KindOfPolicy<Kind extends Policy, Column extends string> {
  readonly table: Table<Kind>
  readonly cells: Cells<Kind, Column>
  readonly compare?: (left: Kind, right: Kind) => number
}

class MemoryPolicyStore<Kind extends Policy, Column extends string> implements PolicyStore<Kind, Column> {
  readonly #table: Table<Kind>
  readonly #cells: Cells<Kind, Column>
  readonly #compare: (left: Kind, right: Kind) => number
  protected readonly tables: Tables
  protected readonly access: Access

  constructor({ table, cells, compare = compareCreation }: KindOfPolicy<Kind, Column>, tables: Tables, access: Access) {
    this.#table = table
    this.#cells = cells
    this.#compare = compare
    this.tables = tables
    this.access = access
  }

  list(query: ListQuery<Column, Column>): Promise<Page<Kind>> {
    const columns = { filter: this.#cells, sort: this.#cells, compare: this.#compare }
    return this.access.inSteps(() => listPage(this.#table.rows(), query, columns))
  }

  read(id: string): Promise<Kind | undefined> {
    return this.access(() => this.#table.get(id))
  }

  find(ids: readonly string[]): Promise<readonly Kind[]> {
    return this.access(() => this.#table.getAll(ids))
  }

  active(): Promise<readonly Kind[]> {
    return this.access(() =>
      Array.from(this.#table.rows())
        .filter(({ status }) => status === 'active')
        .sort(this.#compare),
    )
  }

  lastCreateTime(): Promise<string | undefined> {
    return this.access(() => {
      let last: string | undefined
      for (const { createTime } of this.#table.rows()) {
        if (last === undefined || compareNames(createTime, last) > 0) last = createTime
      }
      return last
    })
  }

  async save(policies: readonly Kind[]): Promise<void> {
    const rows = policies.map(frozenCopy)
    return this.access(() => {
      for (const row of rows) this.#table.put(row)
      this.tables.revise('policies')
    })
  }

  delete(ids: readonly string[]): Promise<number> {
    return this.access(() => {
      const removed = ids.filter((id) => this.#table.remove(id) !== undefined)
      this.tables.revise('policies')
      return removed.length
    })
  }
}

export class MemoryWeightPolicyStore
  extends MemoryPolicyStore<WeightPolicy, ListFilter<'weightPolicies'>>
  implements WeightPolicyStore
{
  constructor(tables: Tables, access: Access) {
    super({ table: tables.weightPolicy, cells: WEIGHT_POLICY_CELLS }, tables, access)
  }

  ofTopologies(topologyIds: readonly string[]): Promise<readonly WeightPolicy[]> {
    return this.access(() => [...new Set(topologyIds)].flatMap((id) => this.tables.weightPolicyByTopology.find(id)))
  }

  global(): Promise<readonly WeightPolicy[]> {
    return this.access(() =>
      Array.from(this.tables.weightPolicy.rows()).filter(({ topologyId }) => topologyId === null),
    )
  }

  named(names: readonly string[]): Promise<readonly WeightPolicy[]> {
    const wanted = new Set(names)
    return this.access(() => Array.from(this.tables.weightPolicy.rows()).filter(({ name }) => wanted.has(name)))
  }

  release(topologyIds: readonly string[]): Promise<void> {
    return this.access(() => {
      const released = topologyIds.flatMap((id) => this.tables.weightPolicyByTopology.find(id))
      for (const policy of released) this.tables.weightPolicy.put(Object.freeze({ ...policy, topologyId: null }))
    })
  }
}

export function relationPolicyStore(tables: Tables, access: Access): RelationPolicyStore {
  return new MemoryPolicyStore({ table: tables.relationPolicy, cells: RELATION_POLICY_CELLS }, tables, access)
}

export class MemoryAlertPolicyStore
  extends MemoryPolicyStore<AlertPolicy, ListFilter<'alertPolicies'>>
  implements AlertPolicyStore
{
  constructor(tables: Tables, access: Access) {
    super({ table: tables.alertPolicy, cells: ALERT_POLICY_CELLS, compare: compareAlertPolicies }, tables, access)
  }

  ofWebhooks(webhookIds: readonly string[]): Promise<readonly AlertPolicy[]> {
    const wanted = new Set<string | null>(webhookIds)
    return this.access(() =>
      Array.from(this.tables.alertPolicy.rows()).filter(({ webhookId }) => wanted.has(webhookId)),
    )
  }
}

export class MemoryPolicyRevision implements PolicyRevision {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  /** The revision. It is empty before the first change of a policy or a maintenance window. */
  read(): Promise<string> {
    return this.#access(() => this.#tables.revision.get('policies')?.text ?? '')
  }
}

const POLICY_CELLS = {
  id: (row: Policy) => row.id,
  name: (row: Policy) => row.name,
  description: (row: Policy) => row.description,
  status: (row: Policy) => row.status,
  createTime: (row: Policy) => row.createTime,
}

const WEIGHT_POLICY_CELLS: Cells<WeightPolicy, ListFilter<'weightPolicies'>> = {
  ...POLICY_CELLS,
  topologyId: (row) => row.topologyId,
  weight: (row) => row.weight,
}

const RELATION_POLICY_CELLS: Cells<RelationPolicy, ListFilter<'relationPolicies'>> = {
  ...POLICY_CELLS,
  parent: (row) => row.parent,
}

const ALERT_POLICY_CELLS: Cells<AlertPolicy, ListFilter<'alertPolicies'>> = {
  ...POLICY_CELLS,
  order: (row) => row.order,
  webhookId: (row) => row.webhookId,
  updateTime: (row) => row.updateTime,
}
