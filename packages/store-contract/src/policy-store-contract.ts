import { describe, expect, it } from 'vitest'
import { ODD_NAMES } from './odd-text.js'
import { policyKindContract } from './policy-kind-contract.js'
import { ALERT_POLICIES, RELATION_POLICIES, WEIGHT_POLICIES } from './policy-subject.js'
import { byId } from './row-order.js'
import { at, nextId } from './sample.js'
import { sampleAlertPolicy, sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `WeightPolicyStore`, `RelationPolicyStore` and `AlertPolicyStore`. */
export function policyStoreContract(harness: StoreHarness): void {
  describe(WEIGHT_POLICIES.title, () => policyKindContract(harness, WEIGHT_POLICIES))
  describe(RELATION_POLICIES.title, () => policyKindContract(harness, RELATION_POLICIES))
  describe(ALERT_POLICIES.title, () => policyKindContract(harness, ALERT_POLICIES))

  it('should separate the kinds, even if ids are equal', async () => {
    const { store, peek } = await harness.open()
    const id = nextId()
    const weight = sampleWeightPolicy({ id, name: 'weight' })
    const relation = sampleRelationPolicy({ id, name: 'relation' })
    const alert = sampleAlertPolicy({ id, name: 'alert' })
    await store.weightPolicies.save([weight])
    expect(await store.relationPolicies.read(id)).toBeUndefined()
    expect(await store.relationPolicies.lastCreateTime()).toBeUndefined()
    await store.relationPolicies.save([relation])
    expect(await store.alertPolicies.lastCreateTime()).toBeUndefined()
    await store.alertPolicies.save([alert])
    expect(await store.weightPolicies.active()).toEqual([weight])
    expect(await store.relationPolicies.active()).toEqual([relation])
    expect(await store.alertPolicies.active()).toEqual([alert])
    expect(await store.weightPolicies.delete([id])).toBe(1)
    expect(await peek('weightPolicy')).toEqual([])
    expect(await store.relationPolicies.read(id)).toEqual(relation)
    expect(await store.alertPolicies.read(id)).toEqual(alert)
  })

  describe('weights in a list', () => {
    it.each([
      ['0', 1],
      ['0.1', 1],
      ['-2.5', 1],
      ['1e+21', 1],
      ['1e-7', 1],
      ['1e21', 0],
      ['-0', 0],
      ['0.10', 0],
      ['.1', 0],
      ['+0', 0],
      ['1E+21', 0],
      ['0.0000001', 0],
      ['1000000000000000000000', 0],
      ['-2.50', 0],
      ['Infinity', 0],
      ['-infinity', 0],
      ['nan', 0],
    ])('should be found by %s only in its JSON form: %i', async (value, total) => {
      const { store } = await harness.open()
      await store.weightPolicies.save([0, 0.1, -2.5, 1e21, 1e-7].map((weight) => sampleWeightPolicy({ weight })))
      const query = { sort: undefined, page: 1, pageSize: 10 }
      expect((await store.weightPolicies.list({ ...query, filters: { weight: [value] } })).total).toBe(total)
      const several = await store.weightPolicies.list({ ...query, filters: { weight: [value, '77', value] } })
      expect(several.total).toBe(total)
    })
  })

  it('should find weight policies by topology and by name, each once', async () => {
    const { store } = await harness.open()
    const shop = sampleWeightPolicy({ topologyId: 'shop', name: 'a' })
    const bank = sampleWeightPolicy({ topologyId: 'bank', name: 'a', status: 'inactive' })
    const [globalA, globalB] = [sampleWeightPolicy({ name: 'a' }), sampleWeightPolicy({ name: 'b' })]
    const odd = ODD_NAMES.map((name) => sampleWeightPolicy({ topologyId: `of ${name}`, name }))
    const { weightPolicies } = store
    await weightPolicies.save([shop, bank, globalA, globalB, ...odd])
    expect(byId(await weightPolicies.ofTopologies(['shop', 'none', 'bank', 'shop', 'SHOP', '\u0000', '']))).toEqual(
      byId([shop, bank]),
    )
    expect(byId(await weightPolicies.global())).toEqual(byId([globalA, globalB]))
    expect(byId(await weightPolicies.named(['a', 'A', 'a', 'none', '\ud800']))).toEqual(byId([shop, bank, globalA]))
    expect(byId(await weightPolicies.named(ODD_NAMES))).toEqual(byId(odd))
    expect(byId(await weightPolicies.ofTopologies(odd.map(({ topologyId }) => topologyId ?? '')))).toEqual(byId(odd))
    expect([await weightPolicies.ofTopologies([]), await weightPolicies.named([])]).toEqual([[], []])
  })

  it('should apply alert policies by order, then createTime, then id', async () => {
    const { store } = await harness.open()
    const [last, first] = [sampleAlertPolicy({ order: 10 }), sampleAlertPolicy({ order: -10, createTime: at(9) })]
    const between = [3, 1, 2, 1].map((created) => sampleAlertPolicy({ order: 9, createTime: at(created) }))
    const [third, early, second, earlyToo] = between
    await store.alertPolicies.save([last, ...between, first])
    const expected = [first, early, earlyToo, second, third, last]
    expect(await store.alertPolicies.active()).toEqual(expected)
    const everything = { filters: {}, sort: undefined, page: 1, pageSize: 10 }
    expect((await store.alertPolicies.list(everything)).items).toEqual(expected)
  })

  it('should find alert policies by webhook', async () => {
    const { store } = await harness.open()
    const { alertPolicies } = store
    const probe = sampleAlertPolicy({ webhookId: 'probe' })
    const off = sampleAlertPolicy({ webhookId: 'probe', status: 'inactive' })
    const odd = ODD_NAMES.map((name) => sampleAlertPolicy({ webhookId: `of ${name}` }))
    await alertPolicies.save([probe, sampleAlertPolicy(), off, ...odd])
    const ofOdd = odd.map(({ webhookId }) => webhookId ?? '')
    expect(byId(await alertPolicies.ofWebhooks(['probe', 'none', 'probe']))).toEqual(byId([probe, off]))
    expect(byId(await alertPolicies.ofWebhooks(ofOdd))).toEqual(byId(odd))
    for (const policy of odd) expect(await alertPolicies.ofWebhooks([policy.webhookId ?? ''])).toEqual([policy])
    expect(await alertPolicies.ofWebhooks(['', 'Probe', 'null', probe.id, '\u0000', '\ud800'])).toEqual([])
    expect(await alertPolicies.ofWebhooks([])).toEqual([])
  })

  describe('release', () => {
    it('should make the policies of the topologies global, and change nothing else', async () => {
      const { store, peek } = await harness.open()
      const ofTopology = (topologyId: string) => ({ ...WEIGHT_POLICIES.elaborate, id: nextId(), topologyId })
      const [shop, bank, left] = [ofTopology('shop'), ofTopology('bank'), ofTopology('left')] as const
      const others = [{ ...shop, id: nextId() }, sampleWeightPolicy(), sampleWeightPolicy({ topologyId: '' })]
      await store.weightPolicies.save([shop, bank, left, ...others])
      await store.weightPolicies.release([])
      await store.weightPolicies.release(['no such topology', '\u0000', '\ud800', 'Shop', shop.id])
      expect(await store.weightPolicies.read(shop.id)).toEqual(shop)
      await store.weightPolicies.release(['shop', 'bank', 'shop', '\u0000'])
      const expected = [shop, bank, left, ...others].map((policy) =>
        policy.topologyId === 'shop' || policy.topologyId === 'bank' ? { ...policy, topologyId: null } : policy,
      )
      expect(byId(await store.weightPolicies.find(expected.map(({ id }) => id)))).toEqual(byId(expected))
      expect(byId(await peek('weightPolicy'))).toEqual(byId(expected).map(WEIGHT_POLICIES.kept))
      await store.weightPolicies.save([bank])
      await store.weightPolicies.release(['bank'])
      expect((await store.weightPolicies.read(bank.id))?.topologyId).toBeNull()
    })
  })
}
