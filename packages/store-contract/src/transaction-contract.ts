import { setTimeout as delay } from 'node:timers/promises'
import type { StoreParts, StoreTransaction } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { sampleHeartbeat } from './heartbeat-store-contract.js'
import {
  at,
  graphOf,
  nextId,
  relationBetween,
  sampleAlert,
  sampleApiKey,
  sampleAuditEntry,
  sampleRelation,
  sampleTopology,
} from './sample.js'
import { sampleCatalogService, sampleWeightPolicy } from './sample-entries.js'
import { sampleDelivery, sampleRecord, sampleWebhook } from './sample-webhooks.js'
import { sampleTransition } from './service-history-store-contract.js'
import { SETTING_NAMES, SETTING_ROWS } from './setting-rows.js'
import type { KeptRows, StoreHarness } from './store-harness.js'
import { sampleOwed, sampleSubscription, sampleTry } from './subscription-store-contract.js'
import { waitBriefly } from './waiting.js'
import { writeEverywhere } from './write-everywhere.js'

/**
 * Tests the guarantees of `Store` for transactions, snapshots and single calls, except those for concurrent writers
 * (`concurrencyContract`).
 */
export function transactionContract(harness: StoreHarness): void {
  it('should answer a ping', async () => {
    const { store } = await harness.open()
    await expect(store.ping()).resolves.toBeUndefined()
  })

  describe('transaction', () => {
    it('should return the result of the work, and keep all of its writes', async () => {
      const { store, peek } = await harness.open()
      const answer = await store.transaction(async (parts) => {
        await writeEverywhere(parts)
        return { done: true }
      })
      expect(answer).toEqual({ done: true })
      for (const table of TABLES) expect(await peek(table), table).toHaveLength(1)
      for (const name of SETTING_NAMES) expect(await SETTING_ROWS[name].list(store), name).toMatchObject({ total: 1 })
    })

    it('should show the work its own writes', async () => {
      const { store } = await harness.open()
      await store.transaction(async (parts) => {
        const written = await writeEverywhere(parts)
        const { relation, topology, alert, apiKey, entry } = written
        expect(await parts.relations.find([relation])).toEqual([relation])
        expect(await parts.topologies.readByService(topology.service)).toEqual(topology)
        expect(await parts.alerts.lock([alert])).toEqual([alert])
        for (const [name, row] of written.settings) {
          expect((await SETTING_ROWS[name].list(parts)).items, name).toEqual([row])
        }
        expect(await parts.weightPolicies.active()).toEqual([written.settings.get('weightPolicies')])
        expect(await parts.relationPolicies.active()).toEqual([written.settings.get('relationPolicies')])
        expect(await parts.webhooks.all()).toEqual([written.webhook])
        expect((await parts.webhooks.histories(written.webhook.id)).payloads).toHaveLength(1)
        expect(await parts.webhooks.remember([sampleDelivery(written.webhook, 'key')], at(0))).toEqual([false])
        expect(await parts.apiKeys.count()).toBe(1)
        expect((await parts.audit.list(EVERYTHING)).items).toEqual([entry])
        await parts.relations.delete(relation.id)
        expect((await parts.relations.around('Production', relation.resource)).parents).toEqual([])
        expect(await parts.apiKeys.delete(apiKey.id)).toBe(true)
        expect(await parts.apiKeys.count()).toBe(0)
      })
    })

    it('should rethrow the error of the work, and roll back every kind of write', async () => {
      const { store, peek } = await harness.open()
      await store.transaction(writeEverywhere)
      const before = await readEverything(store)
      const failure = new Error('the work failed')
      const attempt = store.transaction(async (parts) => {
        await changeEverything(parts)
        throw failure
      })
      await expect(attempt).rejects.toBe(failure)
      expect(await readEverything(store)).toEqual(before)
      expect(await peek('relation')).toHaveLength(1)
      expect((await peek('apiKey')).map(({ digest }) => digest)).toEqual(['digest'])
      await store.transaction(changeEverything)
      expect(await readEverything(store)).not.toEqual(before)
    })

    it('should roll everything back if a save in it fails with a conflict', async () => {
      const { store, peek } = await harness.open()
      const topology = sampleTopology({ service: 'shop' })
      await store.topologies.save([topology])
      const attempt = store.transaction(async (parts) => {
        await parts.relations.upsert([relationBetween('a', 'b')])
        await parts.topologies.save([sampleTopology({ service: 'shop' })])
      })
      await expect(attempt).rejects.toMatchObject({ name: 'OpsgraphError', kind: 'conflict' })
      expect(await peek('relation')).toEqual([])
      expect((await peek('topology')).map(({ id }) => id)).toEqual([topology.id])
    })

    it('should be usable after work that threw', async () => {
      const { store } = await harness.open()
      const fail = async (parts: StoreTransaction) => {
        await parts.lock('topologies')
        throw new Error('the work failed')
      }
      for (let round = 0; round < 15; round++) await expect(store.transaction(fail)).rejects.toThrow('the work failed')
      await store.transaction((parts) => parts.lock('topologies'))
      expect(await store.relations.upsert([relationBetween('a', 'b')])).toEqual({ inserted: 1, updated: 0 })
    })

    it('should not show writes to others that are rolled back later', async () => {
      const { store } = await harness.open()
      const reading: Promise<unknown>[] = []
      const attempt = store.transaction(async (parts) => {
        await writeEverywhere(parts)
        reading.push(
          store.relations.list(EVERYTHING),
          store.apiKeys.count(),
          store.snapshot((view) => view.topologies.count()),
          store.catalog.list(EVERYTHING),
          store.weightPolicies.active(),
          store.relationPolicies.lastCreateTime(),
          store.alertPolicies.active(),
          store.webhooks.all(),
        )
        await waitBriefly(Promise.all(reading))
        throw new Error('the work failed')
      })
      await expect(attempt).rejects.toThrow('the work failed')
      const nothing = { items: [], total: 0 }
      expect(await Promise.all(reading)).toEqual([nothing, 0, 0, nothing, [], undefined, [], []])
    })

    it('should show others all writes of a transaction or none', async () => {
      const { store } = await harness.open()
      const writing = store.transaction(async (parts) => {
        for (const parent of ['b', 'c', 'd']) {
          await parts.relations.upsert([relationBetween('a', parent)])
          await delay(5)
        }
      })
      const totals = await readUntilWritten(writing, async () => (await store.relations.list(EVERYTHING)).total)
      expect(totals.filter((total) => total !== 0 && total !== 3)).toEqual([])
    })
  })

  describe('a single call', () => {
    it('should be atomic for other readers', async () => {
      const { store } = await harness.open()
      const relations = Array.from({ length: 10_500 }, (_, index) => relationBetween(`child-${index}`, 'parent'))
      const writing = store.relations.upsert(relations)
      const totals = await readUntilWritten(
        writing,
        async () => (await store.relations.list({ ...EVERYTHING, pageSize: 1 })).total,
      )
      expect(totals.filter((total) => total !== 0 && total !== 10_500)).toEqual([])
    })

    it('should read the relations around a resource from one state', async () => {
      const { store } = await harness.open()
      const write = (number: number) =>
        store.relations.upsert(
          [relationBetween('vm', 'rack', 'topology', number), relationBetween('web', 'vm', 'topology', number)].map(
            (relation) => ({
              ...relation,
              sourceRef: `${number}`,
            }),
          ),
        )
      await write(0)
      const writing = (async () => {
        for (let number = 1; number <= 100; number++) await write(number)
      })()
      const found = await readUntilWritten(writing, () => store.relations.around('Production', 'vm'))
      for (const { parents, children } of found) expect(parents[0]?.sourceRef).toBe(children[0]?.sourceRef)
      expect(found.at(-1)?.parents).toMatchObject([{ sourceRef: '100' }])
    })
  })

  describe('snapshot', () => {
    it('should return the result of the work, and rethrow its error', async () => {
      const { store } = await harness.open()
      const { topology } = await store.transaction(writeEverywhere)
      expect(await store.snapshot((view) => view.topologies.read(topology.id))).toEqual(topology)
      const failure = new Error('the work failed')
      await expect(store.snapshot(() => Promise.reject(failure))).rejects.toBe(failure)
      expect(await store.snapshot((view) => view.apiKeys.count())).toBe(1)
    })

    it('should see one constant state while others write', async () => {
      const { store } = await harness.open()
      await store.relations.upsert([relationBetween('a', 'b')])
      const writing: Promise<unknown>[] = []
      const seen = await store.snapshot(async (view) => {
        const before = await readEverything(view)
        writing.push(store.relations.upsert([relationBetween('a', 'c')]), store.transaction(writeEverywhere))
        await waitBriefly(Promise.all(writing))
        return { before, after: await readEverything(view) }
      })
      await Promise.all(writing)
      expect(seen.after).toEqual(seen.before)
      expect((await store.relations.list(EVERYTHING)).total).toBe(3)
    })

    it('should have a new version after each change, if it has a version', async () => {
      const { store } = await harness.open()
      const changes = [
        () => store.relations.upsert([relationBetween('a', 'b')]),
        () => store.alerts.save([sampleAlert()]),
        () => store.catalog.save([sampleCatalogService()]),
        () => store.topologies.save([sampleTopology(graphOf('Production', [['a', 'b']]))]),
        () => store.transaction(writeEverywhere),
      ]
      const versionOf = () => store.snapshot(async (view) => await view.version?.())
      const seen = [await versionOf()]
      for (const change of changes) {
        await change()
        seen.push(await versionOf())
      }
      const versions = seen.filter((version) => version !== undefined)
      expect(new Set(versions).size).toBe(versions.length)
    })

    it('should have a new version of its relations only after a change of relations, if it has a log', async () => {
      const { store } = await harness.open()
      const versionOf = () => store.snapshot(async ({ relationLog }) => await relationLog?.version())
      const first = await versionOf()
      if (first === undefined) return
      await store.alerts.save([sampleAlert()])
      await store.catalog.save([sampleCatalogService()])
      expect(await versionOf()).toBe(first)
      const stored = relationBetween('a', 'b')
      const seen = [first]
      for (const change of [
        () => store.relations.upsert([stored]),
        () => store.transaction(({ relations }) => relations.upsert([relationBetween('b', 'c')])),
        () => store.relations.delete(stored.id),
      ]) {
        await change()
        seen.push((await versionOf()) ?? '')
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(await versionOf()).toBe(seen.at(-1))
    })

    it('should have a new version of its relations after a transaction that took longer than a later one', async () => {
      const { store } = await harness.open()
      const versionOf = () => store.snapshot(async ({ relationLog }) => await relationLog?.version())
      if ((await versionOf()) === undefined) return
      let seen: string | undefined
      const later = async () => {
        await store.relations.upsert([relationBetween('b', 'c')])
        seen = await versionOf()
      }
      const during = await store.transaction(async ({ relations }) => {
        await relations.upsert([relationBetween('a', 'b')])
        await waitBriefly(later())
        return seen
      })
      // The store may delay the write until this transaction ends.
      if (during !== undefined) expect(await versionOf()).not.toBe(during)
    })
  })
}

// Helpers

/** The tables into which {@link writeEverywhere} writes one row each: all except the trees of earlier releases. */
const WRITTEN_TABLES: { readonly [Table in Exclude<keyof KeptRows, 'tree'>]: true } = {
  relation: true,
  relationClaim: true,
  redundancyRule: true,
  resourceAlias: true,
  topology: true,
  alert: true,
  serviceTransition: true,
  catalog: true,
  weightPolicy: true,
  relationPolicy: true,
  alertPolicy: true,
  maintenance: true,
  webhook: true,
  webhookHistory: true,
  webhookDelivery: true,
  heartbeat: true,
  subscription: true,
  subscriptionOwed: true,
  subscriptionDelivery: true,
  apiKey: true,
  audit: true,
}
const TABLES = Object.keys(WRITTEN_TABLES) as readonly (keyof typeof WRITTEN_TABLES)[]

const EVERYTHING = { filters: {}, sort: undefined, page: 1, pageSize: 1_000 } as const

/**
 * Calls every method that writes, to change and then remove the rows of {@link writeEverywhere}, and to add other rows.
 */
async function changeEverything(parts: StoreTransaction): Promise<void> {
  const [relation] = (await parts.relations.list(EVERYTHING)).items
  const [topology] = (await parts.topologies.list(EVERYTHING)).items
  const [alert] = (await parts.alerts.list(EVERYTHING)).items
  const [apiKey] = (await parts.apiKeys.list(EVERYTHING)).items
  if (!relation || !topology || !alert || !apiKey) throw new Error('nothing to change')
  await parts.lock('topologies')
  await parts.relations.upsert([
    { ...relation, source: 'manual', updateTime: at(9) },
    relationBetween('a', 'b'),
    relationBetween('a', 'c'),
  ])
  await parts.relations.keepClaims(await parts.relations.claims([relation]))
  await parts.relations.withdraw([{ ...relation, source: 'manual' }], at(10))
  await parts.relations.deleteOf({ environment: 'Production', resource: 'a', parent: 'b' })
  await parts.relations.delete(relation.id)
  const anew = sampleRelation({ ...relation, id: nextId() })
  await parts.relations.upsert([anew, relationBetween('d', 'e')])
  await parts.relations.withdraw([anew], at(11))
  await parts.topologies.save([{ ...topology, ...graphOf('', [['c', 'd']]), name: 'changed' }])
  await parts.topologies.delete([topology.id])
  await parts.topologies.save([sampleTopology({ service: topology.service, nodes: topology.nodes })])
  await parts.alerts.save([{ ...alert, severity: 'minor', service: ['other'] }, sampleAlert()])
  await parts.alerts.delete(alert.id)
  await parts.serviceHistory.append([sampleTransition({ sequence: 2, to: null })])
  await parts.serviceHistory.deleteOld(at(9), 1)
  for (const name of SETTING_NAMES) await SETTING_ROWS[name].changeStored(parts)
  await parts.weightPolicies.save([sampleWeightPolicy({ topologyId: topology.id })])
  await parts.weightPolicies.release([topology.id])
  await changeWebhooks(parts)
  await changeHeartbeats(parts)
  await changeSubscriptions(parts)
  await parts.apiKeys.update({ ...apiKey, scopes: ['admin'], text: 'changed' })
  await parts.apiKeys.touch(apiKey.id, at(11))
  await parts.apiKeys.delete(apiKey.id)
  await parts.apiKeys.add(sampleApiKey(), 'other digest')
  await parts.audit.append(sampleAuditEntry())
}

async function changeWebhooks(parts: StoreTransaction): Promise<void> {
  const [webhook] = await parts.webhooks.all()
  if (!webhook) throw new Error('nothing to change')
  const added = sampleWebhook()
  await parts.webhooks.add(added)
  await parts.webhooks.save({ ...webhook, enabled: true })
  await parts.webhooks.record([sampleRecord(webhook, 'changed'), sampleRecord(added, 'added')])
  await parts.webhooks.remember([sampleDelivery(webhook, 'other key'), sampleDelivery(added, 'key')], at(0))
  await parts.webhooks.delete(webhook.id)
}

async function changeHeartbeats({ heartbeats }: StoreTransaction): Promise<void> {
  const [heartbeat] = await heartbeats.overdue(at(1_000_000), 1)
  if (!heartbeat) throw new Error('nothing to change')
  const added = sampleHeartbeat()
  await heartbeats.add(added)
  await heartbeats.miss([heartbeat.id])
  await heartbeats.save({ ...added, timeout: 5 })
  await heartbeats.delete(heartbeat.id)
}

async function changeSubscriptions({ subscriptions }: StoreTransaction): Promise<void> {
  const [subscription] = await subscriptions.all()
  const [owed] = await subscriptions.due(at(1_000_000), 1)
  if (!subscription || !owed) throw new Error('nothing to change')
  const added = sampleSubscription()
  await subscriptions.save(added)
  await subscriptions.save({ ...subscription, enabled: false })
  await subscriptions.saveOwed([{ ...owed, rank: 7 }, sampleOwed(added)])
  await subscriptions.addDeliveries([sampleTry(subscription), sampleTry(added)])
  await subscriptions.forget([owed])
  await subscriptions.delete(subscription.id)
}

/** Reads all data with every kind of call. */
async function readEverything(parts: StoreParts) {
  const { items: topologies } = await parts.topologies.list(EVERYTHING)
  const nodeIds = topologies.flatMap(({ nodes }) => nodes.map(({ id }) => id))
  return {
    relations: await parts.relations.list(EVERYTHING),
    children: await parts.relations.around('Production', 'vm-1'),
    claims: await parts.relations.claims((await parts.relations.list(EVERYTHING)).items),
    ofOrigin: await parts.relations.claimsBy('cmdb', ['itop', 'glpi']),
    replaced: await parts.relations.replacedBy([]),
    topologies,
    ofServices: await parts.topologies.readByServices(topologies.map(({ service }) => service)),
    holding: await parts.topologies.servicesHoldingNodesOf('itop'),
    taken: await parts.topologies.takenNodeIds(nodeIds, null),
    alerts: await parts.alerts.list(EVERYTHING),
    active: await parts.alerts.activeOf(['shop'], undefined),
    hurt: await parts.serviceHistory.hurt(),
    transitions: await parts.serviceHistory.list({ service: 'shop', from: at(0), to: at(99) }, EVERYTHING),
    settings: await Promise.all(SETTING_NAMES.map((name) => SETTING_ROWS[name].list(parts))),
    activeWeights: await parts.weightPolicies.active(),
    lastRelationPolicy: await parts.relationPolicies.lastCreateTime(),
    activeAlertPolicies: await parts.alertPolicies.active(),
    webhooks: await parts.webhooks.list(EVERYTHING),
    histories: await Promise.all((await parts.webhooks.all()).map(({ id }) => parts.webhooks.histories(id))),
    heartbeats: await parts.heartbeats.list(EVERYTHING),
    subscriptions: await parts.subscriptions.list(EVERYTHING),
    owed: await Promise.all((await parts.subscriptions.all()).map(({ id }) => parts.subscriptions.owedBy(id))),
    tries: await Promise.all((await parts.subscriptions.all()).map(({ id }) => parts.subscriptions.deliveries(id))),
    subscriptionVersion: await parts.subscriptions.version(),
    apiKeys: await parts.apiKeys.list(EVERYTHING),
    byDigest: await parts.apiKeys.readByDigest('digest'),
    audit: await parts.audit.list(EVERYTHING),
  }
}

/** Calls `read` repeatedly until `writing` has ended, and returns all answers. */
async function readUntilWritten<T>(writing: Promise<unknown>, read: () => Promise<T>): Promise<readonly T[]> {
  const answers: T[] = []
  let isWriting = true
  const ended = writing.finally(() => {
    isWriting = false
  })
  while (isWriting) {
    answers.push(await read())
    await delay(1)
  }
  await ended
  answers.push(await read())
  return answers
}
