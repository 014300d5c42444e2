import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { add, deliver, down, HOOK, policyOf, where } from './policy-scene.js'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'
import { wrongInput } from './wrong-input.js'

/** Tests that alert policies run whenever an alert is created (rules.md#running-alert-policies). */
export function runningPoliciesContract(harness: StoreHarness): void {
  it('should run policies before required fields, severity and status are checked', async () => {
    const { opsgraph } = await setStage(harness)
    const levels = { translate: 'severity', values: { P1: 'critical' } } as const
    const states = { translate: 'status', values: { acked: 'ack' }, otherwise: 'open' } as const
    await add(opsgraph, levels, states, { copy: 'resource', from: ['attributes.host'] })
    const sent = { environment: 'Production', event: 'Down', severity: 'P1', attributes: { host: 'db' } }
    const alert = await receiveAlert(opsgraph, admin, wrongInput({ ...sent, status: 'Acked' }))
    expect(alert).toMatchObject({ resource: 'db', severity: 'critical', status: 'ack' })
    await expect(opsgraph.receiveAlert(admin, wrongInput({ ...down, severity: 'P2' }))).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/^Severity \(P2\) is not one of/),
    })
  })

  it('should make a fingerprint and a time fit that a policy gives a posted alert, but not what was posted', async () => {
    const { opsgraph } = await setStage(harness)
    await add(
      opsgraph,
      { copy: 'fingerprint', from: ['attributes.labels'] },
      { copy: 'eventTime', from: ['attributes.at'] },
    )
    const attributes = { labels: 'x'.repeat(256), at: '2025-12-31 23:00' }
    expect(await receiveAlert(opsgraph, admin, { ...down, attributes })).toMatchObject({
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      eventTime: '2025-12-31T23:00:00.000Z',
    })
    for (const [field, value] of [
      ['fingerprint', 'x'.repeat(256)],
      ['eventTime', '2025-12-31 23:00'],
    ]) {
      await expect(opsgraph.receiveAlert(admin, wrongInput({ ...down, [`${field}`]: value }))).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining(`${field} `),
      })
    }
  })

  it('should show policies the default values of a webhook, but not the defaults of alerts', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createWebhook(admin, { ...HOOK, defaultValues: { ...HOOK.defaultValues, group: 'given' } })
    await add(
      opsgraph,
      { copy: 'attributes.group', from: ['group'] },
      { copy: 'attributes.severity', from: ['severity'] },
    )
    await deliver(opsgraph, [{ host: 'a' }])
    const { items } = await opsgraph.listAlerts(admin, {})
    expect(items.map(({ severity, attributes }) => [severity, attributes])).toEqual([
      ['indeterminate', { group: 'given' }],
    ])
  })

  it('should store nothing of a dropped alert, and name the policy', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.createAlertPolicy(admin, {
      ...policyOf({ drop: true }),
      name: 'No tests',
      filters: where('event', 'test'),
    })
    const dropped = await opsgraph.receiveAlert(admin, { ...down, event: 'test', resourceParent: 'vm' })
    expect(dropped).toEqual({ droppedBy: 'No tests' })
    // An alert that a policy drops is not validated.
    expect(await opsgraph.receiveAlert(admin, wrongInput({ event: 'test' }))).toEqual(dropped)
    const batch = await opsgraph.receiveAlerts(admin, [{ ...down, event: 'test' }, down, { ...down, event: 'test' }])
    expect(batch).toMatchObject([dropped, { resource: 'web' }, dropped])
    expect(await opsgraph.receiveAlerts(admin, [{ ...down, event: 'test' }])).toEqual([dropped])
    expect([(await peek('alert')).length, (await peek('relation')).length]).toEqual([1, 0])
  })

  it('should store all alerts of a batch that are not dropped, or none', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await add(opsgraph, { translate: 'severity', values: { P1: 'critical' } })
    const [good, bad] = [wrongInput({ ...down, severity: 'P1' }), wrongInput({ ...down, severity: 'P2' })]
    await expect(opsgraph.receiveAlerts(admin, [good, bad])).rejects.toThrow(/^alerts\[1\]: Severity \(P2\)/)
    expect(await peek('alert')).toEqual([])
  })

  it('should receive a thousand alerts with as many calls as one', async () => {
    const { opsgraph, calls } = await setStage(harness)
    await add(opsgraph, { add: 'tags', value: ['seen'] })
    await opsgraph.receiveAlert(admin, { ...down, resourceParent: 'vm' })
    const total = () => [...calls.values()].reduce((sum, count) => sum + count, 0)
    const counts: number[] = []
    for (const count of [1, 1_000]) {
      const before = total()
      const alerts = Array.from({ length: count }, (_, index) => ({
        ...down,
        resource: `r${index}`,
        resourceParent: 'vm',
      }))
      expect(await opsgraph.receiveAlerts(admin, alerts)).toHaveLength(count)
      counts.push(total() - before)
    }
    expect(counts[1]).toBe(counts[0])
  })

  it('should run policies by order, and weight and relation policies after them', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const filters = where('group', 'second')
    const named = { name: 'x', description: '', filters }
    await opsgraph.createWeightPolicy(admin, { ...named, weight: 7 })
    await opsgraph.createRelationPolicy(admin, { ...named, parent: 'vm' })
    await opsgraph.createAlertPolicy(admin, { ...policyOf({ set: 'group', value: 'second' }), order: 2 })
    await opsgraph.createAlertPolicy(admin, { ...policyOf({ set: 'group', value: 'first' }), order: 1 })
    expect(await receiveAlert(opsgraph, admin, down)).toMatchObject({ group: 'second', attributes: { weight: 7 } })
    expect(await peek('relation')).toMatchObject([{ resource: 'web', parent: 'vm', source: 'policy' }])
  })

  it('should run a policy from the next alert after its creation until it is inactive or deleted', async () => {
    const { opsgraph } = await setStage(harness)
    const group = async () => (await receiveAlert(opsgraph, admin, { ...down, resource: String(++resource) })).group
    let resource = 0
    expect(await group()).toBe('Misc')
    const { id } = await add(opsgraph, { set: 'group', value: 'a' })
    expect(await group()).toBe('a')
    await opsgraph.updateAlertPolicy(admin, { id, body: { actions: [{ set: 'group', value: 'b' }] } })
    expect(await group()).toBe('b')
    await opsgraph.updateAlertPolicy(admin, { id, body: { status: 'inactive' } })
    expect(await group()).toBe('Misc')
    await opsgraph.updateAlertPolicy(admin, { id, body: { status: 'active' } })
    expect(await group()).toBe('b')
    await opsgraph.deleteAlertPolicy(admin, id)
    expect(await group()).toBe('Misc')
  })

  it('should run a policy of a webhook only on deliveries to it', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    await opsgraph.createWebhook(admin, { ...HOOK, id: 'other' })
    await opsgraph.createAlertPolicy(admin, { ...policyOf({ set: 'group', value: 'mine' }), webhookId: 'hook' })
    await deliver(opsgraph, [{ host: 'a', level: 'major' }])
    await deliver(opsgraph, [{ host: 'b', level: 'major' }], { webhookId: 'other' })
    await opsgraph.receiveAlert(admin, { ...down, resource: 'c' })
    const { items } = await opsgraph.listAlerts(admin, {})
    expect(new Map(items.map((alert) => [alert.resource, alert.group]))).toEqual(
      new Map([
        ['a', 'mine'],
        ['b', 'Misc'],
        ['c', 'Misc'],
      ]),
    )
    expect(await peek('alert')).toHaveLength(3)
  })

  it('should count the alerts of a delivery that policies drop, and say so in the history', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    await opsgraph.createAlertPolicy(admin, {
      ...policyOf({ drop: true }),
      name: 'Quiet',
      filters: where('severity', 'low'),
    })
    const low = { host: 'a', level: 'low' }
    const results = [
      await deliver(opsgraph, [low, low]),
      await deliver(opsgraph, [low, { host: 'b', level: 'major' }]),
      await deliver(opsgraph, [low, { host: 'c', level: 'bad' }]),
    ]
    expect(results).toMatchObject([
      { case: 'ignored', httpStatus: 200, alerts: [], ignored: 2, rejected: [] },
      { case: 'success', httpStatus: 200, alerts: [{ resource: 'b' }], ignored: 1, rejected: [] },
      { case: 'rejected', httpStatus: 400, alerts: [], ignored: 1, rejected: [{ index: 1 }] },
    ])
    const { payloadHistory, errorHistory } = await opsgraph.readWebhook(admin, 'hook')
    expect(payloadHistory.map(({ message }) => message)).toEqual([
      'ignored: 1 of 2 alerts, dropped by the alert policy Quiet',
      'ignored: 1 of 2 alerts, dropped by the alert policy Quiet',
      'ignored: 2 of 2 alerts, dropped by the alert policy Quiet',
    ])
    expect(errorHistory).toMatchObject([{ httpStatus: 400 }])
    expect(await peek('alert')).toHaveLength(1)
  })

  it('should not remember a delivery of which every alert was dropped', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    const { id } = await add(opsgraph, { drop: true })
    const send = async () => (await deliver(opsgraph, [{ host: 'a', level: 'major' }], { id: 'same' })).case
    expect([await send(), await send()]).toEqual(['ignored', 'ignored'])
    await opsgraph.deleteAlertPolicy(admin, id)
    expect([await send(), await send()]).toEqual(['success', 'duplicate'])
  })

  it('should let a status of an alert close it, and reopen a closed alert without one', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    await add(opsgraph, { translate: 'status', values: { resolved: 'closed', firing: null } })
    const status = async (level: string, state: string) => {
      await deliver(opsgraph, [{ host: 'a', level, state }])
      return (await opsgraph.listAlerts(admin, {})).items.map((alert) => alert.status)
    }
    expect(await status('major', 'firing')).toEqual(['open'])
    expect(await status('major', 'resolved')).toEqual(['closed'])
    expect(await status('major', 'firing')).toEqual(['open'])
    expect(await status('ok', 'open')).toEqual(['closed'])
  })

  it('should run policies on a replay', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    await deliver(opsgraph, [{ host: 'a', level: 'P1' }])
    const { id } = await add(opsgraph, { translate: 'severity', values: { P1: 'critical' } })
    const replay = () => opsgraph.replayDelivery(admin, { id: 'hook', body: { history: 0 } })
    expect(await replay()).toMatchObject({
      ...{ case: 'success', alerts: [{ severity: 'critical' }] },
      explained: [
        {
          ...{ element: 'alerts[0]', droppedBy: null },
          policies: [{ policyId: id, matched: true, changes: [{ field: 'severity', from: 'P1', to: 'critical' }] }],
        },
      ],
    })
    await opsgraph.updateAlertPolicy(admin, { id, body: { actions: [{ drop: true }] } })
    expect(await replay()).toMatchObject({
      ...{ case: 'ignored', httpStatus: 200 },
      alerts: [],
      ignored: 1,
      explained: [{ policies: [{ dropped: true }] }],
    })
    const { payloadHistory } = await opsgraph.readWebhook(admin, 'hook')
    expect(payloadHistory[0]?.message).toMatch(/^replay of the payload .*: ignored: 1 of 1 alerts, dropped by /)
  })

  it('should show in an explanation what each policy does', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    await opsgraph.createAlertPolicy(admin, {
      ...policyOf({ translate: 'severity', values: { P1: 'critical' } }),
      webhookId: 'hook',
    })
    await add(opsgraph, { set: 'group', value: 'g' })
    const payload = { alerts: [{ host: 'a', level: 'P1' }] }
    const explained = await opsgraph.explainDelivery(admin, { id: 'hook', body: payload })
    expect(explained).toMatchObject({ total: 1, ignored: 0, alerts: [{ alert: { severity: 'critical', group: 'g' } }] })
    expect(explained.alerts[0]?.policies).toMatchObject([
      { matched: true, changes: [{ field: 'severity', from: 'P1', to: 'critical' }] },
      { matched: true, changes: [{ field: 'group', from: null, to: 'g' }] },
    ])
    const { id, ...config } = HOOK
    const unsaved = await opsgraph.explainConfig(admin, { config, payload })
    expect(unsaved.alerts[0]?.policies).toMatchObject([
      { matched: false, reason: 'it applies only to the webhook hook' },
      { matched: true },
    ])
    expect(unsaved.alerts[0]?.error).toMatch(/^Severity \(P1\)/)
    expect(await opsgraph.explainConfig(admin, { config: HOOK, payload })).toMatchObject({
      alerts: [{ alert: { severity: 'critical' } }],
    })
    const policies = [
      { ...policyOf({ translate: 'severity', values: { P1: 'major' } }), name: 'unsaved', webhookId: 'another' },
      { ...policyOf({ set: 'group', value: 'off' }), status: 'inactive' as const },
    ]
    const withUnsaved = await opsgraph.explainConfig(admin, { config, payload, policies })
    expect(withUnsaved.alerts).toMatchObject([{ alert: { severity: 'major', group: 'g' }, policies: [{}, {}, {}] }])
    expect(withUnsaved.alerts[0]?.policies[2]).toMatchObject({ name: 'unsaved', matched: true })
    const tooMany = { config, payload, policies: Array(101).fill(policies[0]) }
    await expect(opsgraph.explainConfig(admin, tooMany)).rejects.toThrow('policies are more than 100')
    expect(await peek('alert')).toEqual([])
  })
}
