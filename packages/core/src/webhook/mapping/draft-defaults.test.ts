import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { closesAlert } from '../../alert/severity.js'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { applyMapping } from './apply-mapping.js'
import { draftAlerts } from './draft-alerts.js'
import { explainPayload } from './explain-payload.js'
import { readMapping } from './read-mapping.js'

const UPDOWN = { path: 'failed', if_true: 'critical', if_false: 'ok' }

describe('a severity that the mapping leaves out', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['its path is missing', 'level', {}],
    ['its path leads through a missing object', 'labels.severity', {}],
    ['its path leads nowhere in any payload', 'labels..severity', { labels: { severity: 'ok' } }],
    ['a text in the mapping is no path of the payload', 'critical', {}],
    ['null stands at its path', 'level', { level: null }],
    ['a list is missing', 'level[]', {}],
    ['nothing stands in the elements of a list', 'items[].level', { items: [{}, { level: null }] }],
    ['the list to join is missing', { path: 'levels', join: '' }, {}],
    ['neither true nor false stands at the path of a choice', UPDOWN, { failed: 'perhaps' }],
    ['the path of a choice is missing', UPDOWN, {}],
    ['the choice has no such side', { path: 'failed', if_false: 'ok' }, { failed: true }],
    ['a side of the choice is null', { ...UPDOWN, if_true: null }, { failed: true }],
    ['[N] has no expand', 'levels[N]', { levels: ['ok'] }],
  ])('should be indeterminate, with a warning, if %s', (_, severity, payload) => {
    expect(draft(severity, payload)).toEqual('indeterminate')
    const { warned, alerts } = explain(severity, payload)
    expect([warned, alerts[0]?.warnings]).toEqual([1, [expect.stringMatching(/^severity: .*indeterminate.*default/)]])
    expect(alerts[0]?.alert?.severity).toBe('indeterminate')
  })

  it('should be indeterminate only for the elements of an expand that lack it', () => {
    const severity = { path: 'levels[].name', expand: true }
    const payload: JsonObject = { levels: [{ name: 'ok' }, {}, { name: 'major' }] }
    const { drafts } = draftAlerts(mapped(severity, payload))
    expect(drafts.map(({ draft }) => draft.severity)).toEqual(['ok', 'indeterminate', 'major'])
    const { warned, alerts } = explain(severity, payload)
    // All three elements become the same alert, so each of them has a warning about this.
    const missing = alerts.map(({ warnings }) => warnings.filter((each) => each.startsWith('severity:')).length)
    expect([warned, missing]).toEqual([3, [0, 1, 0]])
  })

  it('should be the default value if there is one, without a warning', () => {
    expect(draft('level', {}, { severity: 'ok' })).toBe('ok')
    expect(explain('level', {}, { severity: 'ok' })).toMatchObject({ warned: 0, alerts: [{ warnings: [] }] })
  })

  it.each<[string, JsonValue, JsonValue, string]>([
    ['an empty text', 'level', { level: '' }, 'Severity () is not one of'],
    ['the join of an empty list', { path: 'levels', join: '' }, { levels: [] }, 'Severity () is not one of'],
    ['a number', 5, {}, 'Severity (5) is not one of'],
    ['a boolean', true, {}, 'Severity (true) is not one of'],
    ['an empty list', 'levels[]', { levels: [] }, 'severity must be a string'],
  ])('should not replace %s, which rejects the alert', (_, severity, payload, error) => {
    expect(draftAlerts(mapped(severity, payload))).toMatchObject({
      drafts: [],
      rejected: [{ error: expect.stringContaining(error) }],
    })
    expect(explain(severity, payload)).toMatchObject({ warned: 0, alerts: [{ alert: null, warnings: [] }] })
  })

  it('should be counted also for alerts that are not explained', () => {
    const payload = Array.from({ length: 150 }, () => ({ host: 'web' }))
    expect(explain('level', payload).warned).toBe(150)
  })

  it('should never close an alert: a severity that closes is in the payload or the mapping', () => {
    fc.assert(
      fc.property(severityMapping(), fc.jsonValue(), (severity, level) => {
        const { drafts } = draftAlerts(mapped(severity, { level: level as JsonValue }))
        for (const alert of drafts.filter((each) => closesAlert(each.draft.severity))) {
          expect(JSON.stringify([severity, level])).toContain(`"${alert.draft.severity}"`)
        }
      }),
      propertyRuns(500),
    )
  })
})

// Helpers

const DEFAULTS = { resource: 'web', event: 'Down', environment: 'Production', type: 'test', text: 'none' }

function severityMapping(): fc.Arbitrary<JsonValue> {
  const path = fc.constantFrom('level', 'level.name', 'level[]', 'level[0]', 'level[].name', 'level..name')
  const side = fc.constantFrom('critical', 'ok', null)
  return fc.oneof(
    path,
    path.map((each) => ({ path: each, join: '' })),
    fc.record({ path, if_true: side, if_false: side }),
  )
}

function compile(severity: JsonValue, defaultValues: JsonObject) {
  const source = { fieldMappings: { severity }, defaultValues: { ...DEFAULTS, ...defaultValues }, arrayPath: '' }
  const read = readMapping(source)
  if ('issues' in read) throw new Error(read.issues[0]?.message)
  return read.mapping
}

function mapped(severity: JsonValue, payload: JsonValue, defaultValues: JsonObject = {}) {
  const alerts = applyMapping(compile(severity, defaultValues), payload)
  if ('message' in alerts) throw new Error(alerts.message)
  return alerts
}

/** The severity of the only alert that the mapping creates. */
function draft(severity: JsonValue, payload: JsonValue, defaultValues: JsonObject = {}) {
  const { drafts, rejected } = draftAlerts(mapped(severity, payload, defaultValues))
  expect([drafts.length, rejected]).toEqual([1, []])
  return drafts[0]?.draft.severity
}

function explain(severity: JsonValue, payload: JsonValue, defaultValues: JsonObject = {}) {
  return explainPayload(compile(severity, defaultValues), payload)
}
