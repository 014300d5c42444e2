import { readFileSync } from 'node:fs'
import { SEVERITIES } from '@opsgraph/core/pure'
import { beforeEach, describe, expect, it } from 'vitest'
import { useServer } from './test-server.js'

const server = useServer(() => ({}), {
  poolCounts: () => ({ max: 10, open: 1, idle: 1, waiting: 0 }),
  dueAlertCounts: () => ({ expired: 0, ended: 0, reopened: 0 }),
})

/** Matches the names of metrics in PromQL. */
const METRIC = /\b((?:http|opsgraph|process|nodejs)_[a-z0-9_]+)\b/g

const dashboard = fileOf('opsgraph.json')
const rules = fileOf('alerts.yaml')
const expressions = [...dashboard.matchAll(/"(?:expr|query)": "((?:[^"\\]|\\.)*)"/g), ...rules.matchAll(/expr: (.*)/g)]

describe('docs/grafana', () => {
  let metrics = ''
  beforeEach(async () => {
    const defaultValues = {
      environment: 'Production',
      type: 'x',
      event: 'x',
      severity: 'major',
      text: 'x',
      service: ['shop'],
    }
    const config = { id: 'hook', enabled: true, fieldMappings: { resource: 'host' }, defaultValues }
    await server.current.call('POST', '/api/webhook_config', { json: config })
    await server.current.call('POST', '/api/webhooks/custom/hook', { key: null, json: { host: 'a' } })
    await server.current.call('POST', '/api/resources/import', { body: '{' })
    metrics = (await server.current.call('GET', '/metrics')).text
  })

  it('should query only existing metrics and labels', () => {
    const named = new Set(expressions.flatMap(([, text = '']) => [...text.matchAll(METRIC)].map(([name]) => name)))
    expect(named.size).toBeGreaterThan(12)
    for (const name of named) expect(metrics, name).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
    const labels = expressions.flatMap(([, text = '']) => labelsOf(text))
    for (const label of new Set(labels)) expect(metrics, label).toMatch(new RegExp(`[{,]${label}="`))
  })

  it('should name the severity of each number', () => {
    const named = SEVERITIES.map((severity, index) => [`${SEVERITIES.length - index}`, severity])
    const { panels } = JSON.parse(dashboard) as { panels: readonly Panel[] }
    const timeline = panels.find(({ type }) => type === 'state-timeline')
    const options = Object.entries(timeline?.fieldConfig.defaults.mappings?.[0]?.options ?? {})
    expect(Object.fromEntries(options.map(([value, { text }]) => [value, text]))).toEqual({
      ...Object.fromEntries(named),
      0: 'nothing hurts',
    })
  })
})

// Helpers

interface Panel {
  readonly type: string
  readonly fieldConfig: {
    readonly defaults: {
      readonly mappings?: readonly { readonly options: Record<string, { readonly text: string }> }[]
    }
  }
}

function fileOf(name: string): string {
  return readFileSync(new URL(`../../../docs/grafana/${name}`, import.meta.url), 'utf8')
}

/** The labels that an expression groups by or selects by, except `instance`, which Prometheus adds. */
function labelsOf(expression: string): readonly string[] {
  const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '))
  const selected = [...expression.matchAll(/[{,](\w+)[!=]/g)].map(([, label = '']) => label)
  return [...grouped, ...selected].filter((label) => label !== 'instance')
}
