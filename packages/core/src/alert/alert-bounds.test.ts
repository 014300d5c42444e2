import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import type { Alert } from './alert.js'
import { alertSize } from './alert-size.js'
import { ALERT_STATUSES, isActive } from './alert-status.js'
import { readAlert } from './read-alert.js'
import { changeStatus } from './receive.js'
import { StoredAlert } from './stored-alert.js'

const { alertBytes, alertAttributes } = LIMITS
const TOO_LARGE = /^The alert would have \d+ bytes, the limit is 1048576 bytes$/
const LONGEST_NUMBER = Number('-1.2345678901234567e-300')
const TOO_MANY = 'The alert would have 1001 attributes, the limit is 1000 attributes'

describe('the attributes of an alert', () => {
  it('should be 1,000 at most when it is new', () => {
    expect(Object.keys(received(undefined, { attributes: attributes(0, 1_000) }).attributes)).toHaveLength(1_000)
    expect(() => received(undefined, { attributes: attributes(0, 1_001) })).toThrow(TOO_MANY)
  })

  it.each(['major', 'critical', 'ok'])('should be 1,000 at most when severity %s is merged', (severity) => {
    const known = new StoredAlert(received(undefined, { attributes: attributes(0, 999) }))
    const full = arrive(known, { severity, attributes: attributes(0, 1_000) })
    expect(Object.keys(full.attributes)).toHaveLength(1_000)
    expect(() => arrive(known, { severity, attributes: { more: 1 } })).toThrow(TOO_MANY)
    expect(known.alert).toBe(full)
    expect(arrive(known, { severity, attributes: { 'key 3': 'again' } }).attributes['key 3']).toBe('again')
  })

  it('should leave room for the weight that a policy sets', () => {
    const stored = received(undefined, { attributes: attributes(0, 1_000) })
    const weighed = { ...stored, attributes: { ...stored.attributes, weight: LONGEST_NUMBER } }
    expect(alertSize(weighed)).toEqual(alertSize(stored))
    expect(alertSize(weighed).bytes).toBeGreaterThanOrEqual(documentBytes(weighed))
    expect(() => received(weighed, { attributes: { more: 1 } })).toThrow(TOO_MANY)
    expect(() => received(weighed, { attributes: { weight: 'heavy' } })).toThrow(TOO_MANY)
  })
})

describe('the document of an alert', () => {
  const parts: readonly [string, (text: string) => object][] = [
    ['text', (text) => ({ text })],
    ['value', (value) => ({ value })],
    ['attributes', (text) => ({ attributes: { text: [{ text }] } })],
    ['tags', (tag) => ({ tags: [tag] })],
    ['service', (text) => ({ service: names(text) })],
    ['resourceChildren', (text) => ({ resourceChildren: names(text) })],
  ]

  it.each(parts)('should have 1 MiB at most, also by merging %s', (_, part) => {
    const known = new StoredAlert(received(undefined, { attributes: { half: 'x'.repeat(alertBytes / 2) } }))
    const full = arrive(known, part('x'.repeat(alertBytes / 2 - 50_000)))
    expect(() => arrive(known, part('y'.repeat(alertBytes / 2)))).toThrow(TOO_LARGE)
    expect(known.alert).toBe(full)
  })

  it.each([
    ['correlate', { correlate: ['x'.repeat(alertBytes)] }],
    ['rawData', { rawData: ['x'.repeat(alertBytes)] }],
    ['group', { group: 'x'.repeat(alertBytes) }],
  ])('should have 1 MiB at most when it is new: %s', (_, fields) => {
    expect(() => received(undefined, fields)).toThrow(TOO_LARGE)
  })

  it('should be accepted at the limit, and refused one byte above it', () => {
    const room = alertBytes - alertSize(received(undefined, { text: '' })).bytes
    expect(alertSize(received(undefined, { text: 'x'.repeat(room) })).bytes).toBe(alertBytes)
    expect(() => received(undefined, { text: 'x'.repeat(room + 1) })).toThrow(
      `The alert would have ${alertBytes + 1} bytes, the limit is ${alertBytes} bytes`,
    )
  })

  it('should be counted in UTF-8 and as JSON escapes it', () => {
    const room = alertBytes - alertSize(received(undefined, { text: '' })).bytes
    for (const [character, bytes] of [
      ['ä', 2],
      ['€', 3],
      ['😀', 4],
      ['"', 2],
      ['\u0001', 6],
    ] as const) {
      const fitting = Math.floor(room / bytes)
      expect(alertSize(received(undefined, { text: character.repeat(fitting) })).bytes).toBeLessThanOrEqual(alertBytes)
      expect(() => received(undefined, { text: character.repeat(fitting + 1) })).toThrow(TOO_LARGE)
    }
  })

  it('should leave a full alert countable, closable and reopenable, by senders and by hand', () => {
    const room = alertBytes - alertSize(received(undefined, { text: '' })).bytes
    const text = 'x'.repeat(room)
    const known = new StoredAlert(received(undefined, { text }))
    for (const severity of ['major', 'major', 'ok', 'critical', 'indeterminate', 'informational', 'cleared']) {
      for (let count = 0; count < 12; count++) arrive(known, { severity, text })
    }
    for (const status of ALERT_STATUSES) {
      if (known.alert !== undefined) known.amend(changeStatus(known.alert, { status, text: '' }, arrival))
      expect(documentBytes(known.alert)).toBeLessThanOrEqual(alertBytes)
    }
  })
})

