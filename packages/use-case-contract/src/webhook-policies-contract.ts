import type { AlertPolicy, Caller, Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'

const HOOK = {
  id: 'probe',
  enabled: true,
  fieldMappings: { resource: 'host' },
  defaultValues: { event: 'Down', environment: 'Production', type: 'probe', text: 'down', severity: 'major' },
} as const
const CLOSE_POLICY = {
  name: 'Close',
  description: 'What is over',
  order: 1,
  actions: [{ set: 'severity', value: 'ok' }],
} as const
const TAG_POLICY = { name: 'Tag', description: '', order: 2, actions: [{ add: 'tags', value: ['probe'] }] } as const

type Policies = Parameters<Opsgraph['createWebhook']>[1]['policies']

/** Tests the alert policies of a webhook (rules.md#policies-of-a-webhook). */
export function webhookPoliciesContract(harness: StoreHarness): void {
  it('should create a webhook with policies that act on its alerts only', async () => {
    const { opsgraph } = await setStage(harness)
    const { policies, ...webhook } = await opsgraph.createWebhook(admin, {
      ...HOOK,
      policies: [TAG_POLICY, CLOSE_POLICY],
    })
    expect(webhook).toMatchObject({ id: 'probe', enabled: true })
    expect(policies).toMatchObject([
      { ...CLOSE_POLICY, webhookId: 'probe' },
      { ...TAG_POLICY, webhookId: 'probe' },
    ])
    expect((await opsgraph.listAlertPolicies(admin, {})).items).toEqual(policies)
    const other = await receiveAlert(opsgraph, admin, { environment: 'Production', resource: 'db', event: 'Down' })
    expect(other).toMatchObject({ tags: [] })
    const body = new TextEncoder().encode('{"host": "web"}')
    await opsgraph.receiveDelivery({ webhookId: 'probe', rawHeaders: [], body, sizeBytes: body.length })
    const { items } = await opsgraph.listAlerts(admin, { filters: { resource: ['web'] } })
    expect(items).toMatchObject([{ tags: ['probe'], severity: 'ok', status: 'closed' }])
  })

  it('should make the policies of a webhook exactly those of a change, and leave them if the change has none', async () => {
    const { opsgraph } = await setStage(harness)
    const foreign = await opsgraph.createAlertPolicy(admin, { ...CLOSE_POLICY, description: 'of every origin' })
    const [close, tag] =
      (await opsgraph.createWebhook(admin, { ...HOOK, policies: [CLOSE_POLICY, TAG_POLICY] })).policies ?? []
    const change = async (policies: Policies, fields = {}) =>
      (await opsgraph.updateWebhook(admin, { id: 'probe', body: { ...fields, policies } })).policies
    expect(await change(undefined, { name: 'P' })).toBeUndefined()
    expect(await change(null, { name: 'Q' })).toBeUndefined()
    expect(await policiesOf(opsgraph)).toEqual([close, tag])
    expect(await change([TAG_POLICY, CLOSE_POLICY])).toEqual([close, tag])
    const renamed = { ...CLOSE_POLICY, id: close?.id, name: 'Over', status: 'inactive' } as const
    const added = { ...TAG_POLICY, name: 'More', order: 0 }
    const after = await change([renamed, added])
    expect(after).toEqual([
      { ...added, ...SERVER_SET, filters: NO_FILTER, status: 'active', webhookId: 'probe' },
      { ...close, name: 'Over', status: 'inactive', updateTime: expect.any(String) },
    ])
    expect((after?.[1]?.updateTime ?? '') > (close?.updateTime ?? '')).toBe(true)
    expect(await policiesOf(opsgraph)).toEqual(after)
    expect(await change([])).toEqual([])
    expect((await opsgraph.listAlertPolicies(admin, {})).items).toEqual([foreign])
  })

  it('should write nothing and no audit entry when a change is repeated', async () => {
    const { opsgraph, calls } = await setStage(harness)
    const body = { policies: [CLOSE_POLICY, TAG_POLICY, TAG_POLICY] }
    await opsgraph.createWebhook(admin, { ...HOOK, ...body })
    const entries = async () => (await opsgraph.listAuditEntries(admin, {})).total
    const [before, written, saves] = [await policiesOf(opsgraph), await entries(), calls.get('alertPolicies.save')]
    expect((await opsgraph.updateWebhook(admin, { id: 'probe', body })).policies).toEqual(before)
    expect((await opsgraph.updateWebhook(admin, { id: 'probe', body: { policies: before } })).policies).toEqual(before)
    expect([await entries(), calls.get('alertPolicies.save')]).toEqual([written, saves])
  })

  it('should write an audit entry for each policy that is created, changed or deleted', async () => {
    const { opsgraph } = await setStage(harness)
    const [close] =
      (await opsgraph.createWebhook(admin, { ...HOOK, policies: [CLOSE_POLICY, TAG_POLICY] })).policies ?? []
    const body = {
      name: 'P',
      policies: [
        { ...CLOSE_POLICY, order: 9 },
        { ...TAG_POLICY, name: 'New' },
      ],
    }
    await opsgraph.updateWebhook(admin, { id: 'probe', body })
    const { items } = await opsgraph.listAuditEntries(admin, {})
    expect(items.map(({ event }) => event)).toEqual([
      'alert-policy-created',
      'alert-policy-updated',
      'alert-policy-deleted',
      'webhook-config-updated',
      'alert-policy-created',
      'alert-policy-created',
      'webhook-config-created',
    ])
    expect(items[1]).toMatchObject({ resourceId: close?.id, attributes: { changes: { order: { from: 1, to: 9 } } } })
  })

  it('should write the webhook and its policies together or not at all', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.createWebhook(admin, { ...HOOK, policies: [CLOSE_POLICY] })
    const before = [await peek('webhook'), await peek('alertPolicy'), await peek('audit')]
    const faulty = [CLOSE_POLICY, { ...TAG_POLICY, webhookId: 'other' }]
    const change = { id: 'probe', body: { name: 'P', policies: faulty } }
    await expect(opsgraph.updateWebhook(admin, change)).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ code: 'invalidPolicy', path: 'policies[1].webhookId' }],
    })
    const inUse = opsgraph.createWebhook(admin, { ...HOOK, policies: [TAG_POLICY] })
    await expect(inUse).rejects.toMatchObject({ kind: 'conflict' })
    expect([await peek('webhook'), await peek('alertPolicy'), await peek('audit')]).toEqual(before)
  })

  it('should need the scopes of policies only if policies are sent or asked for', async () => {
    const { opsgraph } = await setStage(harness)
    const keeper: Caller = { ...admin, scopes: ['write:webhook_configs'] }
    await opsgraph.createWebhook(keeper, HOOK)
    await opsgraph.updateWebhook(keeper, { id: 'probe', body: { name: 'P', policies: null } })
    await opsgraph.readWebhook(keeper, 'probe')
    const refusals = [
      [() => opsgraph.createWebhook(keeper, { id: 'b', policies: [] }), 'write:service_topologies'],
      [() => opsgraph.updateWebhook(keeper, { id: 'probe', body: { policies: [] } }), 'write:service_topologies'],
      [() => opsgraph.readWebhook(keeper, 'probe', { policies: true }), 'read:service_topologies'],
      [() => opsgraph.listWebhooks(keeper, { policies: true }), 'read:service_topologies'],
    ] as const
    for (const [call, scope] of refusals) {
      await expect(call()).rejects.toMatchObject({ kind: 'forbidden', message: `this needs the scope ${scope}` })
    }
  })

  it('should give the policies back in the order in which they run, with one statement for a list', async () => {
    const { opsgraph, calls } = await setStage(harness)
    await opsgraph.createAlertPolicy(admin, CLOSE_POLICY)
    for (const id of ['a', 'b'])
      await opsgraph.createWebhook(admin, { id, policies: [{ ...TAG_POLICY, name: id }, CLOSE_POLICY] })
    await opsgraph.createWebhook(admin, { id: 'c' })
    const before = calls.get('alertPolicies.ofWebhooks') ?? 0
    const { items } = await opsgraph.listWebhooks(admin, { policies: true, sortBy: 'id' })
    expect(items.map(({ id, policies }) => [id, policies?.map(({ name }) => name)])).toEqual([
      ['a', ['Close', 'a']],
      ['b', ['Close', 'b']],
      ['c', []],
    ])
    expect(calls.get('alertPolicies.ofWebhooks')).toBe(before + 1)
    const [plain] = (await opsgraph.listWebhooks(admin, {})).items
    expect([plain, await opsgraph.readWebhook(admin, 'a')].map((webhook) => 'policies' in (webhook ?? {}))).toEqual([
      false,
      false,
    ])
  })

  it('should explain a config with the policies in it, in place of the stored ones of the webhook', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createWebhook(admin, { ...HOOK, policies: [CLOSE_POLICY] })
    const names = async (policies: Policies, more?: Policies) => {
      const draft = { config: { ...HOOK, policies }, payload: { host: 'web' }, policies: more }
      return (await opsgraph.explainConfig(admin, draft)).alerts[0]?.policies.map(({ name }) => name)
    }
    expect(await names(undefined)).toEqual(['Close'])
    expect(await names([TAG_POLICY])).toEqual(['Tag'])
    expect(await names([TAG_POLICY], [CLOSE_POLICY])).toEqual(['Close', 'Tag'])
    expect(await names([])).toEqual([])
  })
}

// Helpers

const NO_FILTER = { operator: 'AND', clauses: [] }
const SERVER_SET = { id: expect.any(String), createTime: expect.any(String), updateTime: expect.any(String) }

async function policiesOf(opsgraph: Opsgraph): Promise<readonly AlertPolicy[]> {
  return (await opsgraph.readWebhook(admin, 'probe', { policies: true })).policies ?? []
}
