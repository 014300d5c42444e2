import {
  type AlertPolicy,
  LIST_COLUMNS,
  type ListFilter,
  type Policy,
  type RelationPolicy,
  type WeightPolicy,
} from '@opsgraph/core'
import { compareAlertPolicies, compareCreation, type PolicyStore, type StoreParts } from '@opsgraph/core/store'
import type { Shown } from './list-order.js'
import { ODD_NAMES, ODD_TEXT } from './odd-text.js'
import { at } from './sample.js'
import { ELABORATE_FILTER, sampleAlertPolicy, sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'
import type { KeptRows } from './store-harness.js'

type PolicyTable = 'weightPolicy' | 'relationPolicy' | 'alertPolicy'

/** One kind of policy, with its part of the store and the columns of its list. */
export interface PolicySubject<Kind extends Policy, Column extends string> {
  readonly title: string
  readonly table: PolicyTable
  readonly storeOf: (parts: StoreParts) => PolicyStore<Kind, Column>
  readonly sample: (fields?: Partial<Policy>) => Kind
  /** A policy that differs from every sample policy in every field. */
  readonly elaborate: Kind
  /** Policies with unusual values in the columns that only this kind of policy has. */
  readonly odd: readonly Kind[]
  readonly kept: (policy: Kind) => KeptRows[PolicyTable]
  /** Compares two policies by the order in which they are applied. */
  readonly compare: (left: Kind, right: Kind) => number
  readonly columns: readonly Column[]
  readonly show: Readonly<Record<Column, (row: Kind) => Shown>>
  /** The policies for testing the list. */
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

const VALUE_OF = {
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
  compare: compareCreation,
  columns: LIST_COLUMNS.weightPolicies.filters,
  show: { ...VALUE_OF, weight: (row) => row.weight, topologyId: (row) => row.topologyId },
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
  compare: compareCreation,
  columns: LIST_COLUMNS.relationPolicies.filters,
  show: { ...VALUE_OF, parent: (row) => row.parent },
  listed: rows((index) =>
    sampleRelationPolicy({ parent: ['vm-1', 'VM-1', '\u{1f600}', '\ue000', "o'neil"][index % 5] ?? '' }),
  ),
}

export const ALERT_POLICIES: PolicySubject<AlertPolicy, ListFilter<'alertPolicies'>> = {
  title: 'alert policies',
  table: 'alertPolicy',
  storeOf: (parts) => parts.alertPolicies,
  sample: sampleAlertPolicy,
  elaborate: sampleAlertPolicy({
    ...ELABORATE,
    order: -7,
    webhookId: 'probe',
    actions: [
      {
        translate: 'severity',
        values: { down: 'critical', up: null },
        ranges: [{ from: 0.5, below: 1e21, to: [1, 'a', { b: true }] }],
        otherwise: '',
      },
      { copy: 'attributes.a.b', from: ['text', 'attributes.c'], when: 'always' },
      { extract: 'resource', from: 'text', pattern: 'on (\\S+)' },
      { add: 'tags', value: ['"quoted"', '{braced}', 'a,b'] },
    ],
    updateTime: at(8),
  }),
  odd: [
    ...ODD_NAMES.map((webhookId) => sampleAlertPolicy({ webhookId, actions: [{ set: 'text', value: webhookId }] })),
    ...[-1_000_000, -1, 0, 1, 1_000_000].map((order) => sampleAlertPolicy({ order })),
    sampleAlertPolicy({
      actions: [
        { set: `attributes.${ODD_TEXT}`, value: { [ODD_TEXT]: ODD_TEXT, '': NUMBERS } },
        { translate: 'text', values: JSON.parse(`{"__proto__": ${JSON.stringify(ODD_TEXT)}}`) },
      ],
    }),
  ],
  kept: ({ id, name, status, order, webhookId }) => ({ id, name, status, order, webhookId }),
  compare: compareAlertPolicies,
  columns: LIST_COLUMNS.alertPolicies.filters,
  show: {
    ...VALUE_OF,
    order: (row) => row.order,
    webhookId: (row) => row.webhookId,
    updateTime: (row) => row.updateTime,
  },
  listed: rows((index) =>
    sampleAlertPolicy({
      order: [2, 100, -3, 1_000_000, 10, 0][index % 6] ?? 0,
      webhookId: index % 4 === 1 ? null : (['W1', 'w1', '\u{1f600}', '\ue000', ''][index % 5] ?? null),
      updateTime: at(20 - (index % 3)),
    }),
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