describe('a stored alert beyond a bound', () => {
  const heavy = { ...received(undefined, { text: 'old' }), tags: ['x'.repeat(3 * alertBytes)] }
  const wide = { ...heavy, tags: [], attributes: attributes(0, 5_000) }

  it.each([heavy, wide])('should accept an arrival that makes the alert no larger', (stored) => {
    expect(received(stored, { text: 'new' })).toMatchObject({ text: 'new', duplicateCount: 1 })
    expect(received(stored, { severity: 'critical', text: '' })).toMatchObject({ severity: 'critical' })
  })

  it('should refuse an arrival that makes the alert larger', () => {
    expect(() => received(heavy, { text: 'newer' })).toThrow(/bytes, the limit is 1048576 bytes$/)
    expect(() => received(wide, { attributes: { more: 1 } })).toThrow(/5001 attributes, the limit is 1000 attributes$/)
  })

  it.each([
    { stored: heavy, text: 'old' },
    { stored: wide, text: 'fine again' },
  ])('should close by any severity that closes, without the fields that do not fit: $text', ({ stored, text }) => {
    const news = { severity: 'ok', text: 'fine again', attributes: { more: 1 }, tags: ['more'] }
    const closed = received(stored, news)
    expect(closed).toMatchObject({ status: 'closed', severity: 'ok', text })
    expect([closed.tags, closed.attributes]).toEqual([stored.tags, stored.attributes])
    expect(isActive(changeStatus(stored, { status: 'closed', text: '' }, arrival).status)).toBe(false)
  })
})

describe('an alert at a bound', () => {
  const full = received(undefined, { attributes: attributes(0, alertAttributes) })

  it('should be closed by a closing severity, even if the arrival does not fit', () => {
    const closed = received(full, { severity: 'normal', text: 'fine again', attributes: { endsAt: 'now' } })
    expect(closed).toMatchObject({ status: 'closed', severity: 'normal', text: 'fine again' })
    expect(closed.attributes).toEqual(full.attributes)
    const huge = received(full, { severity: 'normal', text: 'x'.repeat(alertBytes) })
    expect(huge).toMatchObject({ status: 'closed', text: full.text })
    expect(documentBytes(huge)).toBeLessThanOrEqual(alertBytes)
  })

  it('should be closed by the status closed, even if the arrival does not fit', () => {
    const closed = received(full, { status: 'closed', text: 'fine again', attributes: { endsAt: 'now' } })
    expect(closed).toMatchObject({ status: 'closed', text: 'fine again' })
    expect(closed.attributes).toEqual(full.attributes)
    const huge = received(full, { status: 'closed', text: 'x'.repeat(alertBytes) })
    expect(huge).toMatchObject({ status: 'closed', text: full.text })
    expect(() => received(full, { status: 'ack', attributes: { endsAt: 'now' } })).toThrow(/1001 attributes/)
  })

  it('should refuse an arrival that does not fit once the alert is closed', () => {
    const closed = received(full, { severity: 'normal' })
    expect(() => received(closed, { severity: 'normal', attributes: { endsAt: 'now' } })).toThrow(TOO_MANY)
  })
})

describe('tags that an alert has twice', () => {
  it('should stay if an arrival is refused, and be one if it is taken', () => {
    const stored = received(undefined, { tags: ['a', 'b', 'a'] })
    const known = new StoredAlert(stored)
    expect(() => arrive(known, { text: 'x'.repeat(alertBytes) })).toThrow(TOO_LARGE)
    expect(known.alert).toBe(stored)
    expect(arrive(known, { tags: ['c', 'b', 'c'] }).tags).toEqual(['a', 'b', 'c'])
    expect(stored.tags).toEqual(['a', 'b', 'a'])
  })
})

// Helpers

const arrival = { now: '2026-01-01T00:00:00.000Z', newId: () => 'id', actor: 'sender', source: 'origin:' }

function arrive(known: StoredAlert, fields: object): Alert {
  const key = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major' }
  return known.receive(readAlert({ ...key, ...fields }), arrival) as Alert
}

function received(stored: Alert | undefined, fields: object): Alert {
  return arrive(new StoredAlert(stored), fields)
}

function attributes(from: number, to: number): JsonObject {
  return Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`key ${from + index}`, index]))
}

/** Cuts a text into short names that all differ. */
function names(text: string): readonly string[] {
  return (text.match(/.{1,200}/gu) ?? []).map((part, index) => `${part}${index}`)
}

function documentBytes(alert: Alert | undefined): number {
  return Buffer.byteLength(JSON.stringify({ ...alert, history: undefined, firing: undefined }))
}
