import type { Alert } from '@opsgraph/core'
import { type AlertKey, dueTime } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from './property-runs.js'
import { at, sampleAlert } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** Tests `AlertStore.due` and `StoreTransaction.tryLock`. */
export function alertDueContract(harness: StoreHarness): void {
  it('should find the alerts whose due time is not later, earliest first, ties by id', async () => {
    const { store } = await harness.open()
    const alerts = [3, 1, 2, 1, 3, 0].map((due) => sampleAlert({ expireTime: at(due) }))
    const [third, first, , tied, , zeroth] = alerts
    await store.alerts.save([...alerts].reverse())
    expect(await store.alerts.due(at(-1), 10)).toEqual([])
    expect(await store.alerts.due(at(1), 10)).toEqual([zeroth, first, tied].map(keyOf))
    expect(await store.alerts.due(at(2), 2)).toEqual([zeroth, first].map(keyOf))
    expect((await store.alerts.due(at(3), 10))[4]).toEqual(keyOf(third))
    expect(await store.transaction((parts) => parts.alerts.due(at(3), 10))).toHaveLength(6)
    expect(await store.snapshot((parts) => parts.alerts.due(at(3), 10))).toHaveLength(6)
  })

  it('should find an alert by the earlier of its two times, and not find alerts without a time', async () => {
    const { store } = await harness.open()
    const times = { expireTime: at(5), statusUntil: at(3) }
    const both = sampleAlert({ ...times, status: 'shelved' })
    const closed = sampleAlert({ ...times, status: 'closed', statusUntil: null })
    const waiting = sampleAlert({ ...times, status: 'blackout', statusUntil: null })
    await store.alerts.save([both, closed, waiting, sampleAlert()])
    expect(await store.alerts.due(at(2), 10)).toEqual([])
    expect(await store.alerts.due(at(3), 10)).toEqual([keyOf(both)])
    expect(await store.alerts.due('9999-12-31T23:59:59.999Z', 10)).toEqual([keyOf(both)])
  })

  it('should follow every save and delete, one alert at a time and by the hundreds', async () => {
    const { store } = await harness.open()
    const due = sampleAlert({ expireTime: at(1) })
    await store.alerts.save([due])
    await store.alerts.save([{ ...due, expireTime: at(9) }])
    expect(await store.alerts.due(at(8), 10)).toEqual([])
    await store.alerts.save([{ ...due, expireTime: null }])
    expect(await store.alerts.due(at(9), 10)).toEqual([])
    await store.alerts.save([due])
    expect(await store.alerts.delete(due.id)).toBe(true)
    expect(await store.alerts.due(at(9), 10)).toEqual([])

    const many = Array.from({ length: 700 }, (_, index) =>
      sampleAlert({ expireTime: index % 3 === 0 ? null : at(index % 7), status: index % 2 === 0 ? 'open' : 'expired' }),
    )
    await store.alerts.save(many)
    expect(await store.alerts.due(at(9), 1_000)).toEqual(expectedDue(many, at(9)))
    const renewed = many.map((alert): Alert => ({ ...alert, expireTime: at(50), status: 'open' }))
    await store.alerts.save(renewed)
    expect(await store.alerts.due(at(49), 1_000)).toEqual([])
    expect(await store.alerts.due(at(50), 1_000)).toEqual(expectedDue(renewed, at(50)))
  })

  it('should keep a due time of any year', async () => {
    const { store } = await harness.open()
    const [first, last] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((expireTime) =>
      sampleAlert({ expireTime }),
    )
    await store.alerts.save([last, first].filter((alert) => alert !== undefined))
    expect(await store.alerts.due('0000-01-01T00:00:00.000Z', 10)).toEqual([keyOf(first)])
    expect(await store.alerts.due('9999-12-31T23:59:59.999Z', 10)).toEqual([first, last].map(keyOf))
  })

  it('should find nothing new after a rollback', async () => {
    const { store } = await harness.open()
    const due = sampleAlert({ expireTime: at(1) })
    await store.alerts.save([due])
    const failing = store.transaction(async ({ alerts }) => {
      await alerts.save([{ ...due, status: 'expired' }, sampleAlert({ expireTime: at(0) })])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.alerts.due(at(5), 10)).toEqual([keyOf(due)])
  })

  it('should find the same alerts as a search of all alerts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTimes(), { maxLength: 12 }), fc.nat({ max: 4 }), async (fields, until) => {
        const { store } = await harness.open()
        const alerts = fields.map(sampleAlert)
        await store.alerts.save(alerts)
        expect(await store.alerts.due(at(until), 100)).toEqual(expectedDue(alerts, at(until)))
      }),
      propertyRuns(harness, 10),
    )
  })

  describe('tryLock', () => {
    it('should not take a lock that another transaction holds, and not wait for it', async () => {
      const { store } = await harness.open()
      const taken: (boolean | undefined)[] = []
      await store.transaction(async (parts) => {
        if (parts.tryLock === undefined) return
        taken.push(await parts.tryLock('dueAlerts'), await parts.tryLock('dueAlerts'))
        taken.push(await store.transaction(async (other) => other.tryLock?.('dueAlerts')))
        taken.push(await store.transaction(async (other) => other.tryLock?.('catalog')))
      })
      expect([[], [true, true, false, true]]).toContainEqual(taken)
    })

    it('should take the lock again after the end of the transaction that held it', async () => {
      const { store } = await harness.open()
      for (let round = 0; round < 2; round++) {
        expect(await store.transaction(async (parts) => parts.tryLock?.('dueAlerts') ?? true)).toBe(true)
      }
    })
  })
}

// Helpers

function keyOf(alert: Alert | undefined): AlertKey {
  const { environment = '', resource = '', event = '' } = alert ?? {}
  return { environment, resource, event }
}

function expectedDue(alerts: readonly Alert[], until: string): readonly AlertKey[] {
  return alerts
    .filter((alert) => (dueTime(alert) ?? '~') <= until)
    .toSorted((one, other) => compare(dueTime(one), dueTime(other)) || compare(one.id, other.id))
    .map(keyOf)
}

function compare(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : Number(one !== other)
}

function anyTimes(): fc.Arbitrary<Partial<Alert>> {
  const time = fc.option(fc.nat({ max: 5 }).map(at), { nil: null })
  return fc.record({
    status: fc.constantFrom('open', 'ack', 'shelved', 'blackout', 'closed', 'expired'),
    expireTime: time,
    statusUntil: time,
  })
}
