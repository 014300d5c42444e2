import { describe, expect, it } from 'vitest'
import { appliedPolicies, where } from '../../../test/applied-policies.js'
import type { Filter } from '../../filter/filter.js'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import { applyMapping } from './apply-mapping.js'
import { explainPayload } from './explain-payload.js'
import type { Mapping } from './mapping.js'
import { readMapping } from './read-mapping.js'

describe('explainPayload', () => {
  it('should give the source of every field, with the path as it was read', () => {
    const mapping = compile(
      {
        resource: { path: 'hosts[].name', expand: true },
        event: 'checks[N]',
        severity: { path: 'down', if_true: 'major', if_false: 'ok' },
        text: { path: 'lines[].text', join: ' ' },
        value: 5,
        attributes: { region: 'labels["a.b"]', none: 'nothing' },
      },
      { environment: 'Production', type: 't', attributes: { none: 'x' }, event: 'Unknown' },
      'groups',
    )
    const group: JsonObject = {
      hosts: [{ name: 'web' }, {}],
      checks: ['ping'],
      down: true,
      lines: [{ text: 'a' }],
      labels: { 'a.b': 'eu' },
    }
    const { total, alerts } = explainPayload(mapping, { groups: [group] })
    expect(total).toBe(2)
    expect(alerts.map(({ element }) => element)).toEqual(['groups[0]', 'groups[0]'])
    expect(alerts[0]?.fields.map(({ field, origin, path }) => [field, origin, path])).toEqual([
      ['resource', 'path', 'groups[0].hosts[0].name'],
      ['event', 'path', 'groups[0].checks[0]'],
      ['environment', 'default', null],
      ['severity', 'path', 'groups[0].down'],
      ['value', 'literal', null],
      ['text', 'path', 'groups[0].lines[].text'],
      ['attributes.region', 'path', 'groups[0].labels["a.b"]'],
      ['attributes.none', 'default', 'groups[0].nothing'],
      ['type', 'default', null],
    ])
    expect(alerts[1]?.fields.slice(0, 2)).toEqual([
      { field: 'resource', origin: 'missing', path: 'groups[0].hosts[1].name', hint: null },
      { field: 'event', origin: 'default', path: 'groups[0].checks[1]', hint: null },
    ])
    expect(alerts.map(({ alert, error }) => [alert?.resource ?? null, error])).toEqual([
      ['web', null],
      [null, 'A resource must be provided'],
    ])
  })

  it('should say why a path finds nothing', () => {
    const mapping = compile({ text: 'a..b', event: 'list[N]', resource: '__proto__.x' })
    expect(explainPayload(mapping, { a: 1, list: [1] }).alerts[0]?.fields).toEqual([
      {
        field: 'resource',
        origin: 'missing',
        path: '__proto__.x',
        hint: 'this leads nowhere: __proto__ is never read',
      },
      { field: 'event', origin: 'missing', path: 'list[N]', hint: '[N] needs a mapping with expand' },
      { field: 'text', origin: 'missing', path: 'a..b', hint: expect.stringContaining('a name is missing') },
    ])
  })

  it('should say why there are no alerts', () => {
    expect(explainPayload(compile({}, {}, 'alerts'), { a: 1 })).toEqual({
      total: 0,
      warned: 0,
      ignored: 0,
      closing: 0,
      alerts: [],
      message: expect.stringContaining('array path alerts was not found'),
      truncated: false,
    })
  })

  it('should explain the first of many, and count all', () => {
    const payload = Array.from({ length: LIMITS.webhookExplained + 1 }, () => ({ a: 1 }))
    const { total, alerts } = explainPayload(compile({ value: 'a' }), payload)
    expect([total, alerts.length, alerts.at(-1)?.fields.length]).toEqual([101, 100, 1])
  })

  it('should say of a test of the sender that it creates no alert', () => {
    const testPayloads: Filter = { operator: 'AND', clauses: [{ key: 'type', op: '=', value: 'ping' }] }
    const read = readMapping({ fieldMappings: { resource: 'a' }, defaultValues: {}, arrayPath: 'none', testPayloads })
    if ('issues' in read) throw new Error(read.issues[0]?.message)
    expect(explainPayload(read.mapping, { type: 'ping' })).toEqual({
      total: 0,
      warned: 0,
      ignored: 0,
      closing: 0,
      alerts: [],
      message: 'this payload matches testPayloads, so it creates no alert',
      truncated: false,
    })
    expect(explainPayload(read.mapping, { type: 'pong' }).message).toContain('array path none was not found')
  })

  it('should show a path that leads into the JSON of a text', () => {
    const source = {
      fieldMappings: { resource: 'message.host', text: 'message.none' },
      defaultValues: {},
      arrayPath: '',
    }
    const read = readMapping({ ...source, jsonFields: ['message'] })
    if ('issues' in read) throw new Error(read.issues[0]?.message)
    expect(explainPayload(read.mapping, { message: '{"host":"web-1"}' }).alerts[0]).toMatchObject({
      input: { resource: 'web-1' },
      fields: [
        { field: 'resource', origin: 'path', path: 'message.host' },
        { field: 'text', origin: 'missing', path: 'message.none' },
      ],
    })
  })

  it('should make the alerts that a delivery makes', () => {
    const mapping = compile({ resource: 'a', attributes: { b: 'b' } }, { event: 'e' })
    const payload: JsonValue = [{ a: 'x', b: 1 }, { a: [] }, 5]
    expect(explainPayload(mapping, payload).alerts.map(({ input }) => input)).toEqual(inputsOf(mapping, payload))
  })
})

