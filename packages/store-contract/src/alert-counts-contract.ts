import { ALERT_STATUSES } from '@opsgraph/core/pure'
import { ACTIVE_STATUSES, compareCreation } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { sampleAlert } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `AlertStore` for the active alerts of several services. */
export function alertCountsContract(harness: StoreHarness): void {
  describe('activeOf', () => {
    it('should return the alerts of any of the services, each once', async () => {
      const { store } = await harness.open()
      const [shop, both, bank] = [['shop'], ['bank', 'shop'], ['bank']].map((service) => sampleAlert({ service }))
      await store.alerts.save(
        [shop, both, bank, sampleAlert({ service: ['other'] })].filter((each) => each !== undefined),
      )
      expect(await store.alerts.activeOf(['bank', 'shop', 'bank', 'none'], undefined)).toEqual([shop, both, bank])
      expect(await store.alerts.activeOf([], undefined)).toEqual([])
    })
  })

  describe('activeVersions', () => {
    it('should change for the part of an active alert whenever the alert changes, and for no other part', async () => {
      const { store } = await harness.open()
      const { alerts } = store
      if (alerts.activeVersions === undefined) return
      const others = Array.from({ length: 20 }, () => sampleAlert({ status: 'open' }))
      await alerts.save(others)
      const seen: ReadonlyMap<number, string>[] = []
      const look = async () => seen.push((await alerts.activeVersions?.()) ?? new Map())
      const alert = sampleAlert({ status: 'open' })
      await look()
      await alerts.save([alert])
      await look()
      await alerts.save([{ ...alert, text: 'another text' }])
      await look()
      await alerts.save([{ ...alert, status: 'closed' }])
      await look()
      await alerts.save([{ ...alert, status: 'closed', text: 'changed after it was closed' }])
      await look()
      await alerts.save([{ ...alert, status: 'open' }])
      await look()
      await alerts.delete(alert.id)
      await look()
      const changed = seen.slice(1).map((after, index) => changedParts(seen[index] ?? new Map(), after))
      const [part] = changed[0] ?? []
      expect(changed).toEqual([[part], [part], [part], [], [part], [part]])
      expect(new Set([seen[1], seen[2], seen[5]].map((each) => each?.get(part ?? -1))).size).toBe(3)
      expect(seen[6]).toEqual(seen[0])
    })

    it('should have the same parts as the alerts of these parts', async () => {
      const { store } = await harness.open()
      const { alerts } = store
      if (alerts.activeVersions === undefined) return
      const saved = ALERT_STATUSES.map((status) => sampleAlert({ status }))
      await alerts.save(saved)
      const parts = [...(await alerts.activeVersions()).keys()]
      const found = (await alerts.activeInParts?.(parts)) ?? new Map<number, never>()
      expect([...found.keys()].toSorted()).toEqual(parts.toSorted())
      const active = saved.filter(({ status }) => ACTIVE_STATUSES.includes(status))
      const alertsFound = [...found.values()].flat().flatMap(({ alert }) => alert ?? [])
      expect(alertsFound.toSorted(compareCreation)).toEqual(active.toSorted(compareCreation))
      for (const part of parts) expect(await alerts.activeInParts?.([part])).toEqual(new Map([[part, found.get(part)]]))
      const [part = -1] = parts
      const [before] = found.get(part) ?? []
      if (before?.alert !== undefined) await alerts.save([before.alert])
      const after = (await alerts.activeInParts?.([part]))?.get(part)?.find(({ id }) => id === before?.id)
      expect(after?.alert).toEqual(before?.alert)
      expect(after?.revision).not.toBe(before?.revision)
    })

    it('should have no alert again whose revision the caller has', async () => {
      const { store } = await harness.open()
      const { alerts } = store
      if (alerts.activeVersions === undefined) return
      const [same, changed] = [sampleAlert({ status: 'open' }), sampleAlert({ status: 'open' })]
      await alerts.save([same, changed])
      const parts = [...(await alerts.activeVersions()).keys()]
      const read = async (cached?: ReadonlyMap<string, number>) =>
        [...((await alerts.activeInParts?.(parts, cached)) ?? []).values()].flat()
      const cached = new Map((await read()).map(({ id, revision }) => [id, revision]))
      await alerts.save([{ ...changed, text: 'another text' }])
      const found = new Map((await read(cached)).map((each) => [each.id, each]))
      expect(found.get(same.id)).toEqual({ id: same.id, revision: cached.get(same.id), alert: undefined })
      expect(found.get(changed.id)?.alert).toEqual({ ...changed, text: 'another text' })
    })
  })
}

function changedParts(before: ReadonlyMap<number, string>, after: ReadonlyMap<number, string>): readonly number[] {
  const parts = new Set([...before.keys(), ...after.keys()])
  return [...parts].filter((part) => before.get(part) !== after.get(part))
}
