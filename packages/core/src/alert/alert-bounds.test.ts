import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import type { Alert } from './alert.js'
import { alertSize } from './alert-size.js'
import { ALERT_STATUSES, isActive } from './alert-status.js'
import { KnownAlert } from './known-alert.js'
import { readAlert } from './read-alert.js'
import { changeStatus } from './receive.js'
import { SEVERITIES } from './severity.js'

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
    const known = new KnownAlert(received(undefined, { attributes: attributes(0, 999) }))
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
    const known = new KnownAlert(received(undefined, { attributes: { half: 'x'.repeat(alertBytes / 2) } }))
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

  it('should be taken at the bound, and refused a byte above it', () => {
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
    const known = new KnownAlert(received(undefined, { text }))
    for (const severity of ['major', 'major', 'ok', 'critical', 'indeterminate', 'informational', 'cleared']) {
      for (let count = 0; count < 12; count++) arrive(known, { severity, text })
    }
    for (const status of ALERT_STATUSES) {
      if (known.alert !== undefined) known.amend(changeStatus(known.alert, { status, text: '' }, arrival))
      expect(documentBytes(known.alert)).toBeLessThanOrEqual(alertBytes)
    }
  })
})

describe('an alert that an older release stored beyond a bound', () => {
  const heavy = { ...received(undefined, { text: 'old' }), tags: ['x'.repeat(3 * alertBytes)] }
  const wide = { ...heavy, tags: [], attributes: attributes(0, 5_000) }

  it.each([heavy, wide])('should take what makes it no larger', (stored) => {
    expect(received(stored, { text: 'new' })).toMatchObject({ text: 'new', duplicateCount: 1 })
    expect(received(stored, { severity: 'critical', text: '' })).toMatchObject({ severity: 'critical' })
  })

  it('should refuse what makes it larger', () => {
    expect(() => received(heavy, { text: 'newer' })).toThrow(/bytes, the limit is 1048576 bytes$/)
    expect(() => received(wide, { attributes: { more: 1 } })).toThrow(/5001 attributes, the limit is 1000 attributes$/)
  })

  it.each([heavy, wide])('should close by any severity that closes, without what it brings to the rest', (stored) => {
    const news = { severity: 'ok', text: 'fine again', attributes: { more: 1 }, tags: ['more'] }
    const closed = received(stored, news)
    expect(closed).toMatchObject({ status: 'closed', severity: 'ok', text: 'fine again' })
    expect([closed.tags, closed.attributes]).toEqual([stored.tags, stored.attributes])
    expect(isActive(changeStatus(stored, { status: 'closed', text: '' }, arrival).status)).toBe(false)
  })
})

describe('any arrivals', () => {
  it('should keep the document within the bounds, and leave it unchanged if they are refused', () => {
    fc.assert(
      fc.property(fc.array(anyArrival('x'.repeat(150_000)), { minLength: 1, maxLength: 8 }), (arrivals) => {
        const known = new KnownAlert(undefined)
        for (const fields of arrivals) {
          const before = known.alert
          const taken = isTaken(() => arrive(known, fields))
          const alert = known.alert
          expect(taken || alert === before).toBe(true)
          if (alert === undefined) continue
          expect(documentBytes(alert)).toBeLessThanOrEqual(alertBytes)
          expect(unweighed(alert)).toBeLessThanOrEqual(alertAttributes)
          expect(alertSize(alert).bytes - documentBytes(alert)).toBeLessThan(160)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('should be measured by what they change as by the whole', () => {
    const tooLarge = { text: 'x'.repeat(alertBytes) }
    const tooMany = { attributes: attributes(5_000, 6_001) }
    fc.assert(
      fc.property(fc.array(anyArrival('xy'), { minLength: 2, maxLength: 8 }), (arrivals) => {
        const known = new KnownAlert(undefined)
        for (const fields of arrivals) isTaken(() => arrive(known, fields))
        for (const fields of [tooLarge, tooMany]) {
          expect(refusal(() => arrive(known, fields))).toBe(refusal(() => received(known.alert, fields)))
        }
      }),
      { numRuns: 100 },
    )
  })
})

// Helpers

const arrival = { now: '2026-01-01T00:00:00.000Z', newId: () => 'id', actor: 'sender' }

function arrive(known: KnownAlert, fields: object): Alert {
  const key = { environment: 'Production', resource: 'web', event: 'Down', severity: 'major' }
  return known.receive(readAlert({ ...key, ...fields }), arrival)
}

function received(stored: Alert | undefined, fields: object): Alert {
  return arrive(new KnownAlert(stored), fields)
}

function attributes(from: number, to: number): JsonObject {
  return Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`key ${from + index}`, index]))
}

/** A text as names, which are short and differ. */
function names(text: string): readonly string[] {
  return (text.match(/.{1,200}/gu) ?? []).map((part, index) => `${part}${index}`)
}

function unweighed(alert: Alert): number {
  return Object.keys(alert.attributes).filter((key) => key !== 'weight').length
}

function documentBytes(alert: Alert | undefined): number {
  return Buffer.byteLength(JSON.stringify({ ...alert, history: undefined }))
}

/** Texts are as long as `sample`, or twice or five times as long. */
function anyArrival(sample: string): fc.Arbitrary<object> {
  const longTexts = ['x', '"', '€', '😀'].flatMap((unit) =>
    [1, 2, 5].map((count) => sample.replaceAll('x', unit).repeat(count)),
  )
  const text = fc.constantFrom('', 'short', '\u0001\ud800', ...longTexts)
  const many = fc
    .tuple(fc.nat({ max: 900 }), fc.nat({ max: 600 }))
    .map(([from, count]) => attributes(from, from + count))
  const some = fc.dictionary(
    fc.constantFrom('a', 'weight', '__proto__', 'long'),
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true })),
  )
  return fc.record(
    {
      severity: fc.constantFrom(...SEVERITIES),
      text,
      attributes: fc.oneof(many, some),
      tags: fc.array(fc.oneof(text, fc.constantFrom('a', 'b')), { maxLength: 4 }),
      service: fc.array(fc.constantFrom('shop', 'bank'), { maxLength: 2 }),
      resourceParent: fc.constantFrom('vm', 'a longer name'),
      rawData: text,
    },
    { requiredKeys: [] },
  )
}

function isTaken(work: () => unknown): boolean {
  return refusal(work) === undefined
}

function refusal(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return String(error)
  }
}
