import { createOpsgraph, type Opsgraph } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'

const down = {
  environment: 'Production',
  resource: 'db-1',
  event: 'Down',
  severity: 'major',
  service: ['shop'],
} as const
const databases = { clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] } as const
const policy = { name: 'Databases', description: 'They weigh', filters: databases }

/** Tests weight policies and relation policies (rules.md#weight-policies; rules.md#relation-policies). */
export function policyContract(harness: StoreHarness): void {
  it('should weigh a received alert by the first active policy that matches, in creation order', async () => {
    const { opsgraph } = await setStage(harness)
    const weigh = (weight: number, fields = {}) => opsgraph.createWeightPolicy(admin, { ...policy, weight, ...fields })
    await weigh(1, { filters: { clauses: [{ key: 'resource', op: '=', value: 'web' }] } })
    await weigh(2, { status: 'inactive' })
    const { id } = await weigh(3)
    await weigh(4)
    const alert = await receiveAlert(opsgraph, admin, down)
    expect(alert.attributes).toEqual({ weight: 3 })
    expect(alert.history.map(({ type, actor }) => [type, actor])).toEqual([
      ['new', 'ann'],
      ['policy', id],
    ])
    expect(await opsgraph.readAlertById(admin, alert.id)).toEqual(alert)
    const carrying = await receiveAlert(opsgraph, admin, { ...down, event: 'Slow', attributes: { weight: 99 } })
    expect(carrying).toMatchObject({ attributes: { weight: 99 }, history: [{ type: 'new' }] })
  })

  it('should keep the creation order of policies that are created at the same time', async () => {
    const { store } = await harness.open()
    const opsgraph = createOpsgraph({ store, clock: () => new Date('2026-01-01T00:00:00.000Z') })
    for (let weight = 1; weight <= 8; weight++) await opsgraph.createWeightPolicy(admin, { ...policy, weight })
    expect((await receiveAlert(opsgraph, admin, down)).attributes).toEqual({ weight: 1 })
    const { items } = await opsgraph.listWeightPolicies(admin, {})
    expect(items.map(({ weight }) => weight)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(items.map(({ createTime }) => createTime)).size).toBe(8)
  })

  it('should let every change take effect on the next alert, on every server', async () => {
    const { store, opsgraph: here } = await setStage(harness)
    const there = createOpsgraph({ store })
    const weights = async () => {
      const seen = []
      for (const server of [here, there]) {
        const { id, attributes } = await receiveAlert(server, admin, down)
        seen.push(attributes.weight)
        await server.deleteAlert(admin, id)
      }
      return seen
    }
    expect(await weights()).toEqual([undefined, undefined])
    const { id } = await here.createWeightPolicy(admin, { ...policy, weight: 1 })
    expect(await weights()).toEqual([1, 1])
    await there.updateWeightPolicy(admin, { id, body: { weight: 2 } })
    expect(await weights()).toEqual([2, 2])
    await here.setWeightPolicyStatus(admin, { policies: [id], status: 'inactive' })
    expect(await weights()).toEqual([undefined, undefined])
    await there.setWeightPolicyStatus(admin, { policies: [{ id }], status: 'active' })
    expect(await weights()).toEqual([2, 2])
    await here.updateWeightPolicy(admin, {
      id,
      body: { filters: { clauses: [{ key: 'resource', op: '=', value: 'x' }] } },
    })
    expect(await weights()).toEqual([undefined, undefined])
    await there.updateWeightPolicy(admin, { id, body: { filters: {} } })
    expect(await weights()).toEqual([2, 2])
    await here.deleteWeightPolicy(admin, id)
    expect(await weights()).toEqual([undefined, undefined])
  })

  it('should read policies again only if they have changed', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const { id } = await opsgraph.createWeightPolicy(admin, { ...policy, weight: 1 })
    const reads = () => [calls.get('weightPolicies.active') ?? 0, calls.get('relationPolicies.active') ?? 0]
    for (let round = 0; round < 5; round++) await receiveAlert(opsgraph, admin, down)
    expect(reads()).toEqual([1, 1])
    await opsgraph.updateWeightPolicy(admin, { id, body: { weight: 2 } })
    for (let round = 0; round < 5; round++) await receiveAlert(opsgraph, admin, down)
    expect(reads()).toEqual([2, 2])
  })

  it('should weigh every alert of a batch', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createWeightPolicy(admin, { ...policy, weight: 7 })
    const drafts = ['db-1', 'web', 'db-2'].map((resource) => readAlert({ ...down, resource }))
    const alerts = await opsgraph.receiveAlerts(admin, drafts)
    expect(alerts).toMatchObject([{ attributes: { weight: 7 } }, { attributes: {} }, { attributes: { weight: 7 } }])
    expect(alerts[1]).not.toHaveProperty('attributes.weight')
  })

  it('should refuse a policy for a topology that does not exist, and change nothing', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const weigh = (topologyId: string) => opsgraph.createWeightPolicy(admin, { ...policy, weight: 1, topologyId })
    await expect(weigh('nowhere')).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/topologyId.*nowhere/),
    })
    expect(await peek('audit')).toEqual([])
    const { id } = await opsgraph.createTopology(admin, shopBody())
    const created = await weigh(id)
    expect(created.topologyId).toBe(id)
    const moved = opsgraph.updateWeightPolicy(admin, { id: created.id, body: { weight: 5, topologyId: 'nowhere' } })
    await expect(moved).rejects.toMatchObject({ kind: 'invalid' })
    expect(await opsgraph.readWeightPolicyById(admin, created.id)).toEqual(created)
  })

  it('should make the policies of a deleted topology global', async () => {
    const { opsgraph } = await setStage(harness)
    const owned = async (service: string) => {
      const topology = await opsgraph.createTopology(admin, { name: service, description: '', service })
      const fields = { ...policy, weight: 1, topologyId: topology.id }
      return { topology: topology.id, policy: (await opsgraph.createWeightPolicy(admin, fields)).id }
    }
    const [kept, alone, bulk] = [await owned('kept'), await owned('alone'), await owned('bulk')]
    await opsgraph.deleteTopology(admin, alone.topology)
    await opsgraph.deleteTopologies(admin, [bulk.topology])
    const ownerOf = async (id: string) => (await opsgraph.readWeightPolicyById(admin, id)).topologyId
    expect([await ownerOf(kept.policy), await ownerOf(alone.policy), await ownerOf(bulk.policy)]).toEqual([
      kept.topology,
      null,
      null,
    ])
    const { items } = await opsgraph.listAuditEntries(admin, {
      filters: { event: ['service-topology-policy-updated'] },
    })
    expect(items).toMatchObject([
      { resourceId: alone.policy, attributes: { changes: { topologyId: { from: alone.topology, to: null } } } },
    ])
  })

  it('should write an audit entry for each change of a policy, and none for a bulk delete', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createWeightPolicy(admin, { ...policy, weight: 1 })
    await opsgraph.updateWeightPolicy(admin, { id, body: { weight: 2 } })
    await opsgraph.setWeightPolicyStatus(admin, { policies: [id], status: 'inactive' })
    await opsgraph.setWeightPolicyStatus(admin, { policies: [id], status: 'inactive' })
    await opsgraph.deleteWeightPolicies(admin, [id])
    const { items } = await opsgraph.listAuditEntries(admin, { filters: { resourceId: [id] } })
    expect(items).toMatchObject([
      {
        event: 'service-topology-policy-updated',
        attributes: { changes: { status: { from: 'active', to: 'inactive' } } },
      },
      { event: 'service-topology-policy-updated', attributes: { changes: { weight: { from: 1, to: 2 } } } },
      { event: 'service-topology-policy-created', type: 'service-topology-policy', attributes: { weight: 1 } },
    ])
  })

  it('should skip unknown ids in bulk requests, and refuse an unknown id otherwise', async () => {
    const { opsgraph } = await setStage(harness)
    const first = await opsgraph.createWeightPolicy(admin, { ...policy, weight: 1 })
    const second = await opsgraph.createWeightPolicy(admin, { ...policy, weight: 2 })
    const ids = [first.id, 'nobody', { id: second.id }, first.id]
    expect(await opsgraph.setWeightPolicyStatus(admin, { policies: ids, status: 'inactive' })).toBe(2)
    expect(await opsgraph.readWeightPolicyById(admin, second.id)).toEqual({ ...second, status: 'inactive' })
    expect(await opsgraph.deleteWeightPolicies(admin, ids)).toBe(2)
    expect(await opsgraph.deleteWeightPolicies(admin, ids)).toBe(0)
    for (const missing of [
      () => opsgraph.readWeightPolicyById(admin, first.id),
      () => opsgraph.updateWeightPolicy(admin, { id: first.id, body: {} }),
      () => opsgraph.deleteWeightPolicy(admin, first.id),
      () => opsgraph.readRelationPolicyById(admin, 'nobody'),
      () => opsgraph.updateRelationPolicy(admin, { id: 'nobody', body: {} }),
      () => opsgraph.deleteRelationPolicy(admin, 'nobody'),
    ]) {
      await expect(missing()).rejects.toMatchObject({ kind: 'notFound' })
    }
  })

  it('should write the relations of relation policies, ranked below relations of all other sources', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const farm = await opsgraph.createRelationPolicy(admin, { ...policy, parent: 'farm' })
    const rack = await opsgraph.createRelationPolicy(admin, { ...policy, parent: 'rack' })
    await opsgraph.createRelationPolicy(admin, { ...policy, parent: 'db-1' })
    await opsgraph.createRelationPolicy(admin, { ...policy, parent: 'off', status: 'inactive' })
    await opsgraph.createRelationPolicy(admin, { ...policy, parent: 'web-farm', filters: { clauses: [webAlert()] } })
    await receiveAlert(opsgraph, admin, { ...down, resourceParent: 'rack', origin: 'zabbix' })
    const common = { environment: 'Production', resource: 'db-1' }
    const relations = async () =>
      (await peek('relation')).toSorted((left, right) => (left.parent < right.parent ? -1 : 1))
    expect(await relations()).toEqual([
      { ...common, parent: 'farm', source: 'policy', sourceRef: farm.id },
      { ...common, parent: 'rack', source: 'event', sourceRef: 'zabbix' },
    ])
    const moved = await opsgraph.updateRelationPolicy(admin, { id: rack.id, body: { parent: 'room' } })
    expect(moved).toEqual({ ...rack, parent: 'room' })
    await receiveAlert(opsgraph, admin, down)
    expect((await relations()).map(({ parent }) => parent)).toEqual(['farm', 'rack', 'room'])
    await opsgraph.deleteRelationPolicy(admin, farm.id)
    expect(await relations()).toHaveLength(3)
  })

  it('should give each of many concurrently created policies a different time', async () => {
    const { opsgraph } = await setStage(harness)
    await Promise.all(
      Array.from({ length: 8 }, (_, weight) => opsgraph.createWeightPolicy(admin, { ...policy, weight })),
    )
    expect(new Set(await createTimes(opsgraph)).size).toBe(8)
  })
}

// Helpers

function webAlert() {
  return { key: 'resource', op: '=', value: 'web' } as const
}

async function createTimes(opsgraph: Opsgraph): Promise<readonly string[]> {
  return (await opsgraph.listWeightPolicies(admin, {})).items.map(({ createTime }) => createTime)
}
