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
 * How deliveries of webhooks are stored: together, and each for itself (rules.md#deliveries;
 * rules.md#webhook-histories).
 */
export function webhookDeliveryContract(harness: StoreHarness): void {
  it('should store thousands of alerts of one delivery with as few calls as one', async () => {
    const { opsgraph, calls, peek } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    const counts: number[] = []
    for (const count of [1, 5_000]) {
      const before = total(calls)
      const { outcome, alerts } = await opsgraph.receiveDelivery(
        delivery({ hosts: hosts(count), check: `many ${count}` }),
      )
      expect([outcome.httpStatus, alerts.length]).toEqual([200, count])
      counts.push(total(calls) - before)
    }
    // The revision of the configurations is asked for once a second.
    expect(counts[1]).toBeLessThanOrEqual((counts[0] ?? 0) + 1)
    expect(await peek('alert')).toHaveLength(5_001)
  })

  it('should store deliveries that arrive together with few calls, and answer each for itself', async () => {
    const { opsgraph, calls, peek } = await setStage(harness)
    await opsgraph.createWebhook(admin, HOOK)
    const received = await Promise.all(
      Array.from({ length: 100 }, (_, id) =>
        opsgraph.receiveDelivery(delivery({ id: id % 90, hosts: [`host ${id % 90}`] })),
      ),
    )
    // Of two that carry the same id, one is new, whichever was stored first.
    const created = received.flatMap(({ alerts }) => alerts.map(({ resource }) => resource))
    expect(created.toSorted()).toEqual(hosts(90).toSorted())
    expect(received.filter((answer) => caseOf(answer) === 'duplicate')).toHaveLength(10)
    expect(calls.get('alerts.save')).toBeLessThan(10)
    expect(calls.get('webhooks.record')).toBeLessThan(10)
    expect(await peek('alert')).toHaveLength(90)
  })

  it('should let a delivery that cannot be stored fail nobody but itself', async () => {
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
    // Nothing of it was kept: it may come again.
    const again = createOpsgraph({ store })
    expect(caseOf(await again.receiveDelivery(delivery({ id: 13, hosts: ['host 13'] })))).toBe('success')
  })

  it('should keep nothing of a delivery when one of its alerts cannot be stored', async () => {
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

function caseOf({ outcome }: ReceivedDelivery): string {
  return outcome.case
}

function total(calls: ReadonlyMap<string, number>): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0)
}

/** The same store, which fails to save the alerts of a resource, after they were written. */
function refusing(store: Store, resource: string): Store {
  const transaction: Store['transaction'] = (work) =>
    store.transaction((parts) => {
      const alerts = Object.assign(Object.create(parts.alerts) as typeof parts.alerts, {
        lock: (keys: Parameters<typeof parts.alerts.lock>[0]) => parts.alerts.lock(keys),
        save: async (saved: Parameters<typeof parts.alerts.save>[0]) => {
          await parts.alerts.save(saved)
          if (saved.some((alert) => alert.resource === resource)) throw new Error(`no ${resource}`)
        },
      })
      return work({ ...parts, alerts, lock: (area) => parts.lock(area) })
    })
  const { relations, topologies, alerts, catalog, weightPolicies, relationPolicies, policyRevision } = store
  const { webhooks, apiKeys, audit } = store
  return {
    ...{ relations, topologies, alerts, catalog, weightPolicies, relationPolicies, policyRevision, webhooks },
    ...{ apiKeys, audit, transaction },
    snapshot: (work) => store.snapshot(work),
    ping: () => store.ping(),
    close: () => store.close(),
  }
}
