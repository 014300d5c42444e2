import { setTimeout as delay } from 'node:timers/promises'
import type { Topology } from '@opsgraph/core'
import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { inRankOrder, type Store, type StoreTransaction } from '@opsgraph/core/store'
import { expect, it } from 'vitest'
import { byKey, keptRelation } from './relation-rows.js'
import { at, graphOf, nextId, relationBetween, sampleAlert, sampleApiKey, sampleTopology } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { writeEverywhere } from './write-everywhere.js'

/** Tests the guarantees of `Store` and its parts for concurrent writers. */
export function concurrencyContract(harness: StoreHarness): void {
  const WRITERS = Array.from({ length: 20 }, (_, writer) => writer)

  it('should add a relation once if many callers add it at once', async () => {
    const { store, peek } = await harness.open()
    const upserts = WRITERS.map((writer) => store.relations.upsert([relationBetween('a', 'b', 'cmdb', writer)]))
    const counts = await Promise.all(upserts)
    expect(counts.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(1)
    expect(counts.reduce((sum, { updated }) => sum + updated, 0)).toBe(19)
    expect(await peek('relation')).toHaveLength(1)
    await expectRanked(store)
  })

  it('should keep the strongest source, in any order of arrival', async () => {
    const { store, peek } = await harness.open()
    const arriving = WRITERS.flatMap((writer) =>
      RELATION_SOURCES.map((source) => relationBetween(`child-${writer}`, 'b', source)),
    )
    await Promise.all(arriving.toReversed().map((relation) => store.relations.upsert([relation])))
    const expected = WRITERS.map((writer) => keptRelation(relationBetween(`child-${writer}`, 'b', 'manual')))
    expect(byKey(await peek('relation'))).toEqual(byKey(expected))
    await expectRanked(store)
  })

  it('should let transactions write the same relations in any order', async () => {
    const { store, peek } = await harness.open()
    const writers = WRITERS.map((writer) =>
      store.transaction(async (parts) => {
        const order = writer % 2 === 0 ? ['b', 'c', 'd'] : ['d', 'c', 'b']
        for (const parent of order) await parts.relations.upsert([relationBetween('a', parent)])
        return writer
      }),
    )
    expect(await Promise.all(writers)).toEqual(WRITERS)
    expect(await peek('relation')).toHaveLength(3)
    await expectRanked(store)
  })

  it('should keep neighbors consistent with relations while many callers add, confirm and remove', async () => {
    const { store } = await harness.open()
    const drafts = (writer: number) => ['b', 'c', 'd'].map((parent) => relationBetween('a', parent, 'cmdb', writer))
    await Promise.all(
      WRITERS.map((writer) =>
        writer % 4 === 3
          ? store.relations.deleteOf({ environment: 'Production', resource: 'a' })
          : store.relations.upsert(drafts(writer)),
      ),
    )
    await expectRanked(store)
  })

  it('should remove each row exactly once if many callers remove it at once', async () => {
    const { store } = await harness.open()
    const { relation, topology, alert, apiKey } = await store.transaction(writeEverywhere)
    const others = [relationBetween('x', 'y'), relationBetween('x', 'z')]
    await store.relations.upsert(others)
    const relations = await Promise.all(WRITERS.map(() => store.relations.delete(relation.id)))
    expect(relations.filter((removed) => removed !== undefined)).toEqual([relation])
    const ofChild = await Promise.all(
      WRITERS.map(() => store.relations.deleteOf({ environment: 'Production', resource: 'x' })),
    )
    expect(ofChild.reduce((sum, count) => sum + count)).toBe(2)
    const topologies = await Promise.all(WRITERS.map(() => store.topologies.delete([topology.id])))
    expect(topologies.flat()).toEqual([topology.id])
    const alerts = await Promise.all(WRITERS.map(() => store.alerts.delete(alert.id)))
    expect(alerts.filter(Boolean)).toHaveLength(1)
    const apiKeys = await Promise.all(WRITERS.map(() => store.apiKeys.delete(apiKey.id)))
    expect(apiKeys.filter(Boolean)).toHaveLength(1)
  })

  it('should give a service to one topology if many are saved for it at once', async () => {
    const { store, peek } = await harness.open()
    const wanted = WRITERS.map(() => sampleTopology({ ...graphOf('Production', [['a', 'b']]), service: 'shop' }))
    const winners = await savedOf(store, wanted)
    expect(winners).toHaveLength(1)
    expect((await peek('topology')).map(({ id }) => id)).toEqual(winners)
  })

  it('should give a node id to one topology if many use it at once', async () => {
    const { store, peek } = await harness.open()
    const { nodes } = graphOf('Production', [['a', 'b']])
    const winners = await savedOf(
      store,
      WRITERS.map(() => sampleTopology({ nodes, edges: [] })),
    )
    expect(winners).toHaveLength(1)
    expect((await peek('topology')).map(({ id }) => id)).toEqual(winners)
  })

  it.each(['topologies', 'apiKeys', 'catalog', 'policies', 'names'] as const)(
    'should let only one transaction at a time hold the lock of %s',
    async (area) => {
      const { store } = await harness.open()
      let holders = 0
      const seen = await Promise.all(
        WRITERS.map(() =>
          store.transaction(async (parts) => {
            await parts.lock(area)
            await parts.lock(area)
            holders++
            const now = holders
            await delay(1)
            holders--
            return now
          }),
        ),
      )
      expect(seen).toEqual(WRITERS.map(() => 1))
    },
  )

  it('should let nobody share a lock while one transaction holds it alone', async () => {
    const { store } = await harness.open()
    let alone = 0
    let sharing = 0
    const takenAlone = async (parts: StoreTransaction) => {
      await parts.lock('names')
      alone++
      const others = alone + sharing - 1
      await delay(1)
      alone--
      return others
    }
    const shared = async (parts: StoreTransaction) => {
      await parts.lock('names', 'shared')
      await parts.lock('names', 'shared')
      sharing++
      const others = alone
      await delay(1)
      sharing--
      return others
    }
    const later = async (parts: StoreTransaction) => {
      await parts.topologies.count()
      return await shared(parts)
    }
    const seen = await Promise.all(
      WRITERS.flatMap(() => [takenAlone, shared, later].map((work) => store.transaction(work))),
    )
    expect(seen).toEqual(seen.map(() => 0))
  })

  it('should not lose a change that is made under a lock', async () => {
    const { store } = await harness.open()
    const topology = sampleTopology({ description: '0' })
    await store.topologies.save([topology])
    const increment = async (parts: StoreTransaction) => {
      await parts.lock('topologies')
      const stored = await parts.topologies.read(topology.id)
      await parts.topologies.save([{ ...topology, description: `${Number(stored?.description) + 1}` }])
    }
    await Promise.all(WRITERS.map(() => store.transaction(increment)))
    expect((await store.topologies.read(topology.id))?.description).toBe('20')
  })

  it('should never exceed a limit that is checked under a lock', async () => {
    const { store, peek } = await harness.open()
    const writers = WRITERS.map((writer) =>
      store.transaction(async (parts) => {
        await parts.lock('topologies')
        await parts.lock('apiKeys')
        if ((await parts.topologies.count()) < 3) await parts.topologies.save([sampleTopology()])
        if ((await parts.apiKeys.count()) < 4) await parts.apiKeys.add(sampleApiKey(), `digest-${writer}`)
      }),
    )
    await Promise.all(writers)
    expect(await peek('topology')).toHaveLength(3)
    expect(await peek('apiKey')).toHaveLength(4)
  })

  it('should create one alert per key if many callers receive it at once, and count each duplicate', async () => {
    const { store, peek } = await harness.open()
    const keys = [
      sampleAlert({ event: 'disk full' }),
      sampleAlert({ event: 'cpu high' }),
      sampleAlert({ event: 'down' }),
    ]
    const receive = (writer: number) => async (parts: StoreTransaction) => {
      const wanted = writer % 2 === 0 ? keys : keys.toReversed()
      const stored = new Map((await parts.alerts.lock(wanted)).map((alert) => [alert.event, alert]))
      const received = wanted.map((alert) => {
        const known = stored.get(alert.event)
        return known === undefined
          ? { ...alert, id: nextId() }
          : { ...known, duplicateCount: known.duplicateCount + 1, lastReceiveTime: at(writer) }
      })
      await parts.alerts.save(received)
    }
    for (let round = 1; round <= 2; round++) {
      await Promise.all(WRITERS.map((writer) => store.transaction(receive(writer))))
      const { items } = await store.alerts.list({ filters: {}, sort: undefined, page: 1, pageSize: 100 })
      expect(items.map(({ duplicateCount }) => duplicateCount)).toEqual(keys.map(() => 20 * round - 1))
      expect(await peek('alert')).toHaveLength(3)
    }
  })

  it('should not lose a change of an alert that is locked by its id', async () => {
    const { store } = await harness.open()
    const alert = sampleAlert()
    await store.alerts.save([alert])
    const increment = async (parts: StoreTransaction) => {
      const stored = await parts.alerts.lockById(alert.id)
      if (stored !== undefined) await parts.alerts.save([{ ...stored, duplicateCount: stored.duplicateCount + 1 }])
    }
    await Promise.all(WRITERS.map(() => store.transaction(increment)))
    expect((await store.alerts.read(alert.id))?.duplicateCount).toBe(20)
  })

  it('should lock each alert that matches filters once if many callers change the alerts at once', async () => {
    const { store } = await harness.open()
    const alerts = Array.from({ length: 40 }, () => sampleAlert({ severity: 'major' }))
    await store.alerts.save(alerts)
    const change = async ({ alerts: locked }: StoreTransaction) => {
      const { items } = await locked.lockMatching({ severity: ['major'] }, 100)
      const stored = await locked.lock(items)
      await locked.save(
        stored.map((alert) => ({ ...alert, severity: 'minor', duplicateCount: alert.duplicateCount + 1 })),
      )
      return items.length
    }
    const counts = await Promise.all(WRITERS.map(() => store.transaction(change)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(alerts.length)
    const { items } = await store.alerts.list({
      filters: { severity: ['minor'] },
      sort: undefined,
      page: 1,
      pageSize: 100,
    })
    expect(items.map(({ duplicateCount }) => duplicateCount)).toEqual(alerts.map(() => 1))
  })
}

// Helpers

/** Expects that `neighbors` returns the stored relations in rank order. */
async function expectRanked({ relations }: Store): Promise<void> {
  const { items } = await relations.list({ filters: {}, sort: undefined, page: 1, pageSize: 1000 })
  for (const [direction, from, to] of [
    ['parents', 'resource', 'parent'],
    ['children', 'parent', 'resource'],
  ] as const) {
    const names = [...new Set(items.map((relation) => relation[from]))]
    const expected = names.map((name) => {
      const around = items.filter((relation) => relation[from] === name)
      return [name, inRankOrder(around, to).map((relation) => relation[to])] as const
    })
    const found = await relations.neighbors(direction, new Map([['Production', [...new Set([...names, 'a', 'b'])]]]))
    expect(found.get('Production')).toEqual(new Map(expected))
  }
}

/**
 * Saves the topologies concurrently, and returns the ids of those that were saved. Every other save must fail with
 * `conflict`.
 */
async function savedOf(store: Store, topologies: readonly Topology[]) {
  const outcomes = await Promise.allSettled(topologies.map((topology) => store.topologies.save([topology])))
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject({ name: 'OpsgraphError', kind: 'conflict' })
  return topologies.filter((_, index) => outcomes[index]?.status === 'fulfilled').map(({ id }) => id)
}
