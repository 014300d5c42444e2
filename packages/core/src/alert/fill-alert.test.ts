import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import type { Alert } from './alert.js'
import { ALERT_STATUSES, type AlertStatus } from './alert-status.js'
import { fillAlert } from './fill-alert.js'
import { readAlert } from './read-alert.js'
import { changeStatus, newAlert, renewAlert } from './receive.js'
import { SEVERITIES } from './severity.js'

describe('fillAlert', () => {
  it.each<[AlertStatus[], since: string]>([
    [[], 'created'],
    [['open', 'ack', 'open'], 'created'],
    [['open', 'closed'], 'created'],
    [['open', 'closed', 'open', 'ack'], '2'],
    [['open', 'closed', 'open', 'closed', 'expired'], '2'],
    [['expired', 'open'], '1'],
    [['open', 'closed', 'open', 'expired', 'closed', 'open', 'open'], '5'],
  ])(
    'should derive the last reopening, or else the creation, of an alert of an earlier release: %j',
    (statuses, since) => {
      const kept = withoutTime(received('created'))
      const history = statuses.flatMap((status, index) =>
        kept.history.map((entry) => ({ ...entry, status, updateTime: String(index) })),
      )
      expect(fillAlert({ ...kept, history }).activeSince).toBe(since)
    },
  )

  it('should keep the stored time, even if the history is too short to derive it', () => {
    expect(fillAlert({ ...received('created'), activeSince: 'stored' }).activeSince).toBe('stored')
  })

  it('should derive the time that the alert had, as long as the history is complete', () => {
    fc.assert(
      fc.property(fc.array(anyEvent(), { maxLength: 20 }), (events) => {
        const alert = events.reduce((stored, event, index) => event(stored, `time ${index}`), received('created'))
        expect(fillAlert(withoutTime(alert)).activeSince).toBe(alert.activeSince)
      }),
      propertyRuns(200),
    )
  })
})

// Helpers

const KEY = { environment: 'Production', resource: 'web', event: 'Down' }

function received(now: string): Alert {
  return newAlert(readAlert({ ...KEY, severity: 'major' }), arrival(now))
}

/** The alert as a release without `activeSince` stored it. */
function withoutTime({ activeSince: _, ...kept }: Alert) {
  return kept
}

function arrival(now: string) {
  return { now, newId: () => 'id', actor: 'ann' }
}

/** Something that happens to a stored alert: it is received again, or a user changes its status. */
function anyEvent(): fc.Arbitrary<(stored: Alert, now: string) => Alert> {
  const status = fc.constantFrom(...ALERT_STATUSES)
  const arrived = fc
    .record({ severity: fc.constantFrom(...SEVERITIES), status: fc.option(status, { nil: undefined }) })
    .map((fields) => (stored: Alert, now: string) => renewAlert(stored, readAlert({ ...KEY, ...fields }), arrival(now)))
  const changed = status.map(
    (chosen) => (stored: Alert, now: string) => changeStatus(stored, { status: chosen, text: '' }, arrival(now)),
  )
  return fc.oneof(arrived, changed)
}
