import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import type { JsonObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import type { Alert } from './alert.js'
import { alertSize } from './alert-size.js'
import { readAlert } from './read-alert.js'
import { SEVERITIES } from './severity.js'
import { StoredAlert } from './stored-alert.js'

const { alertBytes, alertAttributes } = LIMITS

describe('any arrivals', () => {
  it('should keep the document within the bounds, and leave it unchanged if they are refused', () => {
    fc.assert(
      fc.property(fc.array(anyArrival('x'.repeat(150_000)), { minLength: 1, maxLength: 6 }), (arrivals) => {
        const known = new StoredAlert(undefined)
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
      propertyRuns(20),
    )
  })

  it('should give the same size whether changes are added or the whole alert is measured', () => {
    const tooLarge = { text: 'x'.repeat(alertBytes) }
    const tooMany = { attributes: attributes(5_000, 6_001) }
    fc.assert(
      fc.property(fc.array(anyArrival('xy'), { minLength: 2, maxLength: 8 }), (arrivals) => {
        const known = new StoredAlert(undefined)
        for (const fields of arrivals) isTaken(() => arrive(known, fields))
        for (const fields of [tooLarge, tooMany]) {
          expect(refusal(() => arrive(known, fields))).toBe(refusal(() => received(known.alert, fields)))
        }
      }),
      propertyRuns(100),
    )
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

function unweighed(alert: Alert): number {
  return Object.keys(alert.attributes).filter((key) => key !== 'weight').length
}

function documentBytes(alert: Alert | undefined): number {
  return Buffer.byteLength(JSON.stringify({ ...alert, history: undefined, firing: undefined }))
}

/** An alert whose texts are as long as `sample`, or two or five times as long. */
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
