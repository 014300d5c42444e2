import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { closesAlert } from '../../alert/severity.js'
import { NO_POLICIES } from '../../alert-policy/run-alert-policies.js'
import { deriveSecretKeys } from '../auth/secret.js'
import { signDelivery, signingKey } from '../auth/signature.js'

import { compileWebhook } from '../compile-webhook.js'
import { readHeaders } from '../delivery/delivery-headers.js'
import { type DraftedDelivery, draftDelivery, judgeDelivery } from '../delivery/judge-delivery.js'
import { readNewConfig } from '../read-config.js'
import type { HeaderAuth } from '../webhook-config.js'
import { WEBHOOK_PRESETS } from './all-presets.js'

const EXAMPLES = fileURLToPath(new URL('../../../../../examples/webhooks/', import.meta.url))
const NOW = '2026-11-20T12:00:00.000Z'
const keys = deriveSecretKeys('server key')

const ALERTS: Readonly<Record<string, readonly object[]>> = {
  alertmanager: [
    {
      resource: 'Prometheus',
      event: 'thing_dead',
      environment: 'Production',
      severity: 'critical',
      text: 'No things for over 10 minutes',
      type: 'prometheusAlert',
      createTime: '2017-08-03T19:17:37.804Z',
      service: [],
      attributes: expect.objectContaining({ labels: { alertname: 'thing_dead', severity: 'critical' } }),
    },
  ],
  grafana: [
    {
      resource: 'cart-1.example.org',
      event: 'High memory usage',
      environment: 'Production',
      severity: 'critical',
      service: ['checkout'],
      group: 'Checkout',
      createTime: '2026-10-12T07:51:03.157Z',
      attributes: expect.objectContaining({ values: { B: 94.239437375419, C: 1 } }),
    },
    { resource: 'cart-2.example.org', environment: 'Staging', severity: 'warning', service: [] },
  ],
  'grafana-legacy': [
    {
      resource: 'zeta.domain',
      event: 'Zeta CPU alert',
      severity: 'major',
      value: '97.007606',
      text: 'boom!',
      group: 'monitoring',
      attributes: expect.objectContaining({ tags: expect.objectContaining({ 'info.host_id': 'i-0d0721c7f97545d43' }) }),
    },
  ],
  github: [
    {
      resource: 'wolfy1339/pika-pack',
      event: 'GHSA-c2qf-rxjj-qqgw',
      severity: 'security',
      value: 'open',
      text: 'semver vulnerable to Regular Expression Denial of Service',
      attributes: expect.objectContaining({ severity: 'medium', cvss: 5.3, package: 'semver' }),
    },
  ],
  zabbix: [
    {
      resource: 'db-1.example.org',
      event: 'PostgreSQL: Too many connections',
      severity: 'major',
      service: ['checkout'],
      group: 'Databases, Linux servers',
      value: '93.4 %',
      tags: ['component:connections', 'scope:capacity', 'service:checkout'],
    },
  ],
  datadog: [{ resource: 'web-1.example.org', event: 'Datadog monitor 1234', severity: 'critical', value: 'Triggered' }],
}

/** The keys of the example payloads that determine the severity of an alert. */
const SEVERITY_KEYS = new Set(['severity', 'recovered'])
/**
 * By preset: the severity of an alert if the payload contains none. This is the default value of the preset, or
 * `indeterminate` if the preset has no default value for it.
 */
const SEVERITY_WITHOUT: Readonly<Record<string, string>> = {
  alertmanager: 'warning',
  grafana: 'warning',
  'grafana-legacy': 'major',
  github: 'security',
  zabbix: 'indeterminate',
  datadog: 'indeterminate',
}

describe.each(WEBHOOK_PRESETS)('the preset $id', ({ id, name, config, hints }) => {
  const payload = readExample(id, 'payload.json')

  it('should make the right alerts from the tool’s payload', () => {
    const { drafts, rejected } = draft(config, payload)
    expect(rejected).toEqual([])
    expect(drafts).toMatchObject((ALERTS[id] ?? []).map((alert) => ({ draft: alert })))
    expect(drafts).toHaveLength(ALERTS[id]?.length ?? -1)
  })

  it('should close no alert by a payload without a severity', () => {
    const bare = JSON.stringify(JSON.parse(payload), (key, value) => (SEVERITY_KEYS.has(key) ? undefined : value))
    const severities = draft(config, bare).drafts.map((each) => each.draft.severity)
    expect(severities).toHaveLength(ALERTS[id]?.length ?? -1)
    expect(severities).toEqual(severities.map(() => SEVERITY_WITHOUT[id]))
    expect(severities.some(closesAlert)).toBe(false)
  })

  it('should equal the copy in the examples', () => {
    expect(JSON.parse(readExample(id, 'config.json'))).toEqual({ id, name, ...config })
  })

  it('should have hints on what to set up', () => {
    expect(hints.length).toBeGreaterThan(0)
    for (const hint of hints.flatMap((text) => text.match(/examples\/[\w./-]+\.(md|json)/g) ?? [])) {
      expect(existsSync(`${EXAMPLES}../../${hint}`)).toBe(true)
    }
  })
})

