import { ALERT_STATUSES } from '@opsgraph/core/pure'
import { ACTIVE_STATUSES, type ActiveCount } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { ODD_NAMES } from './odd-text.js'
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

  describe('countActive', () => {
    it('should count active alerts by service, severity and status', async () => {
      const { store } = await harness.open()
      expect(await store.alerts.countActive()).toEqual([])
      const state = { severity: 'major', status: 'open' } as const
      await store.alerts.save([
        sampleAlert({ service: ['shop'], ...state }),
        sampleAlert({ service: ['shop', 'bank', 'shop'], ...state }),
        sampleAlert({ service: ['shop'], severity: 'major', status: 'ack' }),
        sampleAlert({ service: ['shop'], severity: 'minor', status: 'open' }),
        sampleAlert({ service: [], ...state }),
        sampleAlert({ service: ['Shop'], severity: 'major', status: 'closed' }),
      ])
      expect(sorted(await store.alerts.countActive())).toEqual(
        sorted([
          { service: 'bank', ...state, count: 1 },
          { service: 'shop', ...state, count: 2 },
          { service: 'shop', severity: 'major', status: 'ack', count: 1 },
          { service: 'shop', severity: 'minor', status: 'open', count: 1 },
        ]),
      )
    })

    it('should count every active status, and services with odd names', async () => {
      const { store } = await harness.open()
      await store.alerts.save(ALERT_STATUSES.map((status) => sampleAlert({ service: ['shop'], status })))
      await store.alerts.save(ODD_NAMES.map((name) => sampleAlert({ service: [name], status: 'open' })))
      const counts = await store.alerts.countActive()
      const ofShop = counts.filter(({ service }) => service === 'shop')
      expect(ofShop.map(({ status }) => status).toSorted()).toEqual(ACTIVE_STATUSES.toSorted())
      const others = counts.filter(({ service }) => service !== 'shop')
      expect(others.map(({ service }) => service).toSorted()).toEqual(ODD_NAMES.toSorted())
    })

    it('should give the active alerts another version whenever one of them changes', async () => {
      const { store } = await harness.open()
      const { alerts } = store
      if (alerts.activeVersion === undefined) return
      const seen: string[] = []
      const look = async () => seen.push((await alerts.activeVersion?.()) ?? '')
      const alert = sampleAlert({ status: 'open' })
      await look()
      await alerts.save([alert])
      await look()
      await alerts.save([{ ...alert, text: 'another text' }])
      await look()
      await alerts.save([{ ...alert, status: 'closed' }, sampleAlert({ status: 'open' })])
      await look()
      expect(new Set(seen).size).toBe(4)
      await alerts.save([{ ...alert, status: 'closed', text: 'changed after it was closed' }])
      await look()
      expect(seen[4]).toBe(seen[3])
      await alerts.save([{ ...alert, status: 'open' }])
      await look()
      await alerts.delete(alert.id)
      await look()
      expect(seen[5]).not.toBe(seen[3])
      expect(seen[6]).toBe(seen[3])
    })
  })
}

function sorted(counts: readonly ActiveCount[]): readonly string[] {
  return counts.map(({ service, severity, status, count }) => `${service} ${severity} ${status} ${count}`).toSorted()
}
