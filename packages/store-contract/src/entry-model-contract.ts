import type { AlertPolicy, CatalogService, Policy, RelationPolicy, WeightPolicy } from '@opsgraph/core'
import { compareNames, EMPTY_FILTER, type StoreParts } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EntrySubject, runEntryModel } from './entry-model.js'
import { ALERT_POLICIES, type PolicySubject, RELATION_POLICIES, WEIGHT_POLICIES } from './policy-subject.js'
import { at } from './sample.js'
import {
  ELABORATE_FILTER,
  sampleAlertPolicy,
  sampleCatalogService,
  sampleRelationPolicy,
  sampleWeightPolicy,
} from './sample-entries.js'
import type { OpenedStore, StoreHarness } from './store-harness.js'

/** Tests that the catalog and the policies answer like a plain map after any sequence of calls. */
export function entryModelContract(harness: StoreHarness): void {
  it('should answer like a plain map: the catalog', () => runEntryModel(harness, CATALOG))
  it('should answer like a plain map: weight policies', () => runEntryModel(harness, WEIGHT))
  it('should answer like a plain map: relation policies', () => runEntryModel(harness, RELATION))
  it('should answer like a plain map: alert policies', () => runEntryModel(harness, ALERT))
}

// Helpers. There are only a few ids and names, so that calls often affect the same rows.

const IDS = ['a', 'A', '\ue000', '\u{1f600}', '0'] as const
const NAMES = ['shop', 'Shop', ''] as const

const anyId = () => fc.constantFrom(...IDS)
const anyName = () => fc.constantFrom(...NAMES)

const CATALOG: EntrySubject<CatalogService> = {
  idOf: ({ serviceId }) => serviceId,
  any: fc.record({ serviceId: anyId(), name: anyName() }).map(sampleCatalogService),
  ids: IDS,
  names: NAMES,
  save: ({ catalog }, rows) => catalog.save(rows),
  delete: ({ catalog }, ids) => catalog.delete(ids),
  read: ({ catalog }, id) => catalog.read(id),
  find: ({ catalog }, ids) => catalog.find(ids),
  list: ({ catalog }, query) => catalog.list(query),
  compare: (left, right) => compareNames(left.serviceId, right.serviceId),
  ask: async () => {},
  change: async () => {},
  changed: (row) => row,
  peekIds: async (peek) => (await peek('catalog')).map(({ serviceId }) => serviceId),
}

const POLICY_FIELDS = {
  id: anyId(),
  name: anyName(),
  status: fc.constantFrom('active' as const, 'inactive' as const),
  createTime: fc.integer({ min: 0, max: 5 }).map(at),
  filters: fc.constantFrom(EMPTY_FILTER, ELABORATE_FILTER),
}

const WEIGHT: EntrySubject<WeightPolicy> = {
  ...policies(WEIGHT_POLICIES),
  list: ({ weightPolicies }, query) => weightPolicies.list(query),
  any: fc
    .record({ ...POLICY_FIELDS, weight: fc.constantFrom(-1, 0.5, 1e21), topologyId: fc.option(anyId()) })
    .map(sampleWeightPolicy),
  change: ({ weightPolicies }, topologyIds) => weightPolicies.release(topologyIds),
  changed: (row, topologyIds) => (topologyIds.includes(row.topologyId ?? '-') ? { ...row, topologyId: null } : row),
}

const RELATION: EntrySubject<RelationPolicy> = {
  ...policies(RELATION_POLICIES),
  list: ({ relationPolicies }, query) => relationPolicies.list(query),
  any: fc.record({ ...POLICY_FIELDS, parent: anyName() }).map(sampleRelationPolicy),
  change: async () => {},
  changed: (row) => row,
}

const ALERT: EntrySubject<AlertPolicy> = {
  ...policies(ALERT_POLICIES),
  list: ({ alertPolicies }, query) => alertPolicies.list(query),
  any: fc
    .record({ ...POLICY_FIELDS, order: fc.constantFrom(-1, 0, 100), webhookId: fc.option(anyId()) })
    .map(sampleAlertPolicy),
  change: async () => {},
  changed: (row) => row,
}

function policies<Kind extends Policy, Column extends string>(subject: PolicySubject<Kind, Column>) {
  const { storeOf, table, compare } = subject
  return {
    idOf: ({ id }: Kind) => id,
    ids: IDS,
    names: NAMES,
    save: (parts: StoreParts, rows: readonly Kind[]) => storeOf(parts).save(rows),
    delete: (parts: StoreParts, ids: readonly string[]) => storeOf(parts).delete(ids),
    read: (parts: StoreParts, id: string) => storeOf(parts).read(id),
    find: (parts: StoreParts, ids: readonly string[]) => storeOf(parts).find(ids),
    compare,
    ask: async (parts: StoreParts, all: readonly Kind[]) => {
      expect(await storeOf(parts).active()).toEqual(all.filter(({ status }) => status === 'active'))
      expect(await storeOf(parts).lastCreateTime()).toBe(
        all
          .map(({ createTime }) => createTime)
          .toSorted()
          .at(-1),
      )
    },
    peekIds: async (peek: OpenedStore['peek']) => (await peek(table)).map(({ id }) => id),
  }
}