describe('explainPayload with alert policies', () => {
  const mapping = compile({ severity: 'level' }, { resource: 'r', event: 'e', environment: 'Production' })
  const applied = appliedPolicies(
    { filters: where('severity', 'P1'), actions: [{ set: 'severity', value: 'critical' }] },
    { filters: where('severity', 'test'), actions: [{ drop: true }] },
  )

  it('should show each policy, what it changed, and why another did not run', () => {
    const { alerts, ...counts } = explainPayload(mapping, [{ level: 'P1' }, { level: 'test' }, {}], applied)
    expect(counts).toEqual({ total: 3, warned: 2, ignored: 1, closing: 0, message: null, truncated: false })
    expect(alerts).toMatchObject([
      {
        input: { severity: 'P1' },
        alert: { severity: 'critical' },
        droppedBy: null,
        policies: [
          { name: 'policy 0', matched: true, changes: [{ field: 'severity', from: 'P1', to: 'critical' }] },
          { name: 'policy 1', matched: false, reason: 'not severity = test: severity is critical' },
        ],
      },
      { alert: null, error: null, droppedBy: 'policy 1', warnings: [], policies: [{}, { dropped: true }] },
      { alert: { severity: 'indeterminate' }, warnings: [expect.stringMatching(/^severity/), expect.any(String)] },
    ])
  })

  it('should not warn of a severity that a policy gives', () => {
    const given = appliedPolicies({ actions: [{ translate: 'severity', otherwise: 'minor' }] })
    expect(explainPayload(mapping, [{}], given)).toMatchObject({
      warned: 0,
      alerts: [{ alert: { severity: 'minor' }, warnings: [] }],
    })
  })

  it('should count dropped alerts that are not explained', () => {
    const payload = Array.from({ length: 150 }, () => ({ level: 'test' }))
    expect(explainPayload(mapping, payload, applied)).toMatchObject({ total: 150, ignored: 150 })
  })

  it('should list policies that did not run only up to the limit', () => {
    const actions = [{ lowercase: 'text' }]
    const idle = Array.from({ length: LIMITS.explainedPolicies / 2 - 1 }, () => ({
      filters: where('event', 'x'),
      actions,
    }))
    const many = appliedPolicies(...idle, { name: 'runs', actions })
    const { alerts } = explainPayload(mapping, [{}, {}, {}], many)
    expect(alerts.map(({ policies }) => policies.length)).toEqual([5_000, 5_000, 1])
    expect(alerts[2]?.policies).toMatchObject([{ name: 'runs' }])
  })
})

// Helpers

function inputsOf(mapping: Mapping, payload: JsonValue) {
  const mapped = applyMapping(mapping, payload)
  return 'message' in mapped ? [] : mapped.map(({ input }) => input)
}

function compile(fieldMappings: JsonObject, defaultValues: JsonObject = {}, arrayPath = ''): Mapping {
  const read = readMapping({ fieldMappings, defaultValues, arrayPath })
  if ('issues' in read) throw new Error(read.issues[0]?.message)
  return read.mapping
}
