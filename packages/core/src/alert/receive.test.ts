import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Alert } from './alert.js'
import { ALERT_STATUSES, isActive } from './alert-status.js'
import { readAlert } from './read-alert.js'
import { changeStatus } from './receive.js'
import { closesAlert, SEVERITIES } from './severity.js'
import { createAlert, StoredAlert } from './stored-alert.js'

describe('receive', () => {
  it('should open a new alert', () => {
    expect(first({ severity: 'major', text: 'down' })).toMatchObject({
      status: 'open',
      duplicateCount: 0,
      repeat: false,
      previousSeverity: null,
      createTime: at(0),
      receiveTime: at(0),
      lastReceiveTime: at(0),
      updateTime: at(0),
      history: [{ type: 'new', actor: 'sender', text: 'down', severity: 'major', status: 'open', updateTime: at(0) }],
    })
  })

  it('should leave the createTime to the sender of the first arrival', () => {
    const stored = first({ severity: 'major', createTime: '2025-12-31T12:00:00Z' })
    expect(stored).toMatchObject({ createTime: '2025-12-31T12:00:00.000Z', receiveTime: at(0), updateTime: at(0) })
    for (const severity of ['major', 'critical']) {
      expect(next(stored, { severity, createTime: '2025-12-30' }).createTime).toBe(stored.createTime)
    }
  })

  it.each(['normal', 'ok', 'cleared'])('should close a new alert of severity %s', (severity) => {
    expect(first({ severity }).status).toBe('closed')
  })

  it('should count the same severity again as a duplicate and renew what it brings', () => {
    const stored = first({ severity: 'major', text: 'a', attributes: { x: 1, y: 1 }, tags: ['t'], service: ['s'] })
    const again = next(stored, { severity: 'major', text: 'b', attributes: { y: 2 }, tags: ['u', 't'], service: ['r'] })
    expect(again).toMatchObject({
      id: stored.id,
      duplicateCount: 1,
      repeat: true,
      text: 'b',
      attributes: { x: 1, y: 2 },
      tags: ['t', 'u'],
      service: ['r'],
      lastReceiveTime: at(1),
      createTime: at(0),
      receiveTime: at(0),
      updateTime: at(0),
    })
    expect(again.history).toEqual(stored.history)
  })

  it('should add history to a duplicate only when its value changed', () => {
    const stored = first({ severity: 'major', value: '1' })
    expect(next(stored, { severity: 'major', value: '1' }).history).toHaveLength(1)
    expect(next(stored, { severity: 'major', value: '2' }).history.map((entry) => entry.type)).toEqual(['new', 'value'])
  })

  it('should remember the beginning of a long text, and never half a character', () => {
    const text = `${'x'.repeat(9_999)}😀 and so on`
    const alert = changeStatus(first({ text }), { status: 'ack', text }, arrival(1))
    expect(alert.text).toBe(text)
    expect(alert.history.map((entry) => entry.text)).toEqual(Array(2).fill(`${'x'.repeat(9_999)}\uFFFD…`))
    expect(first({ text: 'x'.repeat(10_000) }).history[0]?.text).toBe('x'.repeat(10_000))
  })

  it('should change the severity of a known alert and remember the one before', () => {
    const stored = next(first({ severity: 'minor' }), { severity: 'minor' })
    const worse = next(stored, { severity: 'critical' })
    expect(worse).toMatchObject({
      id: stored.id,
      severity: 'critical',
      previousSeverity: 'minor',
      status: 'open',
      duplicateCount: 0,
      repeat: false,
      updateTime: at(1),
    })
    expect(worse.history.at(-1)).toMatchObject({ type: 'severity', severity: 'critical', updateTime: at(1) })
  })

  it('should close on a closing severity and reopen on the next fault', () => {
    const closed = next(first({ severity: 'major' }), { severity: 'ok' })
    expect(closed).toMatchObject({ status: 'closed', previousSeverity: 'major' })
    expect(next(closed, { severity: 'minor' })).toMatchObject({ status: 'open', previousSeverity: 'ok' })
  })

  it('should reopen an alert that was closed by hand while the fault goes on', () => {
    const closed = changeStatus(first({ severity: 'major' }), { status: 'closed', text: 'done?' }, arrival(1))
    const again = next(closed, { severity: 'major' })
    expect(again.status).toBe('open')
    expect(again.history.at(-1)).toMatchObject({ type: 'status', status: 'open' })
    const changed = next(closed, { severity: 'major', value: 'new' })
    expect(changed.history.map((entry) => entry.type)).toEqual(['new', 'status', 'status', 'value'])
  })

  it.each(['ack', 'assign'] as const)(
    'should leave an alert with the status %s alone until it becomes worse',
    (status) => {
      const acknowledged = changeStatus(first({ severity: 'major' }), { status, text: '' }, arrival(1))
      expect(acknowledged).toMatchObject({ status, updateTime: at(1) })
      for (const severity of ['major', 'minor']) expect(next(acknowledged, { severity }).status).toBe(status)
      expect(next(acknowledged, { severity: 'critical', status }).status).toBe(status)
      const worse = next(acknowledged, { severity: 'critical' })
      expect(worse).toMatchObject({ status: 'open', severity: 'critical', activeSince: at(0) })
      const text = `open again: the severity rose from major to critical while the status was ${status}`
      expect(worse.history.slice(-2)).toMatchObject([{ type: 'severity' }, { type: 'status', status: 'open', text }])
    },
  )

  it('should leave a shelved alert shelved if it becomes worse', () => {
    const shelved = changeStatus(first({ severity: 'major' }), { status: 'shelved', text: '' }, arrival(1))
    expect(next(shelved, { severity: 'critical' }).status).toBe('shelved')
  })

  it('should take the status that a later arrival brings, unless its severity closes the alert', () => {
    const stored = first({ severity: 'major' })
    const again = next(stored, { severity: 'major', status: 'ack' })
    expect(again).toMatchObject({ status: 'ack', updateTime: at(1) })
    expect(again.history.at(-1)).toMatchObject({ type: 'status', status: 'ack' })
    expect(next(stored, { severity: 'critical', status: 'shelved' }).status).toBe('shelved')
    expect(next(stored, { severity: 'ok', status: 'ack' }).status).toBe('closed')
  })

  it('should keep at most 100 history entries, newest last', () => {
    let alert = first({ severity: 'major' })
    for (let count = 0; count < 120; count++) {
      alert = next(alert, { severity: 'major', value: count, text: `change ${count}` })
    }
    const newest = Array.from({ length: 100 }, (_, at) => `change ${20 + at}`)
    expect(alert.history.map(({ text }) => text)).toEqual(newest)
  })

  it('should always be active exactly when the last severity does not close it', () => {
    const arrivals = fc.array(fc.constantFrom(...SEVERITIES), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(arrivals, fc.constantFrom(...ALERT_STATUSES), (severities, status) => {
        const start = changeStatus(first({ severity: 'major' }), { status, text: '' }, arrival(0))
        const last = severities.reduce((alert, severity) => next(alert, { severity }), start)
        expect(isActive(last.status)).toBe(!closesAlert(last.severity))
        expect(last.severity).toBe(severities.at(-1))
        expect(last.id).toBe(start.id)
      }),
    )
  })

  it('should keep the parent that it knows when a later arrival names none', () => {
    const stored = first({ severity: 'major', resourceParent: 'host-1' })
    expect(next(stored, { severity: 'major' }).resourceParent).toBe('host-1')
    expect(next(stored, { severity: 'major', resourceParent: 'host-2' }).resourceParent).toBe('host-2')
  })

  it.each(['major', 'critical'])(
    'should renew the children that it knows only by an arrival that names some: %s',
    (severity) => {
      const stored = first({ severity: 'major', resourceChildren: ['disk-1'] })
      expect(next(stored, { severity }).resourceChildren).toEqual(['disk-1'])
      expect(next(stored, { severity, resourceChildren: ['disk-2'] }).resourceChildren).toEqual(['disk-2'])
    },
  )
})

// Helpers

const key = { resource: 'web-1', event: 'HttpDown', environment: 'Production' }

function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
}

function arrival(second: number) {
  let count = 0
  return { now: at(second), newId: () => `id-${second}-${count++}`, actor: 'sender', source: 'origin:' }
}

function first(fields: object): Alert {
  return createAlert(readAlert({ ...key, ...fields }), arrival(0))
}

function next(stored: Alert, fields: object): Alert {
  return new StoredAlert(stored).receive(readAlert({ ...key, ...fields }), arrival(1)) ?? stored
}
