import { describe, expect, it } from 'vitest'
import { appliedPolicies } from '../../../test/applied-policies.js'
import { noteOfLeftOutTimes } from '../../alert/alert-times.js'
import { NO_POLICIES } from '../../alert-policy/run-alert-policies.js'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { applyMapping } from './apply-mapping.js'
import { draftAlerts, type PureDraftingInput } from './draft-alerts.js'
import { explainPayload } from './explain-payload.js'
import { readMapping } from './read-mapping.js'

describe('a time of the sender', () => {
  it.each<[JsonValue, string]>([
    ['', '"" is not a time that can be read'],
    ['yesterday', '"yesterday" is not a time that can be read'],
    ['28.11.2026 18:05:43', '"28.11.2026 18:05:43" does not begin with its year'],
    ['11/28/2026', '"11/28/2026" does not begin with its year'],
    ['2026-02-30T00:00:00Z', '"2026-02-30T00:00:00Z" is not a time that can be read'],
    [{ at: 1 }, 'this is not a time that can be read'],
    [true, 'this is not a time that can be read'],
    ['1999-12-31T23:59:59.999Z', '"1999-12-31T23:59:59.999Z" is before the year 2000'],
    [17, '17 is before the year 2000'],
  ])('should be left out with a warning, and the alert created: %j', (time, warning) => {
    const { warned, alerts } = explain({ time })
    expect(alerts).toMatchObject([{ error: null, alert: { eventTime: null, endTime: null, createTime: undefined } }])
    const fields = ['createTime', 'eventTime', 'endTime']
    expect(alerts[0]?.warnings).toEqual(
      fields.map((field) => `${field}: ${warning}, so it is left out, and the alert counts as sent without it`),
    )
    expect(warned).toBe(1)
  })

  it('should be left out if it is more than a day ahead, but an end may lie ahead', () => {
    const [day, more] = ['2026-11-29T12:00:00.000Z', '2026-11-29T12:00:00.001Z']
    expect(explain({ time: day })).toMatchObject({
      warned: 0,
      alerts: [{ alert: { eventTime: day, createTime: day } }],
    })
    expect(explain({ time: more }).alerts).toMatchObject([
      {
        alert: { eventTime: null, createTime: undefined, endTime: more },
        warnings: [
          expect.stringMatching(/^createTime: .* is more than a day ahead/),
          expect.stringMatching(/^eventTime: /),
        ],
      },
    ])
  })

  it('should be none, without a warning, if it is missing or the zero time of Go', () => {
    expect(explain({})).toMatchObject({ warned: 0, alerts: [{ alert: { eventTime: null }, times: [] }] })
    const zero = { time: null, fault: null, sent: '0001-01-01T00:00:00Z' }
    expect(explain({ time: '0001-01-01T00:00:00Z' })).toMatchObject({
      warned: 0,
      alerts: [{ alert: { eventTime: null, endTime: null }, times: [zero, zero, zero] }],
    })
  })

  it('should be read in the time zone of the webhook, and the explanation says as what', () => {
    const eventTime = '2026-11-28T09:00:00.000Z'
    const { warned, alerts } = explain({ time: '2026-11-28 10:00' }, 'Europe/Berlin')
    expect([warned, alerts[0]?.alert?.eventTime]).toEqual([0, eventTime])
    expect(alerts[0]?.times[1]).toEqual({ field: 'eventTime', sent: '2026-11-28 10:00', time: eventTime, fault: null })
    // An explanation lists a time in ISO 8601 only if it has no time zone, so that the zone of the webhook counts.
    expect(explain({ time: '2026-11-28T10:00+01:00' }, 'Europe/Berlin').alerts[0]?.times).toEqual([])
    expect(explain({ time: '2026-11-28T10:00' }, 'Europe/Berlin').alerts[0]?.times).toHaveLength(3)
  })

  it('should be left out if it has no zone, and the process does not know the zone of the webhook', () => {
    expect(explain({ time: '2026-11-28 10:00' }, 'Europe/Atlantis')).toMatchObject({ warned: 1 })
    expect(explain({ time: 1_795_889_143 }, 'Europe/Atlantis')).toMatchObject({ warned: 0 })
  })

  it('should be read after the policies, which see it as it was sent', () => {
    const extract = { extract: 'eventTime', from: 'eventTime', pattern: '^at (.*)$' }
    const { policies, webhookId } = appliedPolicies({ actions: [extract] })
    const { alerts } = explain({ time: 'at 2026.11.28 10:00' }, 'UTC', { policies, webhookId, now: NOW })
    expect(alerts[0]?.alert?.eventTime).toBe('2026-11-28T10:00:00.000Z')
  })

  it('should be read from a default value and from a joined list too, which may not be a list at all', () => {
    const join = { path: 'parts', join: ' ' }
    const read = (payload: JsonValue) =>
      explainPayload(compile({ createTime: join }, { eventTime: 1_795_889_143 }), payload).alerts[0]
    expect(read({ parts: ['2026-11-28', '10:00'] })?.alert).toMatchObject({
      createTime: '2026-11-28T10:00:00.000Z',
      eventTime: '2026-11-28T18:05:43.000Z',
    })
    expect(read({ parts: [{}] })).toMatchObject({ error: null, warnings: [expect.stringMatching(/^createTime: /)] })
  })

  it('should be counted in the history if it is left out', () => {
    expect([noteOfLeftOutTimes(0, 3), noteOfLeftOutTimes(2, 3)]).toEqual([
      undefined,
      'times left out: 2 of 3 alerts have a time that cannot be read, is before 2000 or is more than a day ahead',
    ])
    const mapped = applyMapping(compile({ eventTime: 'time', endTime: 'time' }), [{ time: 'x' }, { time: NOW }, {}])
    expect(draftAlerts('message' in mapped ? [] : mapped).timeFaults).toBe(1)
  })
})

// Helpers

const NOW = '2026-11-28T12:00:00.000Z'

function explain(payload: JsonValue, timezone = 'UTC', drafting: PureDraftingInput = { ...NO_POLICIES, now: NOW }) {
  const times = { createTime: 'time', eventTime: 'time', endTime: 'time' }
  return explainPayload(compile(times, {}, timezone), payload, drafting)
}

function compile(fieldMappings: JsonObject, defaultValues: JsonObject = {}, timezone = 'UTC') {
  const defaults = { resource: 'web', event: 'Down', environment: 'Production', severity: 'major', ...defaultValues }
  const read = readMapping({ arrayPath: '', timezone, fieldMappings, defaultValues: defaults })
  if ('issues' in read) throw new Error(JSON.stringify(read.issues))
  return read.mapping
}
