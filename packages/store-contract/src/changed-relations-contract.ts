import type { StoreParts } from '@opsgraph/core/store'
import { claimOf } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from './property-runs.js'
import { at, sampleRelation } from './sample.js'
import type { OpenedStore, StoreHarness } from './store-harness.js'
import { waitBriefly } from './waiting.js'

/** Tests the guarantees of `RelationStore.changedSince`. */
export function changedRelationsContract(harness: StoreHarness): void {
  it('should name no environment without a position, and none if nothing has changed', async () => {
    const { store } = await harness.open()
    await store.relations.upsert([sampleRelation()])
    const { position, environments } = await store.relations.changedSince(undefined)
    expect(environments).toEqual([])
    const next = await store.relations.changedSince((await store.relations.changedSince(position)).position)
    expect(next.environments).toEqual([])
  })

  it('should name the environment after every kind of change', async () => {
    const { store } = await harness.open()
    const look = await startLooking(store)
    const cmdb = sampleRelation({ environment: 'Lab', source: 'cmdb', sourceRef: 'itop' })
    const { environment, resource } = cmdb
    const changes: readonly ((parts: StoreParts) => Promise<unknown>)[] = [
      ({ relations }) => relations.upsert([cmdb]),
      ({ relations }) => relations.upsert([{ ...cmdb, updateTime: at(9) }]),
      ({ relations }) => relations.withdraw([claimOf(cmdb)], at(10)),
      ({ relations }) => relations.upsert([cmdb]),
      ({ relations }) => relations.deleteOf({ environment, resource }),
      ({ relations }) => relations.upsert([cmdb]),
      ({ relations }) => relations.delete(cmdb.id),
    ]
    for (const [step, change] of changes.entries()) {
      await store.transaction(change)
      expect(await look(), `change ${step + 1}`).toEqual(['Lab'])
      expect(await look()).toEqual([])
    }
  })

  it('should name every environment of a change once, and keep odd names', async () => {
    const { store } = await harness.open()
    const look = await startLooking(store)
    const environments = ['', 'Lab', 'lab', 'Ünïcode \u{1f600}', 'a"b\\c', '%_']
    await store.relations.upsert(
      environments.flatMap((environment) =>
        ['a', 'b'].map((resource) => sampleRelation({ environment, resource, parent: 'p' })),
      ),
    )
    expect((await look()).toSorted()).toEqual(environments.toSorted())
  })

  it('should miss no change of a transaction that ends late', async () => {
    const { store } = await harness.open()
    const look = await startLooking(store)
    const named = new Set<string>()
    const note = async () => {
      for (const environment of await look()) named.add(environment)
    }
    let early: Promise<void> | undefined
    await store.transaction(async ({ relations }) => {
      await relations.upsert([sampleRelation({ environment: 'late' })])
      early ??= store.relations.upsert([sampleRelation({ environment: 'early' })]).then(note)
      await waitBriefly(early)
    })
    await early
    await note()
    expect([...named].toSorted()).toEqual(['early', 'late'])
  })

  it('should name exactly the environments that have changed, after any changes', async () => {
    const { store } = await harness.open()
    const look = await startLooking(store)
    const environment = fc.constantFrom('a', 'b', 'c')
    await fc.assert(
      fc.asyncProperty(fc.array(environment, { maxLength: 5 }), async (changed) => {
        for (const each of changed) await store.relations.upsert([sampleRelation({ environment: each })])
        expect((await look()).toSorted()).toEqual([...new Set(changed)].toSorted())
      }),
      propertyRuns(harness, 20),
    )
  })
}

// Helpers

/** Returns a function that returns the environments whose relations have changed since its last call. */
async function startLooking({ relations }: OpenedStore['store']): Promise<() => Promise<readonly string[]>> {
  let { position } = await relations.changedSince((await relations.changedSince(undefined)).position)
  return async () => {
    const next = await relations.changedSince(position)
    position = next.position
    return next.environments ?? []
  }
}
