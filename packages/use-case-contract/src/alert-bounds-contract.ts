import { LIMITS, type Opsgraph } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'

const down = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major' } as const
const TOO_MANY = 'The alert would have 1001 attributes, the limit is 1000 attributes'
const HOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: {
    resource: { path: 'hosts[]', expand: true },
    event: 'check',
    severity: 'severity',
    attributes: { more: 'more' },
  },
  defaultValues: { environment: 'Production', type: 'check', text: 'it is broken' },
  deduplication: { path: 'id', ttlSeconds: 86_400 },
}

/** Tests that an alert never exceeds its bounds (rules.md#receiving-an-alert-11). */
export function alertBoundsContract(harness: StoreHarness): void {
  it('should refuse a duplicate with one attribute too many, and not change the alert and its relations', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const full = await receiveAlert(opsgraph, admin, { ...down, attributes: attributes(1_000) })
    const sent = { ...down, attributes: { more: 1 }, resourceParent: 'vm', text: 'not kept' }
    await expect(receiveAlert(opsgraph, admin, sent)).rejects.toMatchObject({ kind: 'invalid', message: TOO_MANY })
    expect(await opsgraph.readAlertById(admin, full.id)).toEqual(full)
    expect(await peek('relation')).toEqual([])
    expect(await receiveAlert(opsgraph, admin, down)).toMatchObject({ duplicateCount: 1 })
  })

  it('should refuse duplicates whose tags would make the alert larger than 1 MiB', async () => {
    const { opsgraph } = await setStage(harness)
    const tag = (at: number) => `${at}`.padEnd(300_000, 'x')
    for (let at = 0; at < 3; at++) await receiveAlert(opsgraph, admin, { ...down, tags: [tag(at)] })
    await expect(receiveAlert(opsgraph, admin, { ...down, tags: [tag(3)] })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/^The alert would have 12\d{5} bytes, the limit is 1048576 bytes$/),
    })
    const again = await receiveAlert(opsgraph, admin, { ...down, tags: [tag(0)] })
    expect([again.tags.length, again.duplicateCount]).toEqual([3, 3])
  })

  it('should store nothing of a batch with one refused alert, and name this alert', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const drafts = [{}, { attributes: attributes(1_000) }, { attributes: { more: 1 } }, { event: 'Slow' }]
    await expect(
      opsgraph.receiveAlerts(
        admin,
        drafts.map((fields) => readAlert({ ...down, ...fields })),
      ),
    ).rejects.toMatchObject({ kind: 'invalid', message: `alerts[2]: ${TOO_MANY}` })
    expect(await peek('alert')).toEqual([])
  })

  it('should always have space for the weight that a policy sets', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createWeightPolicy(admin, { name: 'heavy', description: 'all', weight: 7 })
    const sent = { ...down, attributes: attributes(1_000) }
    const weighed = await receiveAlert(opsgraph, admin, sent)
    expect([Object.keys(weighed.attributes).length, weighed.attributes.weight]).toEqual([1_001, 7])
    expect(await receiveAlert(opsgraph, admin, sent)).toMatchObject({ duplicateCount: 1 })
    await expect(receiveAlert(opsgraph, admin, { ...down, attributes: { more: 1 } })).rejects.toThrow(TOO_MANY)
  })

  it('should read, close and delete a stored alert that exceeds a bound', async () => {
    const { opsgraph, store } = await setStage(harness)
    const { id } = await receiveAlert(opsgraph, admin, { ...down, attributes: attributes(1_000) })
    const grown = { attributes: attributes(3_000), tags: ['x'.repeat(LIMITS.alertBytes)] }
    await store.transaction(async ({ alerts }) => {
      const stored = await alerts.lock([down])
      await alerts.save(stored.map((alert) => ({ ...alert, ...grown })))
    })
    expect(await opsgraph.readAlertById(admin, id)).toMatchObject(grown)
    await expect(receiveAlert(opsgraph, admin, { ...down, tags: ['more'] })).rejects.toMatchObject({ kind: 'invalid' })
    const recovery = { ...down, severity: 'ok', text: 'fine again', attributes: { more: 1 }, tags: ['more'] } as const
    expect(await receiveAlert(opsgraph, admin, recovery)).toMatchObject({ status: 'closed', text: '' })
    expect(await opsgraph.setAlertStatus(admin, { id, body: { status: 'ack' } })).toMatchObject({
      ...{ status: 'ack', attributes: grown.attributes, tags: grown.tags },
    })
    await opsgraph.deleteAlert(admin, id)
  })

  it('should create the other alerts of a delivery, and name the refused alert in the errorHistory', async () => {
    const { opsgraph } = await setFullStage()
    const sent = { hosts: ['db', 'web', '', 'cache'], more: 1 }
    const { alerts, rejected, ...received } = await opsgraph.receiveDelivery(delivery(sent))
    expect(received).toMatchObject({ case: 'partial', httpStatus: 200 })
    expect(alerts.map(({ resource }) => resource)).toEqual(['db', 'cache'])
    expect(rejected).toMatchObject([
      { index: 1, input: { resource: 'web', attributes: { more: 1 } }, error: TOO_MANY },
      { index: 2, error: 'A resource must be provided' },
    ])
    const { payloadHistory, errorHistory } = await opsgraph.readWebhook(admin, 'hook')
    expect(payloadHistory).toMatchObject([{ httpStatus: 200, message: null }])
    expect(errorHistory).toMatchObject([
      { httpStatus: 200, message: `2 of 4 alerts rejected: [1] ${TOO_MANY}; [2] A resource must be provided` },
    ])
  })

  it('should store deliveries that arrive together with a refused delivery', async () => {
    const { opsgraph, calls } = await setFullStage()
    const before = calls.get('alerts.save') ?? 0
    const sent = ['a', 'web', 'b', 'web', 'c'].map((host) => ({ hosts: [host], more: 1 }))
    const received = await Promise.all(sent.map((fields) => opsgraph.receiveDelivery(delivery(fields))))
    expect(received.map(({ httpStatus }) => httpStatus)).toEqual([200, 400, 200, 400, 200])
    expect(received.map(({ alerts }) => alerts.length)).toEqual([1, 0, 1, 0, 1])
    expect(received[1]).toMatchObject({ message: 'No alert was created', rejected: [{ error: TOO_MANY }] })
    const { errorHistory } = await opsgraph.readWebhook(admin, 'hook')
    expect(errorHistory.map(({ message }) => message)).toEqual(Array(2).fill(`1 of 1 alerts rejected: [0] ${TOO_MANY}`))
    expect((calls.get('alerts.save') ?? 0) - before).toBeLessThan(received.length)
  })

  it('should remember a delivery only if it created an alert', async () => {
    const { opsgraph, alertId, peek } = await setFullStage()
    const send = async (id: number, host: string) =>
      (await opsgraph.receiveDelivery(delivery({ id, hosts: [host], more: 1 }))).case
    expect([await send(1, 'web'), await send(1, 'web')]).toEqual(['rejected', 'rejected'])
    expect(await peek('webhookDelivery')).toEqual([])
    expect([await send(1, 'db'), await send(1, 'web')]).toEqual(['success', 'duplicate'])
    expect([await send(2, 'web'), await opsgraph.deleteAlert(admin, alertId), await send(2, 'web')]).toEqual([
      ...['rejected', undefined, 'success'],
    ])
  })

  it('should accept one delivery if several with the same id arrive together and some are refused', async () => {
    const { opsgraph } = await setFullStage()
    const hosts = ['web', 'db', 'web', 'web', 'db', 'web', 'db', 'web']
    const sent = hosts.map((host) => opsgraph.receiveDelivery(delivery({ id: 1, hosts: [host], more: 1 })))
    const cases = (await Promise.all(sent)).map((received, index) => `${hosts[index]} ${received.case}`)
    const others = cases.filter((each) => !['db duplicate', 'web duplicate', 'web rejected'].includes(each))
    expect(others).toEqual(['db success'])
  })

  it('should refuse the same alerts when a delivery is replayed', async () => {
    const { opsgraph, alertId } = await setFullStage()
    await opsgraph.receiveDelivery(delivery({ hosts: ['web', 'db'], more: 1 }))
    const replay = () => opsgraph.replayDelivery(admin, { id: 'hook', body: { history: 0 } })
    expect(await replay()).toMatchObject({ case: 'partial', rejected: [{ index: 0, error: TOO_MANY }] })
    expect((await opsgraph.readAlertById(admin, alertId)).duplicateCount).toBe(0)
    const { errorHistory } = await opsgraph.readWebhook(admin, 'hook')
    expect(errorHistory[0]?.message).toMatch(/^replay of the payload .*: 1 of 2 alerts rejected: \[0\] The alert would/)
    await opsgraph.deleteAlert(admin, alertId)
    expect(await replay()).toMatchObject({ case: 'success', alerts: [{ resource: 'web' }, {}] })
  })

  // Helpers

  /** Creates a webhook, and an alert about `web` with the maximum number of attributes. */
  async function setFullStage() {
    const stage = await setStage(harness)
    await stage.opsgraph.createWebhook(admin, HOOK)
    return { ...stage, alertId: await fill(stage.opsgraph) }
  }
}

async function fill(opsgraph: Opsgraph): Promise<string> {
  return (await receiveAlert(opsgraph, admin, { ...down, attributes: attributes(1_000) })).id
}

function attributes(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]))
}

function delivery(fields: object) {
  const body = Buffer.from(JSON.stringify({ check: 'Down', severity: 'major', ...fields }))
  return { webhookId: 'hook', rawHeaders: [], body, sizeBytes: body.length }
}
