import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { faultOf, prepare, strayRecoveries } from '../../../test/serve-delivery.js'
import { readSamples, type SampleDelivery, sampledTools } from '../../../test/tool-samples.js'
import type { AlertAction } from '../../alert-policy/alert-action.js'
import type { Clause } from '../../filter/filter.js'
import { deriveSecretKeys } from '../../secret/secret.js'
import { readNewConfig } from '../read-config.js'
import { WEBHOOK_PRESETS } from './all-presets.js'

const EXAMPLES = fileURLToPath(new URL('../../../../../examples/webhooks/', import.meta.url))
const TOOLS = {
  keys: deriveSecretKeys('server key'),
  newNonce: () => new Uint8Array(12),
  newId: () => 'hook',
  user: 'ann',
  now: '2026-11-20T12:00:00.000Z',
}

describe.each(WEBHOOK_PRESETS)('the preset $id', (preset) => {
  const { id, config, hints, policies } = preset
  const { deliveries: samples, recovers = true } = readSamples(id)

  it('should give what is expected of each delivery of its tool', () => {
    const ready = prepare(preset)
    expect(samples.map((delivery) => faultOf(ready, delivery)).filter((fault) => fault !== undefined)).toEqual([])
  })

  it('should have samples of a problem, and of its end if the tool reports it', () => {
    const kinds = samples.map(({ kind }) => kind)
    expect(kinds).toContain('problem')
    expect(kinds.includes('recovery')).toBe(recovers)
    for (const { kind, expect: alerts } of samples) expect(alerts.length > 0).toBe(kind !== 'ignore')
  })

  it('should close with each recovery an alert that a problem has opened', () => {
    expect(strayRecoveries(prepare(preset), samples)).toEqual([])
  })

  it('should be a configuration that a server accepts after a secret is added', () => {
    const authSecret = 'a secret of enough characters'
    expect(readNewConfig({ id, ...config, authSecret }, TOOLS)).toMatchObject({ enabled: true })
  })

  it('should close no problem whose severity is missing', () => {
    const { severity: _, ...fieldMappings } = config.fieldMappings
    const { severity: __, ...defaultValues } = config.defaultValues
    const bare = prepare({ ...preset, config: { ...config, fieldMappings, defaultValues } })
    const problems = samples.filter(({ kind }) => kind === 'problem')
    const anySeverity = problems.map((delivery) => ({
      ...delivery,
      expect: delivery.expect.map(({ resource = '', event = '' }) => ({ resource, event })),
    }))
    expect(anySeverity.map((delivery) => faultOf(bare, delivery)).filter((fault) => fault !== undefined)).toEqual([])
  })

  it('should have policies with names and an order of their own', () => {
    expect(new Set(policies.map(({ order }) => order)).size).toBe(policies.length)
    for (const { name, description } of policies) expect(`${name}${description}`).not.toMatch(/undefined/)
  })

  it('should have no action that its own default value keeps from acting', () => {
    const dead = policies.flatMap(({ filters, actions }) => [
      ...actions.flatMap(fieldFilled),
      ...(filters?.clauses ?? []).flatMap((clause) => ('key' in clause && isEmptiness(clause) ? [clause.key] : [])),
    ])
    expect(dead.filter((field) => Object.hasOwn(config.defaultValues, field))).toEqual([])
  })

  it('should have short hints on what to set up', () => {
    expect(hints.length).toBeGreaterThan(0)
    for (const hint of hints) expect(hint.length).toBeLessThan(300)
    for (const hint of hints.flatMap((text) => text.match(/examples\/[\w./-]+\.(md|json)/g) ?? [])) {
      expect(existsSync(`${EXAMPLES}../../${hint}`)).toBe(true)
    }
  })
})

describe.each(WEBHOOK_PRESETS.filter(({ id }) => readSamples(id).closedOnlyByState))('the preset $id', (preset) => {
  it.each(['ok', 'Up', 'normal', 'Cleared'])(
    'should not close a problem that lasts because its severity is %s',
    (severity) => {
      const { severity: _, ...fieldMappings } = preset.config.fieldMappings
      const defaultValues = { ...preset.config.defaultValues, severity }
      const ready = prepare({ ...preset, config: { ...preset.config, fieldMappings, defaultValues } })
      const problems = readSamples(preset.id).deliveries.filter(({ kind }) => kind === 'problem')
      const deliveries = problems.map((delivery) => ({
        ...delivery,
        expect: delivery.expect.map((alert) => ({ ...alert, severity: 'warning' })),
      }))
      expect(deliveries.map((delivery) => faultOf(ready, delivery)).filter((fault) => fault !== undefined)).toEqual([])
    },
  )
})

describe('the presets', () => {
  it('should have one file of samples each', () => {
    expect(sampledTools()).toEqual(WEBHOOK_PRESETS.map(({ id }) => id).sort())
  })

  it.each(folders())('should equal the example %s, and create its alerts', (id) => {
    const preset = WEBHOOK_PRESETS.find((each) => each.id === id)
    if (preset === undefined) throw new Error(`${id} is no preset`)
    const { name, config, policies } = preset
    expect(readExample(id, 'config.json')).toEqual({ id, name, ...config, policies })
    const payload = readExample(id, 'payload.json')
    expect(faultOf(prepare(preset), { kind: 'problem', payload, expect: EXAMPLE_ALERTS[id] ?? [] })).toBeUndefined()
  })

  it('should have a Datadog payload that fits its template', () => {
    const [payload, template] = ['payload.json', 'payload-template.json'].map((file) => readExample('datadog', file))
    expect(Object.keys(payload)).toEqual(Object.keys(template))
  })
})

const EXAMPLE_ALERTS: Readonly<Record<string, SampleDelivery['expect']>> = {
  alertmanager: [{ resource: 'Prometheus', event: 'thing_dead', severity: 'critical' }],
  grafana: [
    { resource: 'cart-1.example.org', event: 'High memory usage', severity: 'critical' },
    { resource: 'cart-2.example.org', severity: 'warning' },
  ],
  'grafana-legacy': [{ resource: 'Grafana', event: 'Zeta CPU alert', severity: 'major' }],
  github: [{ resource: 'wolfy1339/pika-pack', event: 'GHSA-c2qf-rxjj-qqgw', severity: 'minor' }],
  zabbix: [{ resource: 'db-1.example.org', event: 'PostgreSQL: Too many connections', severity: 'major' }],
  datadog: [{ resource: 'web-1.example.org', event: '1234', severity: 'major' }],
}

// Helpers

/** The field that an action fills only if it is empty; none for other actions. */
function fieldFilled(action: AlertAction): readonly string[] {
  if ('copy' in action) return action.when === 'always' ? [] : [action.copy]
  if (!('translate' in action) || action.otherwise !== undefined || action.ranges !== undefined) return []
  return Object.keys(action.values ?? {}).every((from) => from === '') ? [action.translate] : []
}

/** True for a clause that only an empty field matches. */
function isEmptiness({ op, value }: Clause): boolean {
  return op === '!~' && (value === '.' || value === '\\S')
}

function folders(): readonly string[] {
  return readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}

function readExample(id: string, file: string) {
  return JSON.parse(readFileSync(`${EXAMPLES}${id}/${file}`, 'utf8'))
}
