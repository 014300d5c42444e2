import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultOf, prepare, type SampleDelivery, strayRecoveries } from '../../../test/serve-delivery.js'
import { compileFilter } from '../../filter/compile-filter.js'
import type { Filter } from '../../filter/filter.js'
import type { JsonValue } from '../../json-value.js'
import type { PresetConfig } from '../preset/webhook-preset.js'
import { readNewConfig } from '../read-config.js'
import { suggestWebhook } from './suggest-webhook.js'

const SAMPLES = fileURLToPath(new URL('../../../test/tool/', import.meta.url))

/** The share of the sample tools whose problems a suggestion opens and whose recoveries it closes. */
const SERVED = 0.6

describe('the suggestion of a webhook (rules.md#suggested-webhooks-1)', () => {
  it('should map the fields whose names are known, and attributes for the state and the URL', () => {
    const { config, found } = suggestWebhook([
      {
        hostName: 'web-1',
        'check.name': 'ping',
        Priority: 'P2',
        state: 'down',
        url: 'https://example.org',
        msg: 'slow',
      },
    ])
    expect(config).toEqual({
      enabled: true,
      fieldMappings: {
        severity: 'Priority',
        resource: 'hostName',
        event: '["check.name"]',
        text: 'msg',
        attributes: { state: 'state', url: 'url' },
      },
      defaultValues: { environment: 'Production', type: 'webhook', text: 'no text' },
    })
    expect(found).toContainEqual({ field: 'resource', path: 'hostName', example: 'web-1' })
  })

  it('should take a list of alerts apart, but not a list of details', () => {
    const alerts = [{ host: 'a', alertname: 'Down', severity: 'high' }]
    expect(suggestWebhook([{ version: 1, alerts }]).config).toMatchObject({ arrayPath: 'alerts' })
    const details = { host: 'a', alertname: 'Down', severity: 'high', links: [{ name: 'x' }] }
    expect(suggestWebhook([details]).config).not.toHaveProperty('arrayPath')
    const root = suggestWebhook([[...alerts, ...alerts]])
    expect(root.config).toMatchObject({ fieldMappings: { resource: 'host' }, enabled: true })
  })

  it('should stay outside of a list whose elements do not say what the problem is', () => {
    const values = [{ host: 'a', severity: 'high', message: 'slow', service: 'shop', value: 3, environment: 'test' }]
    expect(suggestWebhook([{ alertname: 'Slow', alerts: values }]).config).not.toHaveProperty('arrayPath')
    const titled = values.map((value) => ({ ...value, alertname: 'Slow' }))
    expect(suggestWebhook([{ alertname: 'Slow', alerts: titled }]).config).toHaveProperty('arrayPath', 'alerts')
  })

  it.each([
    [{ host: 'a', title: 'Down' }],
    [{ host: 'a', title: 'Down', state: 'firing' }],
    [{ host: 'a', message: 'slow' }],
    [{ alertname: 'Slow', alerts: [{ host: 'a' }] }],
    [{ host: 'a' }],
    [{}],
  ])('should be enabled only if a server enables it, for %j', (payload) => {
    const tools = { keys: undefined, newNonce: () => new Uint8Array(12), newId: () => 'new', user: 'ann', now: '' }
    const { config } = suggestWebhook([payload])
    expect(readNewConfig(config, tools).enabled).toBe(config.enabled)
    expect(readNewConfig({ ...config, enabled: true }, tools).enabled).toBe(true)
  })

  it('should find a list one level deeper', () => {
    const data = { alerts: [{ host: 'a', alertname: 'Down', severity: 'high' }], size: 1 }
    expect(suggestWebhook([{ version: 1, data }]).config).toMatchObject({
      ...{ enabled: true, arrayPath: 'data.alerts', fieldMappings: { resource: 'host', event: 'alertname' } },
    })
  })

  it('should recognize states with a prefix, and close alerts by the words after this prefix', () => {
    const sent = (event: string) => ({ monitor: { name: 'web' }, title: 'Check', event })
    const { config, policies } = suggestWebhook([sent('monitor.down'), sent('monitor.up')])
    expect(config).toMatchObject({ enabled: true, fieldMappings: { event: 'title', attributes: { state: 'event' } } })
    const closes = (state: string) => compileFilter(policies[1]?.filters as Filter)({ attributes: { state } })
    expect(['monitor.up', 'Monitor.Recovered', 'resolved'].map(closes)).toEqual([true, true, true])
    expect(['monitor.down', 'xup', 'monitor.x'].map(closes)).toEqual([false, false, false])
  })

  it('should close by no state that denies a word, and understand any prefix', () => {
    const sent = (state: string) => ({ host: 'a', title: 'Check', state })
    const { policies } = suggestWebhook(['mono.down', 'é(*.down', 'é(*.up', 'ok', 'not_ok', 'failed'].map(sent))
    const closes = (state: string) => compileFilter(policies[1]?.filters as Filter)({ attributes: { state } })
    expect(['é(*.up', 'mono.ok', 'up'].map(closes)).toEqual([true, true, true])
    expect(['not_ok', 'not ok', 'é(*.down', 'failed'].map(closes)).toEqual([false, false, false, false])
  })

  it('should not take a text for the event if it differs between a problem and its recovery', () => {
    const { config } = suggestWebhook([
      { node: 'a', state: 'raised alarm', status: 'firing', message: 'Port 3 is down' },
      { node: 'a', state: 'raised alarm', status: 'cleared', message: 'Port 3 is up' },
    ])
    expect(config).toMatchObject({ enabled: false, defaultValues: { event: 'unknown' } })
    const named = { node: 'a', alarm_name: 'LinkDown', level: 'High' }
    expect(
      suggestWebhook([
        { ...named, state: 'open' },
        { ...named, state: 'cleared' },
      ]).config,
    ).toMatchObject({
      ...{ enabled: true, fieldMappings: { event: 'alarm_name', severity: 'level' } },
    })
  })

  it('should read JSON inside of texts', () => {
    const { config } = suggestWebhook([{ Message: '{"AlarmName": "full", "host": "a"}', Subject: 'Alarm' }])
    expect(config).toMatchObject({ jsonFields: ['Message'], fieldMappings: { resource: 'Message.host' } })
  })

  it('should be disabled if the resource is not found, and use a default value if payloads lack it', () => {
    expect(suggestWebhook([{ foo: 'x', title: 'Down' }]).config).toMatchObject({
      enabled: false,
      defaultValues: { resource: 'unknown' },
    })
    const partly = suggestWebhook([{ host: 'a', title: 'Down' }, { title: 'Down' }])
    expect(partly.config).toMatchObject({ enabled: true, defaultValues: { resource: 'unknown' } })
    expect(suggestWebhook([{ host: 'a', message: 'slow' }]).config).toMatchObject({
      fieldMappings: { event: 'message', text: 'message' },
    })
  })

  it('should close alerts by a state, or by a boolean that says that the problem is over', () => {
    const close = (payloads: readonly JsonValue[]) => suggestWebhook(payloads).policies[1]
    expect(close([{ host: 'a', title: 'Down', phase: 'alarm' }])).toMatchObject({
      name: 'Suggested: close what is over',
    })
    const flagged = close([{ host: 'a', title: 'Down', resolved: false }])
    expect(JSON.stringify(flagged?.filters)).toContain('^(?:true)$')
    expect(close([{ host: 'a', title: 'Down', enabled: true }])).toBeUndefined()
    const both = [
      { host: 'a', title: 'Down', odd_key: 'firing' },
      { host: 'a', title: 'Down', odd_key: 'resolved' },
    ]
    expect(suggestWebhook(both).config).toMatchObject({ fieldMappings: { attributes: { state: 'odd_key' } } })
  })

  it('should be accepted by a server, whatever the payloads are', () => {
    const payloads = fc.array(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), {
      minLength: 1,
      maxLength: 3,
    })
    const tools = { keys: undefined, newNonce: () => new Uint8Array(12), newId: () => 'new', user: 'ann', now: '' }
    fc.assert(
      fc.property(payloads, (sent) => {
        const { config } = suggestWebhook(sent as JsonValue[])
        expect(readNewConfig(config, tools).enabled).toBe(config.enabled)
      }),
    )
  })

  it('should open and close the alerts of most tools', () => {
    const files = readdirSync(SAMPLES)
    const served = files.filter((file) => isServed(JSON.parse(readFileSync(SAMPLES + file, 'utf8')).deliveries))
    expect(served.length / files.length).toBeGreaterThanOrEqual(SERVED)
  })
})

/** True if a suggestion from the JSON deliveries opens alerts for problems, and closes these alerts for recoveries. */
function isServed(all: readonly SampleDelivery[]): boolean {
  const deliveries = all.filter(({ kind, payload }) => kind !== 'ignore' && payload !== undefined)
  if (deliveries.length === 0) return false
  const { config, policies } = suggestWebhook(deliveries.map(({ payload = null }) => payload))
  const ready = prepare({ id: 'x', name: 'x', hints: [], config: config as unknown as PresetConfig, policies })
  const hasFault = deliveries.some(
    (each) => faultOf(ready, { ...each, expect: each.expect.map(() => ({})) }) !== undefined,
  )
  return !hasFault && strayRecoveries(ready, deliveries).length === 0
}
