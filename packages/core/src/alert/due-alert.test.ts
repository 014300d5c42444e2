import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import type { Alert } from './alert.js'
import { ALERT_STATUSES, type AlertStatus } from './alert-status.js'
import { changeDueAlert, dueTime } from './due-alert.js'
import { readAlert } from './read-alert.js'
import { changeStatus, newAlert, renewAlert } from './receive.js'
import { SEVERITIES, type Severity } from './severity.js'

describe('the expiry of an alert', () => {
  it('should be its timeout after it was last received', () => {
    const stored = received({ timeout: 60 }, 0)
    expect(dueTime(stored)).toBe(at(60))
    expect(dueTime(again(stored, { timeout: 60 }, 50))).toBe(at(110))
    expect(changeDueAlert(stored, moment(59))).toBe(stored)
    const expired = changeDueAlert(stored, moment(60))
    expect(expired).toMatchObject({ status: 'expired', updateTime: at(60), activeSince: at(0), lastReceiveTime: at(0) })
    expect(expired.history.slice(1)).toEqual([
      {
        id: 'id',
        type: 'status',
        actor: 'system',
        text: 'not received for 60 seconds',
        severity: 'major',
        status: 'expired',
        updateTime: at(60),
      },
    ])
    expect(dueTime(expired)).toBeNull()
  })

  it('should take the timeout of the newest arrival', () => {
    const stored = received({ timeout: 60 }, 0)
    for (const severity of ['major', 'critical']) {
      expect(again(stored, { severity, timeout: 10 }, 5)).toMatchObject({ timeout: 10, expireTime: at(15) })
    }
  })

  it.each(ALERT_STATUSES)('should come to active alerts only, except in a maintenance window: %s', (status) => {
    const expires = !['closed', 'expired', 'blackout'].includes(status)
    expect(dueTime(received({ status, timeout: 60 }, 0))).toBe(expires ? at(60) : null)
  })

  it('should never come with the timeout 0, or after the year 9999', () => {
    for (const timeout of [0, Number.MAX_SAFE_INTEGER, 9e11]) expect(dueTime(received({ timeout }, 0))).toBeNull()
  })

  it('should count anew from the time at which a user reopens the alert', () => {
    const expired = changeDueAlert(received({ timeout: 60 }, 0), moment(60))
    expect(dueTime(change(expired, { status: 'open' }, 100))).toBe(at(160))
    expect(dueTime(change(received({ timeout: 60 }, 0), { status: 'ack' }, 30))).toBe(at(60))
  })
})

describe('the end of a status', () => {
  it.each<AlertStatus>(['ack', 'shelved'])('should make an alert open again: %s', (status) => {
    const timed = change(received({ timeout: 0 }, 0), { status, timeout: 30 }, 10)
    expect(timed).toMatchObject({ status, statusUntil: at(40) })
    expect(changeDueAlert(timed, moment(39))).toBe(timed)
    const open = changeDueAlert(timed, moment(45))
    expect(open).toMatchObject({ status: 'open', statusUntil: null, activeSince: at(0), updateTime: at(45) })
    const text = `the time of the status ${status} is over`
    expect(open.history.at(-1)).toMatchObject({ type: 'status', actor: 'system', text, status: 'open' })
  })

  it('should be canceled by a later status, whether a user or a sender gives it', () => {
    const timed = change(received({ timeout: 0 }, 0), { status: 'shelved', timeout: 30 }, 0)
    const later = [
      ...ALERT_STATUSES.map((status) => change(timed, { status }, 1)),
      again(timed, { status: 'shelved' }, 1),
      again(timed, { severity: 'ok' }, 1),
    ]
    for (const alert of later) expect(alert.statusUntil).toBeNull()
  })

  it('should stay when the alert is received again without a status', () => {
    const timed = change(received({ timeout: 0 }, 0), { status: 'ack', timeout: 30 }, 0)
    for (const severity of ['major', 'minor']) expect(again(timed, { severity }, 5).statusUntil).toBe(at(30))
  })

  it('should happen before the expiry if it comes first, and not at all otherwise', () => {
    const stored = received({ timeout: 60 }, 0)
    const statuses = (timeout: number) =>
      changeDueAlert(change(stored, { status: 'ack', timeout }, 0), moment(99))
        .history.slice(2)
        .map(({ status }) => status)
    expect(statuses(59)).toEqual(['open', 'expired'])
    expect(statuses(60)).toEqual(['expired'])
    expect(statuses(61)).toEqual(['expired'])
  })
})