describe('the presets', () => {
  it('should be those of the examples', () => {
    const folders = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(WEBHOOK_PRESETS.map(({ id }) => id).sort())
  })

  it('should close the alert if Datadog reports that a monitor has recovered', () => {
    const datadog = WEBHOOK_PRESETS.find(({ id }) => id === 'datadog')
    const { drafts } = draft(datadog?.config ?? {}, readExample('datadog', 'payload.json').replace(/false/, 'true'))
    expect(drafts[0]?.draft.severity).toBe('ok')
  })

  it.each(['alertmanager', 'grafana'])('should leave the severity of a resolved alert of %s as it is', (id) => {
    const { config } = WEBHOOK_PRESETS.find((preset) => preset.id === id) ?? { config: {} }
    const resolved = readExample(id, 'payload.json').replaceAll('"firing"', '"resolved"')
    expect(draft(config, resolved).drafts).toMatchObject((ALERTS[id] ?? []).map((alert) => ({ draft: alert })))
  })

  it('should close the alert if Zabbix reports that the problem is resolved', () => {
    const { config } = WEBHOOK_PRESETS.find(({ id }) => id === 'zabbix') ?? { config: {} }
    const { drafts } = draft(config, readExample('zabbix', 'payload.json').replace('"major"', '"cleared"'))
    expect(drafts[0]?.draft.severity).toBe('cleared')
  })

  it.each(['[]', 'null'])(
    'should make no alert of a rule of legacy Grafana that is fine again: evalMatches %s',
    (matches) => {
      const { config } = WEBHOOK_PRESETS.find(({ id }) => id === 'grafana-legacy') ?? { config: {} }
      const payload = JSON.parse(readExample('grafana-legacy', 'payload.json'))
      const fine = JSON.stringify({ ...payload, state: 'ok', evalMatches: JSON.parse(matches) })
      const verdict = judge(config, fine)
      expect('outcome' in verdict && verdict.outcome).toMatchObject({ case: 'noAlerts', httpStatus: 400 })
    },
  )

  it('should have a Datadog payload that fits its template', () => {
    const [payload, template] = ['payload.json', 'payload-template.json'].map((file) =>
      JSON.parse(readExample('datadog', file)),
    )
    expect(Object.keys(payload)).toEqual(Object.keys(template))
  })

  it('should accept the ping that GitHub sends first, without an alert', () => {
    const github = WEBHOOK_PRESETS.find(({ id }) => id === 'github')
    const verdict = judge(github?.config ?? {}, '{"zen": "Keep it logically awesome.", "hook_id": 1}')
    expect('outcome' in verdict && verdict.outcome).toMatchObject({ case: 'test', httpStatus: 200 })
  })
})

// Helpers

function readExample(id: string, file: string): string {
  return readFileSync(`${EXAMPLES}${id}/${file}`, 'utf8')
}

/** Judges a delivery with the secret or signature that the preset requires. */
function judge(config: object, payload: string) {
  const tools = { keys, newNonce: () => new Uint8Array(12), newId: () => 'hook', user: 'ann', now: NOW }
  const stored = readNewConfig({ ...config, authSecret: 's3cret' }, tools)
  const body = Buffer.from(payload)
  const headers = readHeaders(proof(stored.auth as HeaderAuth, body))
  const delivery = { headers, body, now: NOW, apiKey: undefined, sizeBytes: body.length }
  return judgeDelivery(compileWebhook(stored, keys), delivery)
}

/** The alerts of a delivery for which the preset gives any. */
function draft(config: object, payload: string): DraftedDelivery {
  const verdict = judge(config, payload)
  if (!('mapped' in verdict)) throw new Error(verdict.outcome.message ?? '')
  return draftDelivery(verdict, NO_POLICIES)
}

function proof({ scheme, headerName }: HeaderAuth, body: Uint8Array): string[] {
  if (scheme === 'static') return [headerName, 's3cret']
  const key = signingKey(scheme, 's3cret') ?? Buffer.from('')
  return signDelivery({ scheme, headerName }, { body, seconds: Date.parse(NOW) / 1000, id: 'msg_1' }, key).flat()
}
