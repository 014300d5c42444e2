import { createOpsgraph, type ReceivedDelivery, type Store } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { admin, setStage } from './stage.js'

const HOOK = {
  id: 'hook',
  enabled: true,
  fieldMappings: { resource: { path: 'hosts[]', expand: true }, event: 'check', severity: 'severity' },
  defaultValues: { environment: 'Production', type: 'check', text: 'it is broken' },
  deduplication: { path: 'id', ttlSeconds: 86_400 },
}

/**
 * Tests that webhook deliveries which arrive at the same time are stored together, and that each delivery gets its own
 * result (rules.md#deliveries; rules.md#webhook-histories).
 */
export function webhookDeliveryContract(harness: StoreHarness): void {
  it('should store thousands of alerts of one delivery with as few calls as one alert', async () => {
    const { opsgraph, calls, peek } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    const counts: number[] = []
    for (const count of [1, 5_000]) {
      const before = total(calls)
      const { httpStatus, alerts } = await opsgraph.receiveDelivery(
        delivery({ hosts: hosts(count), check: `many ${count}` }),
      )
      expect([httpStatus, alerts.length]).toEqual([200, count])
      counts.push(total(calls) - before)
    }
    // One more call is allowed: about once a second, the server also checks whether webhooks have changed. It may make
    // this call for the second delivery, but not for the first.
    expect(counts[1]).toBeLessThanOrEqual((counts[0] ?? 0) + 1)
    expect(await peek('alert')).toHaveLength(5_001)
  })

  it('should not take a delivery for a repetition of one that was outdated', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { opsgraph } = await setStage(harness, undefined, () => new Date(now))
    const times = { ...HOOK.fieldMappings, eventTime: 'at' }
    await opsgraph.createWebhook(admin, { ...HOOK, fieldMappings: times })
    const sent = { hosts: ['web'], check: 'Down' }
    const over = { ...sent, id: 1, severity: 'ok', at: '2025-12-31T23:59:00Z' }
    const late = { ...sent, id: 2, severity: 'major', at: '2025-12-31T23:58:00Z' }
    await opsgraph.receiveDelivery(delivery(over))
    expect(await opsgraph.receiveDelivery(delivery(late))).toMatchObject({ outdated: 1, alerts: [] })
    // An opening alert that is older than a closing one is outdated only for a while (rules.md#sender-times-3).
    now += 121_000
    expect(caseOf(await opsgraph.receiveDelivery(delivery(late)))).toBe('success')
    expect(caseOf(await opsgraph.receiveDelivery(delivery(late)))).toBe('duplicate')
  })

  it('should store deliveries that arrive together with few calls, and answer each with its own result', async () => {
    const { opsgraph, calls, peek } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    const received = await Promise.all(
      Array.from({ length: 100 }, (_, id) =>
        opsgraph.receiveDelivery(delivery({ id: id % 90, hosts: [`host ${id % 90}`] })),
      ),
    )
    // Of two deliveries with the same id, the one that was stored first is new, and the other is a duplicate.
    const created = received.flatMap(({ alerts }) => alerts.map(({ resource }) => resource))
    expect(created.toSorted()).toEqual(hosts(90).toSorted())
    expect(received.filter((answer) => caseOf(answer) === 'duplicate')).toHaveLength(10)
    expect(calls.get('alerts.save')).toBeLessThan(10)
    expect(calls.get('webhooks.record')).toBeLessThan(10)
    expect(await peek('alert')).toHaveLength(90)
  })

  it('should store the other deliveries if one delivery cannot be stored', async () => {
    const { store, peek } = await harness.open()
    const opsgraph = createOpsgraph({ store: refusing(store, 'host 13') })
    await opsgraph.createWebhook(admin, HOOK)
    const received = await Promise.allSettled(
      Array.from({ length: 20 }, (_, id) => opsgraph.receiveDelivery(delivery({ id, hosts: [`host ${id}`] }))),
    )
    expect(received.map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, (_, id) => (id === 13 ? 'rejected' : 'fulfilled')),
    )
    expect(await peek('alert')).toHaveLength(19)
    const { errorHistory } = await opsgraph.readWebhook(admin, 'hook')
    expect(errorHistory).toMatchObject([{ httpStatus: 500, message: 'no host 13', payload: { hosts: ['host 13'] } }])
    // Nothing of the failed delivery was stored, so the sender can send it again.
    const again = createOpsgraph({ store })
    expect(caseOf(await again.receiveDelivery(delivery({ id: 13, hosts: ['host 13'] })))).toBe('success')
  })

  it('should store nothing of a delivery if one of its alerts cannot be stored', async () => {
    const { store, peek } = await harness.open()
    const opsgraph = createOpsgraph({ store: refusing(store, 'host 1') })
    await opsgraph.createWebhook(admin, HOOK)
    await expect(opsgraph.receiveDelivery(delivery({ id: 1, hosts: ['host 0', 'host 1'] }))).rejects.toThrow()
    expect(await peek('alert')).toEqual([])
  })
}

// Helpers

function delivery(fields: object) {
  const body = Buffer.from(JSON.stringify({ check: 'Down', severity: 'major', ...fields }))
  return { webhookId: 'hook', rawHeaders: [], body, sizeBytes: body.length }
}

function hosts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `host ${index}`)
}

function caseOf(received: ReceivedDelivery): string {
  return received.case
}

function total(calls: ReadonlyMap<string, number>): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0)
}

/** Wraps a store. If alerts about this resource are saved, it first writes them and then throws an error. */
function refusing(store: Store, resource: string): Store {
  const transaction: Store['transaction'] = (work) =>
    store.transaction((parts) => {
      const save = async (saved: Parameters<typeof parts.alerts.save>[0]) => {
        await parts.alerts.save(saved)
        if (saved.some((alert) => alert.resource === resource)) throw new Error(`no ${resource}`)
      }
      const alerts = new Proxy(parts.alerts, {
        get(target, property) {
          const member: unknown = property === 'save' ? save : Reflect.get(target, property, target)
          return typeof member === 'function' ? member.bind(target) : member
        },
      })
      return work({ ...parts, alerts, lock: (area) => parts.lock(area) })
    })
  return {
    ...store,
    transaction,
    snapshot: (work) => store.snapshot(work),
    ping: () => store.ping(),
    close: () => store.close(),
  }
}