it('should make the same changes as a model that looks at the alert every second', () => {
  fc.assert(
    fc.property(fc.array(anyEvent(), { minLength: 1, maxLength: 30 }), (events) => {
      const model = new Model()
      let alert = received({ timeout: 4 }, 0)
      for (const [index, event] of events.entries()) {
        const second = index + 1
        alert = changeDueAlert(alert, moment(second))
        model.tick(second)
        expect([alert.status, alert.activeSince]).toEqual([model.status, at(model.since)])
        const due = dueTime(alert)
        expect(due === null || due > at(second)).toBe(true)
        alert = event(alert, model, second)
      }
    }),
    propertyRuns(1_000),
  )
})

// Helpers

const KEY = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major' }

/** The rules in the words of the document, without times that are computed ahead. */
class Model {
  status: AlertStatus = 'open'
  since = 0
  #received = 0
  #timeout = 4
  #severity: Severity = 'major'
  #statusEnd: number | undefined

  tick(now: number): void {
    if (this.#statusEnd === now) this.take('open', now)
    const isSilent = this.#timeout > 0 && now - this.#received >= this.#timeout
    if (isSilent && this.#isActive() && this.status !== 'blackout') this.take('expired', now)
  }

  receive({ severity, status, timeout }: Received, now: number): void {
    this.#received = now
    this.#timeout = timeout
    const isWorse = SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(this.#severity)
    this.#severity = severity
    if (status !== undefined) this.take(status, now)
    else if (!this.#isActive() || (isWorse && ['ack', 'assign'].includes(this.status))) this.take('open', now)
  }

  take(status: AlertStatus, now: number, timeout = 0): void {
    const wasActive = this.#isActive()
    this.status = status
    this.#statusEnd = timeout > 0 ? now + timeout : undefined
    if (wasActive || !this.#isActive()) return
    this.since = now
    this.#received = now
  }

  #isActive(): boolean {
    return this.status !== 'closed' && this.status !== 'expired'
  }
}

interface Received {
  readonly severity: Severity
  readonly status: AlertStatus | undefined
  readonly timeout: number
}

type Event = (stored: Alert, model: Model, second: number) => Alert

/** Nothing happens, or the alert arrives, or a user gives it a status. */
function anyEvent(): fc.Arbitrary<Event> {
  const nothing: Event = (stored) => stored
  const arrived = fc
    .record({
      severity: fc.constantFrom(...SEVERITIES),
      status: fc.option(fc.constantFrom(...ALERT_STATUSES), { nil: undefined }),
      timeout: fc.nat({ max: 6 }),
    })
    .map(
      ({ severity, status, timeout }): Event =>
        (stored, model, second) => {
          const closes = ['normal', 'ok', 'cleared'].includes(severity)
          model.receive({ severity, status: closes ? 'closed' : status, timeout }, second)
          return again(stored, { severity, status, timeout }, second)
        },
    )
  const changed = fc
    .oneof(
      fc.record({ status: fc.constantFrom(...ALERT_STATUSES) }),
      fc.record({ status: fc.constantFrom<AlertStatus>('ack', 'shelved'), timeout: fc.nat({ max: 6 }) }),
    )
    .map(
      (chosen: { status: AlertStatus; timeout?: number }): Event =>
        (stored, model, second) => {
          model.take(chosen.status, second, chosen.timeout)
          return change(stored, chosen, second)
        },
    )
  return fc.oneof({ weight: 3, arbitrary: fc.constant(nothing) }, arrived, changed)
}

function received(fields: object, second: number): Alert {
  return newAlert(readAlert({ ...KEY, ...fields }), arrival(second))
}

function again(stored: Alert, fields: object, second: number): Alert {
  return renewAlert(stored, readAlert({ ...KEY, ...fields }), arrival(second))
}

function change(stored: Alert, chosen: { status: AlertStatus; timeout?: number }, second: number): Alert {
  return changeStatus(stored, { text: '', ...chosen }, arrival(second))
}

function moment(second: number) {
  return { now: at(second), newId: () => 'id' }
}

function arrival(second: number) {
  return { ...moment(second), actor: 'ann' }
}

function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
}
