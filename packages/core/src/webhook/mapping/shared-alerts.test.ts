import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { explainPayload } from './explain-payload.js'
import { readMapping } from './read-mapping.js'

const APART = 'the fingerprints differ, so the alert is open until each of them has closed'
const MAP = 'so one hides the other: map a field that differs between them to fingerprint, resource or event'
const LAST =
  'with the same fingerprint, so only the last one counts: if they are about different things, map a field that differs between them to fingerprint, resource or event'
const SAME = 'the same alert (environment, resource, event)'

describe('elements of a delivery that become one alert', () => {
  it('should have a warning that this is right if their fingerprints differ', () => {
    expect(warningsOf([{ id: 'a' }, { id: 'b' }, { id: 'c', host: 'db' }])).toEqual([
      [`[1] becomes ${SAME}; ${APART}`],
      [`[0] becomes ${SAME}; ${APART}`],
      [],
    ])
  })

  it('should have a warning if they have the same fingerprint, or none', () => {
    expect(warningsOf([{ id: 'a' }, { id: 'a' }])[0]).toEqual([`[1] becomes ${SAME}, ${LAST}`])
    expect(warningsOf([{}, {}, {}])[1]).toEqual([`[0], [2] become ${SAME}, and none of them has a fingerprint, ${MAP}`])
  })

  it('should have both warnings if both are true', () => {
    expect(warningsOf([{ id: 'a' }, {}, { id: 'a' }])).toEqual([
      [`[2] becomes ${SAME}, ${LAST}`, `[1] becomes ${SAME}; ${APART}`],
      [`[0], [2] become ${SAME}; ${APART}`],
      [`[0] becomes ${SAME}, ${LAST}`, `[1] becomes ${SAME}; ${APART}`],
    ])
  })

  it('should not be warned about if environment or event differ, or if an element creates no alert', () => {
    expect(warningsOf([{}, { env: 'Test' }, { event: 'Up' }, { level: 'bad' }])).toEqual([[], [], [], []])
  })

  it('should be named with N in an expanded list, and only the first five of them', () => {
    const mapping = compile({ fingerprint: 'none', text: { path: 'list[]', expand: true } })
    const { alerts } = explainPayload(mapping, { list: ['a', 'b'] })
    expect(alerts[1]?.warnings).toEqual([
      `the payload with N = 0 becomes ${SAME}, and none of them has a fingerprint, ${MAP}`,
    ])
    expect(warningsOf(Array.from({ length: 8 }, () => ({})))[7]?.[0]).toContain(
      '[0], [1], [2], [3], [4] and 2 more become',
    )
  })

  it('should be counted among the warned alerts, also beyond the explained ones', () => {
    const payload = Array.from({ length: 10_000 }, (_, at): JsonObject => (at < 9_000 ? {} : { host: `h${at}` }))
    expect(explainPayload(compile(), payload).warned).toBe(9_000)
  })
})

// Helpers

function compile(fieldMappings: JsonObject = {}) {
  const mappings = { resource: 'host', event: 'event', environment: 'env', severity: 'level', fingerprint: 'id' }
  const defaultValues = { resource: 'web', event: 'Down', environment: 'Production', severity: 'major' }
  const read = readMapping({ arrayPath: '', fieldMappings: { ...mappings, ...fieldMappings }, defaultValues })
  if ('issues' in read) throw new Error(JSON.stringify(read.issues))
  return read.mapping
}

function warningsOf(payload: JsonValue) {
  return explainPayload(compile(), payload).alerts.map(({ warnings }) => warnings)
}
