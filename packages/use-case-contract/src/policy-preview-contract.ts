import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { add, deliver, down, HOOK, policyOf, where } from './policy-scene.js'
import { admin, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

/** Tests that an alert policy can be tried before it is saved (rules.md#alert-policy-preview). */
export function policyPreviewContract(harness: StoreHarness): void {
  it('should preview a policy on kept deliveries, after the active policies, and store nothing', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    await deliver(opsgraph, [
      { host: 'a', level: 'P1' },
      { host: 'b', level: 'P2' },
    ])
    await add(opsgraph, { translate: 'severity', values: { P1: 'critical' } })
    const policy = { ...policyOf({ set: 'group', value: 'pages' }), filters: where('severity', 'critical') }
    const preview = await opsgraph.previewAlertPolicy(admin, { policy, webhookId: 'hook' })
    expect(preview).toMatchObject({ total: 2, matched: 1, changed: 1, dropped: 0 })
    expect(preview.alerts).toMatchObject([
      {
        webhookId: 'hook',
        alertId: null,
        resource: 'a',
        severity: 'P1',
        run: { matched: true, changes: [{ field: 'group', from: null, to: 'pages' }] },
        error: null,
      },
      {
        resource: 'b',
        run: { matched: false, reason: 'not severity = critical: severity is P2' },
        error: expect.stringMatching(/^Severity \(P2\)/),
      },
    ])
    expect([(await peek('alert')).length, (await opsgraph.listAlertPolicies(admin, {})).total]).toEqual([0, 1])
  })

  it('should preview a policy alone on stored alerts, newest first, up to the limit', async () => {
    const { opsgraph } = await setStage(harness)
    await add(opsgraph, { set: 'group', value: 'other' })
    for (const resource of ['a', 'b', 'c']) await opsgraph.receiveAlert(admin, { ...down, resource })
    const policy = { ...policyOf({ drop: true }), status: 'inactive' } as const
    const preview = await opsgraph.previewAlertPolicy(admin, { policy, limit: 2 })
    expect(preview).toMatchObject({ total: 2, matched: 2, dropped: 2, changed: 0 })
    expect(preview.alerts).toMatchObject([
      { resource: 'c', webhookId: null, alertId: expect.any(String), run: { dropped: true } },
      { resource: 'b' },
    ])
  })

  it('should preview only the alerts of the webhook that is named, or to which the policy is bound', async () => {
    const { opsgraph } = await setStage(harness)
    for (const id of ['hook', 'other']) await opsgraph.createWebhook(admin, { ...HOOK, id })
    await deliver(opsgraph, [{ host: 'a', level: 'major' }])
    await deliver(opsgraph, [{ host: 'b', level: 'major' }], { webhookId: 'other' })
    await opsgraph.receiveAlert(admin, down)
    const resources = async (policy: object, webhookId?: string) => {
      const request = { policy: { ...policyOf({ drop: true }), ...policy }, webhookId }
      return (await opsgraph.previewAlertPolicy(admin, request)).alerts.map((alert) => alert.resource).sort()
    }
    expect(await resources({})).toEqual(['a', 'a', 'b', 'b', 'web'])
    expect(await resources({}, 'hook')).toEqual(['a', 'a'])
    expect(await resources({ webhookId: 'other' })).toEqual(['b', 'b'])
  })

  it('should preview a changed policy in the place of the stored one', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    await deliver(opsgraph, [{ host: 'a', level: 'P1' }])
    const { id } = await add(opsgraph, { drop: true })
    await add(opsgraph, { copy: 'group', from: ['severity'] })
    const policy = policyOf({ translate: 'severity', values: { P1: 'major' } })
    const changed = await opsgraph.previewAlertPolicy(admin, { policy, policyId: id })
    expect(changed).toMatchObject({ total: 1, changed: 1, dropped: 0, alerts: [{ error: null }] })
    const added = await opsgraph.previewAlertPolicy(admin, { policy })
    expect(added).toMatchObject({ total: 1, changed: 0, alerts: [{ run: { matched: false } }] })
  })

  it('should find the stored alerts of a webhook behind newer alerts of others', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    await deliver(opsgraph, [{ host: 'a', level: 'major' }])
    for (const resource of ['b', 'c']) await opsgraph.receiveAlert(admin, { ...down, resource })
    const request = { policy: policyOf({ drop: true }), webhookId: 'hook', limit: 1 }
    const { alerts } = await opsgraph.previewAlertPolicy(admin, request)
    expect(alerts.map(({ resource, alertId }) => [resource, typeof alertId])).toEqual([
      ['a', 'object'],
      ['a', 'string'],
    ])
  })

  it('should refuse a preview of a faulty policy, and one without the scopes', async () => {
    const { opsgraph } = await setStage(harness)
    const policy = policyOf({ drop: true })
    const preview = (request: object, caller = admin) =>
      opsgraph.previewAlertPolicy(caller, wrongInput({ policy, ...request }))
    const invalid: readonly (readonly [object, string])[] = [
      [{ policy: { ...policy, actions: [] } }, 'policy.actions must be 1 to 50 actions'],
      [{ policy: undefined }, 'policy is required'],
      [{ webhookId: 'none' }, 'webhookId: there is no webhook none'],
      [{ policyId: 'none' }, 'policyId: there is no alert policy none'],
      [{ limit: 0 }, 'limit must be a whole number from 1 to 1000'],
      [{ limit: 1_001 }, 'limit must be a whole number from 1 to 1000'],
      [{ more: 1 }, 'unknown fields: more'],
    ]
    for (const [request, message] of invalid) {
      await expect(preview(request)).rejects.toMatchObject({ kind: 'invalid', message })
    }
    const scopes = ['read:service_topologies', 'read:webhook_configs', 'read:alerts'] as const
    for (const missing of scopes) {
      const caller = { ...admin, scopes: scopes.filter((scope) => scope !== missing) }
      await expect(preview({}, caller)).rejects.toMatchObject({ kind: 'forbidden' })
    }
    expect(await preview({}, { ...admin, scopes })).toMatchObject({ total: 0 })
  })
}
