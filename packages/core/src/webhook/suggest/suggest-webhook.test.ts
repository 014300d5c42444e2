import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftsOf, faultOf, prepare, type ServingPreset, strayRecoveries } from '../../../test/serve-delivery.js'
import { readSamples, type SampleDelivery, sampledTools } from '../../../test/tool-samples.js'
import { compileFilter } from '../../filter/compile-filter.js'
import type { Filter } from '../../filter/filter.js'
import type { JsonObject, JsonValue } from '../../json-value.js'
import { WEBHOOK_PRESETS } from '../preset/all-presets.js'
import type { PresetConfig } from '../preset/webhook-preset.js'
import { readNewConfig } from '../read-config.js'
import { suggestWebhook } from './suggest-webhook.js'

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

  it('should stay outside of a list of details, whose elements have only poor names', () => {
    const tests = [{ name: 'dns', type: 'A', status: 'down', message: 'slow', value: 3, environment: 'test' }]
    const { config } = suggestWebhook([{ host: 'a', title: 'Slow', tests }])
    expect(config).toMatchObject({ enabled: true, fieldMappings: { resource: 'host', event: 'title' } })
    expect(config).not.toHaveProperty('arrayPath')
    const alerts = suggestWebhook([{ host: 'monitor', alerts: tests }]).config
    expect(alerts).toMatchObject({ enabled: true, arrayPath: 'alerts', fieldMappings: { resource: 'name' } })
  })

  it.each([
    [
      'Netdata Cloud',
      [netdata('mem.available', 'critical'), netdata('mem.available', 'clear')],
      { resource: 'chart', event: 'alarm', severity: 'severity', text: 'message' },
    ],
    ['Netdata Cloud, one alert', [netdata('disk.space', 'warning')], { resource: 'chart', event: 'alarm' }],
    [
      'Site24x7',
      [site24x7('TROUBLE'), site24x7('UP')],
      { resource: 'MONITORNAME', event: 'MONITORTYPE', text: 'INCIDENT_REASON' },
    ],
    ['Site24x7, one alert', [site24x7('DOWN')], { resource: 'MONITORNAME', event: 'MONITORTYPE' }],
    [
      'HetrixTools',
      [hetrixTools('offline'), hetrixTools('online')],
      { resource: 'monitor_name', event: 'monitor_type', group: 'monitor_category' },
    ],
    ['HetrixTools, one alert', [hetrixTools('offline')], { resource: 'monitor_name', event: 'monitor_type' }],
  ])('should open and close alerts of %s', (_, payloads, fieldMappings) => {
    const { config, policies } = suggestWebhook(payloads)
    expect(config).toMatchObject({ enabled: true, fieldMappings })
    const ready = prepare({ id: 'x', name: 'x', hints: [], config: config as unknown as PresetConfig, policies })
    const kinds = ['problem', 'recovery'] as const
    const sent = payloads.map((payload, at): SampleDelivery => ({ kind: kinds[at] ?? 'ignore', payload, expect: [{}] }))
    expect(sent.map((delivery) => faultOf(ready, delivery))).toEqual(sent.map(() => undefined))
    expect(strayRecoveries(ready, sent)).toEqual([])
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

  it.each([
    ['Not Responding', 'Available'],
    ['timed_out', 'success'],
    ['anomalous', 'ok'],
    ['check.ssl_invalid', 'check.ssl_valid'],
    ['Warn', 'Recovered from Warn'],
    ['open', 'closed by Ann'],
  ])('should know that %s is a problem and %s its end', (problem, end) => {
    const payloads = [problem, end].map((state_now) => ({ host: 'a', title: 'Down', state_now }))
    const all = [...payloads, { host: 'a', title: 'Down', state_now: 'resolved' }]
    const { config, policies } = suggestWebhook(end.includes(' ') ? all : payloads)
    const ready = prepare({ id: 'x', name: 'x', hints: [], config: config as unknown as PresetConfig, policies })
    const kinds = ['problem', 'recovery'] as const
    const sent = payloads.map((payload, at): SampleDelivery => ({ kind: kinds[at] ?? 'ignore', payload, expect: [{}] }))
    expect(sent.map((delivery) => faultOf(ready, delivery))).toEqual([undefined, undefined])
  })

  it('should take no text for the event that a recovery lacks, and no subject if there is the name of an alarm', () => {
    const sent = [
      { host: 'a', state: 'error', error_message: 'exit 1' },
      { host: 'a', state: 'ready', error_message: null },
    ]
    expect(suggestWebhook(sent).config).toMatchObject({ fieldMappings: { text: 'error_message' }, enabled: false })
    expect(suggestWebhook(sent).config).not.toHaveProperty('fieldMappings.event')
    const named = { host: 'a', Subject: 'ALARM: full', AlarmName: 'full' }
    expect(suggestWebhook([named]).config).toHaveProperty('fieldMappings.event', 'AlarmName')
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

  it.each([
    ['severity', 'previousSeverity'],
    ['level', 'previous_level'],
    ['severity', 'lastState'],
  ])('should take the severity from %s, and nothing from %s', (now, before) => {
    const sent = (kind: 'problem' | 'recovery', severity: string, former: string) => ({
      ...{ kind, payload: { host: 'a', event: 'Disk', [now]: severity, [before]: former }, expect: [{ severity }] },
    })
    const deliveries = [sent('problem', 'critical', 'normal'), sent('recovery', 'normal', 'critical')]
    const { config, policies } = suggestWebhook(deliveries.map(({ payload }) => payload))
    expect(JSON.stringify(config)).not.toContain(before)
    const ready = prepare({ id: 'x', name: 'x', hints: [], config: config as unknown as PresetConfig, policies })
    expect(deliveries.map((delivery) => faultOf(ready, delivery))).toEqual([undefined, undefined])
  })

  it('should take the state from an object about the last event', () => {
    const payloads = ['critical', 'normal'].map((severity) => ({ host: 'a', event: 'Disk', last_event: { severity } }))
    expect(suggestWebhook(payloads).config).toMatchObject({ fieldMappings: { severity: 'last_event.severity' } })
  })

  it('should not close an alert by its severity if its state always says whether the problem lasts', () => {
    const sent = (kind: 'problem' | 'recovery', state: string) => ({
      ...{ kind, payload: { host: 'a', title: 'Down', severity: 'ok', state }, expect: [{}] },
    })
    const deliveries = [sent('problem', 'firing'), sent('recovery', 'resolved')]
    const { config, policies } = suggestWebhook(deliveries.map(({ payload }) => payload))
    const ready = prepare({ id: 'x', name: 'x', hints: [], config: config as unknown as PresetConfig, policies })
    expect(deliveries.map((delivery) => faultOf(ready, delivery))).toEqual([undefined, undefined])
  })

  it('should map the id of the problem to the fingerprint, but no id of a message, rule or group', () => {
    const sent = (state: string, ids: object, host = 'a') => ({ host, title: 'Down', state, ...ids })
    const pathIn = (payloads: readonly JsonValue[]) => {
      const { config } = suggestWebhook(payloads)
      return (config.fieldMappings as JsonObject).fingerprint
    }
    const named = [sent('open', { problem: { id: 7 }, alert_id: 3, event_id: 9, message_id: 1 })]
    expect(pathIn(named as JsonValue[])).toBe('problem.id')
    expect(pathIn([sent('open', { alert_id: 3, event_id: 9, message_id: 1, timestamp: 2, id: 4 })])).toBeUndefined()
    expect(pathIn([sent('open', { incident_id: 1 }), sent('closed', { incident_id: 1 })])).toBe('incident_id')
    expect(pathIn([sent('open', { incident_id: 1 }), sent('closed', { incident_id: 2 })])).toBeUndefined()
    expect(pathIn([sent('open', { incident_id: 1 }), sent('open', { incident_id: 1 }, 'b')])).toBeUndefined()
  })

  it('should suggest no other fingerprint than the presets of the sample tools have', () => {
    const compared = sampledTools().flatMap((id) => {
      const preset = WEBHOOK_PRESETS.find((each) => each.id === id)
      const all = readSamples(id).deliveries.filter(({ kind, payload }) => kind !== 'ignore' && payload !== undefined)
      return preset === undefined || all.length === 0 ? [] : [all, all.slice(0, 1)].map((sent) => ({ preset, sent }))
    })
    const suggested = compared.flatMap(({ preset, sent }) => {
      const { config, policies, found } = suggestWebhook(sent.map(({ payload = null }) => payload))
      if (!found.some(({ field }) => field === 'fingerprint')) return []
      const ready = prepare({ ...preset, config: config as unknown as PresetConfig, policies })
      return [[fingerprintsOf(ready, sent), fingerprintsOf(prepare(preset), sent)]]
    })
    const wanted = suggested.filter(([, own]) => own?.some((fingerprint) => fingerprint !== null))
    expect(wanted.length).toBeGreaterThanOrEqual(15)
    expect(wanted.map(([found]) => found)).toEqual(wanted.map(([, own]) => own))
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
    const tools = sampledTools()
    const served = tools.filter((tool) => isServed(readSamples(tool).deliveries))
    expect(served.length / tools.length).toBeGreaterThanOrEqual(SERVED)
  })
})

/** A notification as Netdata Cloud documents it (learn.netdata.cloud, webhook). */
function netdata(chart: string, severity: string): JsonValue {
  return {
    message: `memory_left is ${severity} on box-4`,
    alarm: 'memory_left',
    info: 'share of the memory that is free',
    ...{ chart, context: chart, space: 'acme', rooms: ['all'], family: 'mem', class: 'Utilization', severity },
    ...{ date: '2026-11-03T10:00:00Z', duration: '4 minutes', critical_count: 1, warning_count: 0 },
    alarm_url: 'https://netdata.example.org/alarm/4',
  }
}

/** A notification with the parameters that Site24x7 sends (site24x7.com, webhooks). */
function site24x7(status: string): JsonValue {
  return {
    ...{ MONITOR_ID: 4411, MONITORNAME: 'Checkout page', MONITORTYPE: 'URL', STATUS: status, POLLFREQUENCY: 5 },
    ...{ MONITORURL: 'https://shop.example.org', MONITOR_DASHBOARD_LINK: 'https://site24x7.example.org/4411' },
    ...{ MONITOR_GROUPNAME: 'Shop', FAILED_LOCATIONS: 'Oslo', TAGS: ['shop'], GROUP_TAGS: ['web'] },
    INCIDENT_REASON: status === 'UP' ? 'Operational again' : 'Timed out',
    INCIDENT_TIME_ISO: '2026-11-03T10:00:00+0000',
  }
}

/** A notification of an uptime monitor of HetrixTools (docs.hetrixtools.com/webhook-notifications). */
function hetrixTools(status: string): JsonValue {
  return {
    ...{ monitor_id: '9c1f', monitor_name: 'Checkout page', monitor_target: 'https://shop.example.org' },
    ...{ monitor_type: 'website', monitor_category: 'Shop', monitor_status: status, timestamp: 1_793_700_000 },
    ...(status === 'offline' && { monitor_errors: { Oslo: 'timeout', Lima: 'http code 503' } }),
  }
}

function fingerprintsOf(ready: ServingPreset, sent: readonly SampleDelivery[]) {
  return sent.flatMap((delivery) => {
    const drafts = draftsOf(ready, delivery)
    return typeof drafts === 'string' ? [] : drafts.map(({ fingerprint }) => fingerprint)
  })
}

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
