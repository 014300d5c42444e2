import { createOpsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { admin, setStage } from './stage.js'

const policy = { name: 'Noise', description: 'Nobody reads it', actions: [{ drop: true }] } as const

/** Tests the storage of alert policies (rules.md#alert-policies). */
export function alertPolicyContract(harness: StoreHarness): void {
  it('should create, read, change and delete a policy', async () => {
    const { opsgraph } = await setStage(harness)
    const created = await opsgraph.createAlertPolicy(admin, policy)
    const { id, createTime } = created
    expect(created).toEqual({
      ...policy,
      ...{ id, createTime, updateTime: createTime },
      ...{ filters: { operator: 'AND', clauses: [] }, status: 'active', order: 100, webhookId: null },
    })
    expect(await opsgraph.readAlertPolicyById(admin, id)).toEqual(created)
    const actions = [{ lowercase: 'severity' }] as const
    const changed = await opsgraph.updateAlertPolicy(admin, { id, body: { order: -1, actions } })
    expect(changed).toEqual({ ...created, order: -1, actions, updateTime: expect.any(String) })
    expect(changed.updateTime > created.updateTime).toBe(true)
    const off = await opsgraph.setAlertPolicyStatus(admin, { id, body: { status: 'inactive' } })
    expect(off).toEqual({ ...changed, status: 'inactive', updateTime: off.updateTime })
    expect(off.updateTime > changed.updateTime).toBe(true)
    expect(await opsgraph.readAlertPolicyById(admin, id)).toEqual(off)
    await opsgraph.deleteAlertPolicy(admin, id)
    for (const missing of [
      () => opsgraph.readAlertPolicyById(admin, id),
      () => opsgraph.updateAlertPolicy(admin, { id, body: {} }),
      () => opsgraph.setAlertPolicyStatus(admin, { id, body: { status: 'active' } }),
      () => opsgraph.deleteAlertPolicy(admin, id),
    ]) {
      await expect(missing()).rejects.toMatchObject({ kind: 'notFound' })
    }
  })

  it('should list policies by order, then by creation, each with a later time than the one before', async () => {
    const { store } = await harness.open()
    const opsgraph = createOpsgraph({ store, clock: () => new Date('2026-01-01T00:00:00.000Z') })
    const names = async (request = {}) =>
      (await opsgraph.listAlertPolicies(admin, request)).items.map(({ name }) => name)
    for (const [name, order] of Object.entries({ c: 5, d: 5, e: undefined, b: 4, a: -4 })) {
      await opsgraph.createAlertPolicy(admin, { ...policy, name, order })
    }
    expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await names({ sortBy: '-createTime' })).toEqual(['a', 'b', 'e', 'd', 'c'])
    expect(await names({ filters: { order: ['5', '100'], name: [' d ', 'e'] } })).toEqual(['d', 'e'])
    const { items } = await opsgraph.listAlertPolicies(admin, {})
    expect(new Set(items.map(({ createTime }) => createTime)).size).toBe(5)
    const [first] = items
    const changed = await opsgraph.updateAlertPolicy(admin, { id: first?.id ?? '', body: {} })
    expect(changed.updateTime > (first?.updateTime ?? '')).toBe(true)
  })

  it('should refuse a webhook that does not exist, and change nothing', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const refused = { kind: 'invalid', message: 'webhookId: there is no webhook probe' }
    const bind = () => opsgraph.createAlertPolicy(admin, { ...policy, webhookId: 'probe' })
    await expect(bind()).rejects.toMatchObject(refused)
    expect([await peek('alertPolicy'), await peek('audit')]).toEqual([[], []])
    const created = await opsgraph.createAlertPolicy(admin, policy)
    const rebind = () => opsgraph.updateAlertPolicy(admin, { id: created.id, body: { webhookId: 'probe' } })
    await expect(rebind()).rejects.toMatchObject(refused)
    expect(await opsgraph.readAlertPolicyById(admin, created.id)).toEqual(created)
    await opsgraph.createWebhook(admin, { id: 'probe' })
    expect((await bind()).webhookId).toBe('probe')
    expect((await rebind()).webhookId).toBe('probe')
    const freed = await opsgraph.updateAlertPolicy(admin, { id: created.id, body: { webhookId: null } })
    expect(freed.webhookId).toBeNull()
  })

  it('should delete the policies of a deleted webhook, and leave the others and the revision of unchanged ones', async () => {
    const { store, opsgraph } = await setStage(harness)
    for (const id of ['gone', 'kept', 'bare']) await opsgraph.createWebhook(admin, { id })
    const [first, second, kept, global] = [
      await opsgraph.createAlertPolicy(admin, { ...policy, webhookId: 'gone' }),
      await opsgraph.createAlertPolicy(admin, { ...policy, webhookId: 'gone', status: 'inactive' }),
      await opsgraph.createAlertPolicy(admin, { ...policy, webhookId: 'kept' }),
      await opsgraph.createAlertPolicy(admin, policy),
    ]
    await opsgraph.deleteWebhook(admin, 'gone')
    expect((await opsgraph.listAlertPolicies(admin, {})).items).toEqual([kept, global])
    const { items } = await opsgraph.listAuditEntries(admin, { filters: { event: ['alert-policy-deleted'] } })
    expect(items.map(({ resourceId }) => resourceId).toSorted()).toEqual([first.id, second.id].toSorted())
    expect(items[0]).toMatchObject({
      type: 'alert-policy',
      attributes: { webhookId: 'gone', actions: [{ drop: true }] },
    })
    const revision = await store.policyRevision.read()
    await opsgraph.deleteWebhook(admin, 'bare')
    expect(await store.policyRevision.read()).toBe(revision)
  })

  it('should delete a webhook with many policies in as many calls of the store as with one', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const callsToDelete = async (policies: number) => {
      await opsgraph.createWebhook(admin, { id: 'hook' })
      for (let count = 0; count < policies; count++) {
        await opsgraph.createAlertPolicy(admin, { ...policy, webhookId: 'hook' })
      }
      const before = total(calls)
      await opsgraph.deleteWebhook(admin, 'hook')
      return total(calls) - before
    }
    expect(await callsToDelete(1)).toBe(await callsToDelete(20))
  })

  it('should write an audit entry with what each change has changed', async () => {
    const { opsgraph } = await setStage(harness)
    const { id } = await opsgraph.createAlertPolicy(admin, policy)
    await opsgraph.updateAlertPolicy(admin, { id, body: { order: 7 } })
    await opsgraph.setAlertPolicyStatus(admin, { id, body: { status: 'inactive' } })
    await opsgraph.setAlertPolicyStatus(admin, { id, body: { status: 'inactive' } })
    await opsgraph.deleteAlertPolicy(admin, id)
    const { items } = await opsgraph.listAuditEntries(admin, { filters: { resourceId: [id] } })
    expect(items.map(({ event, attributes }) => [event, attributes.changes])).toEqual([
      ['alert-policy-deleted', undefined],
      ['alert-policy-updated', { status: { from: 'active', to: 'inactive' } }],
      ['alert-policy-updated', { order: { from: 100, to: 7 } }],
      ['alert-policy-created', undefined],
    ])
    expect(items[0]).toMatchObject({ text: 'alert policy Noise deleted', attributes: { order: 7, status: 'inactive' } })
  })
}

// Helpers

function total(calls: ReadonlyMap<string, number>): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0)
}
