import { LIST_COLUMNS, type ListFilter, type Policy, type RelationPolicy, type WeightPolicy } from '@opsgraph/core'
import type { PolicyStore, StoreParts } from '@opsgraph/core/store'
import type { Shown } from './list-order.js'
import { ODD_NAMES } from './odd-text.js'
import { at } from './sample.js'
import { ELABORATE_FILTER, sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'
import type { KeptRows } from './store-harness.js'

/** One kind of policy, with its part of the store and the columns of its list. */
export interface PolicySubject<Kind extends Policy, Column extends string> {
  readonly title: string
  readonly table: 'weightPolicy' | 'relationPolicy'
  readonly storeOf: (parts: StoreParts) => PolicyStore<Kind, Column>
  readonly sample: (fields?: Partial<Policy>) => Kind
  /** A policy that differs from every sample policy in every field. */
  readonly elaborate: Kind
  /** Policies with unusual values in the columns that only this kind of policy has. */
  readonly odd: readonly Kind[]
  readonly kept: (policy: Kind) => KeptRows['weightPolicy'] | KeptRows['relationPolicy']
  readonly columns: readonly Column[]
  readonly show: Readonly<Record<Column, (row: Kind) => Shown>>
  /** The rows for testing the list. */
  readonly listed: readonly Kind[]
}

const ELABORATE = {
  name: 'Databases',
  description: 'for the databases',
  filters: ELABORATE_FILTER,
  status: 'inactive',
  createTime: at(7),
} as const

const NUMBERS = [-1, 0.1, -0.1, 1e21, 1e-7, 5e-324, -1.7976931348623157e308, 9007199254740991, 0.30000000000000004]

const SHOW = {
  id: (row: Policy) => row.id,
  name: (row: Policy) => row.name,
  description: (row: Policy) => row.description,
  status: (row: Policy) => row.status,
  createTime: (row: Policy) => row.createTime,
}

export const WEIGHT_POLICIES: PolicySubject<WeightPolicy, ListFilter<'weightPolicies'>> = {
  title: 'weight policies',
  table: 'weightPolicy',
  storeOf: (parts) => parts.weightPolicies,
  sample: sampleWeightPolicy,
  elaborate: sampleWeightPolicy({ ...ELABORATE, weight: -7.5, topologyId: 'shop' }),
  odd: [
    ...ODD_NAMES.map((topologyId) => sampleWeightPolicy({ topologyId })),
    ...NUMBERS.map((weight) => sampleWeightPolicy({ weight })),
  ],
  kept: ({ id, name, status, weight, topologyId }) => ({ id, name, status, weight, topologyId }),
  columns: LIST_COLUMNS.weightPolicies.filters,
  show: { ...SHOW, weight: (row) => row.weight, topologyId: (row) => row.topologyId },
  listed: rows((index) =>
    sampleWeightPolicy({
      weight: [2, 0.1, -3, 1e21, 10, 0][index % 6] ?? 0,
      topologyId: index % 4 === 1 ? null : (['T1', 't1', '\u{1f600}', '\ue000', ''][index % 5] ?? null),
    }),
  ),
}

export const RELATION_POLICIES: PolicySubject<RelationPolicy, ListFilter<'relationPolicies'>> = {
  title: 'relation policies',
  table: 'relationPolicy',
  storeOf: (parts) => parts.relationPolicies,
  sample: sampleRelationPolicy,
  elaborate: sampleRelationPolicy({ ...ELABORATE, parent: 'storage-1' }),
  odd: ODD_NAMES.map((parent) => sampleRelationPolicy({ parent })),
  kept: ({ id, name, status, parent }) => ({ id, name, status, parent }),
  columns: LIST_COLUMNS.relationPolicies.filters,
  show: { ...SHOW, parent: (row) => row.parent },
  listed: rows((index) =>
    sampleRelationPolicy({ parent: ['vm-1', 'VM-1', '\u{1f600}', '\ue000', "o'neil"][index % 5] ?? '' }),
  ),
}

function rows<Kind extends Policy>(own: (index: number) => Kind): readonly Kind[] {
  return Array.from({ length: 13 }, (_, index) => ({
    ...own(index),
    name: ['weigh', 'Weigh', '\u{1f600}', '\ue000'][index % 4] ?? '',
    description: ['', 'of the shop', "o'neil"][index % 3] ?? '',
    status: index % 2 === 0 ? ('active' as const) : ('inactive' as const),
    createTime: at(10 - (index % 7)),
  }))
}
