import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { explainPayload } from './explain-payload.js'
import { fittingFingerprint } from './fitting-fingerprint.js'
import { readMapping } from './read-mapping.js'

describe('a time of the sender that cannot be read', () => {
  it.each<JsonValue>(['', 'yesterday', '2026-11-28 10:00:00', 1764324000, '2026-02-30T00:00:00Z'])(
    'should be left out with a warning, and the alert created: %j',
    (time) => {
      const { warned, alerts } = explain({ time })
      expect(alerts).toMatchObject([{ error: null, alert: { eventTime: null, endTime: null } }])
      expect(alerts[0]?.warnings.map((warning) => warning.split(':')[0])).toEqual(['eventTime', 'endTime'])
      expect(warned).toBe(1)
    },
  )

  it('should not be one that is missing, or in ISO 8601', () => {
    expect(explain({})).toMatchObject({ warned: 0, alerts: [{ alert: { eventTime: null } }] })
    const eventTime = '2026-11-28T10:00:00.000Z'
    expect(explain({ time: eventTime })).toMatchObject({ warned: 0, alerts: [{ alert: { eventTime } }] })
  })
})

describe('the fingerprint of an alert from a webhook', () => {
  it('should be any text that an alert can have, and otherwise a digest that does not depend on the order of keys', () => {
    expect([fittingFingerprint('disk'), fittingFingerprint(7), fittingFingerprint(null)]).toEqual(['disk', '7', null])
    const long = 'x'.repeat(LIMITS.name)
    expect(fittingFingerprint(long)).toBe(long)
    expect(fittingFingerprint(`${long}x`)).toMatch(/^[0-9a-f]{64}$/)
    const labels = { host: 'a', disk: { name: '/', size: 1 } }
    expect(fittingFingerprint(labels)).toMatch(/^[0-9a-f]{64}$/)
    expect(fittingFingerprint({ disk: { size: 1, name: '/' }, host: 'a' })).toBe(fittingFingerprint(labels))
    expect(fittingFingerprint({ ...labels, host: 'b' })).not.toBe(fittingFingerprint(labels))
  })
})

// Helpers

function explain(payload: JsonValue) {
  const read = readMapping({
    arrayPath: '',
    fieldMappings: { eventTime: 'time', endTime: 'time' },
    defaultValues: { resource: 'web', event: 'Down', environment: 'Production', severity: 'major' },
  })
  if ('issues' in read) throw new Error(JSON.stringify(read.issues))
  return explainPayload(read.mapping, payload)
}
