import { OpsgraphError } from '@opsgraph/core'
import { Registry } from 'prom-client'
import { describe, expect, it, vi } from 'vitest'
import { WebhookMetrics } from '../src/metric/webhook-metrics.js'
import { ADMIN_KEY, type TestServer, useServer } from './test-server.js'

const server = useServer()
const pool = { max: 10, open: 4, idle: 1, waiting: 2 }
const due = { expired: 3, ended: 2, reopened: 1 }
const pooled = useServer(() => ({}), { poolCounts: () => pool, dueAlertCounts: () => due })

const AWAY = new OpsgraphError('unavailable', 'connect ECONNREFUSED')
const BUSY = new OpsgraphError('busy', 'others have been writing the same for too long')

const ADMIN = { user: 'admin', scopes: ['admin'], requestId: null } as const

describe('GET /metrics', () => {
  it('should count requests by method, route and status, without a key', async () => {
    for (const id of ['a', 'b']) await server.current.call('GET', `/api/alert/${id}`)
    await server.current.call('GET', '/api/nothing')
    const { text } = await server.current.call('GET', '/metrics', { key: null })
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/alert/:id",status="404"} 2')
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="unmatched",status="404"} 1')
    expect(text).toContain('http_requests_in_flight 1')
    expect(text).toContain('process_cpu_seconds_total')
  })

  it('should measure the duration of requests in seconds', async () => {
    vi.spyOn(server.current.store.alerts, 'read').mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return undefined
    })
    await server.current.call('GET', '/api/alert/a')
    const sum = (await metrics(server.current))[
      'http_request_duration_seconds_sum{method="GET",route="/api/alert/:id",status="404"}'
    ]
    expect(sum).toBeGreaterThan(0.05)
    expect(sum).toBeLessThan(30)
  })

  it('should measure each application separately', async () => {
    const { text } = await server.current.call('GET', '/metrics', { key: null })
    expect(text).not.toContain('/api/alert/:id')
  })

  it('should collect process metrics once for several applications', async () => {
    const watched = vi.spyOn(PerformanceObserver.prototype, 'observe')
    const other = await server.current.another()
    expect((await other.call('GET', '/metrics')).text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(watched).not.toHaveBeenCalled()
  })

  it('should show the current state of the database connection pool, if there is one', async () => {
    const before = await metrics(pooled.current)
    expect(before).toMatchObject({ opsgraph_pool_max: 10, opsgraph_pool_open: 4, opsgraph_pool_idle: 1 })
    Object.assign(pool, { open: 5, waiting: 7 })
    expect(await metrics(pooled.current)).toMatchObject({ opsgraph_pool_open: 5, opsgraph_pool_waiting: 7 })
    expect(Object.keys(await metrics(server.current)).join()).not.toContain('opsgraph_pool')
  })

  it('should count the alerts that this process has changed because they were due', async () => {
    const before = await metrics(pooled.current)
    expect(before).toMatchObject({
      opsgraph_alerts_expired_total: 3,
      opsgraph_alerts_ended_total: 2,
      opsgraph_alerts_reopened_total: 1,
    })
    Object.assign(due, { expired: 5 })
    expect(await metrics(pooled.current)).toMatchObject({ opsgraph_alerts_expired_total: 5 })
    expect(Object.keys(await metrics(server.current)).join()).not.toContain('opsgraph_alerts_expired')
  })

  it('should count the tries to deliver messages of subscriptions, by result', async () => {
    const counts = vi.spyOn(server.current.opsgraph, 'deliveryCounts')
    const shown = async () => (await server.current.call('GET', '/metrics', { key: null })).text
    counts.mockReturnValue({ delivered: 1, failed: 0 })
    await shown()
    counts.mockReturnValue({ delivered: 3, failed: 2 })
    const text = await shown()
    expect(text).toContain('opsgraph_subscription_deliveries_total{result="delivered"} 3\n')
    expect(text).toContain('opsgraph_subscription_deliveries_total{result="failed"} 2\n')
  })

  it('should show how many messages of subscriptions are due, and since when', async () => {
    const other = await server.current.another()
    vi.spyOn(other.opsgraph, 'readOverdueMessages').mockResolvedValue({ count: 3, oldestSeconds: 61.5 })
    expect(await metrics(other)).toMatchObject({
      opsgraph_subscription_overdue_messages: 3,
      opsgraph_subscription_overdue_seconds: 61.5,
    })
    const failing = await server.current.another()
    vi.spyOn(failing.opsgraph, 'readOverdueMessages').mockRejectedValue(new Error('no database'))
    expect(Object.keys(await metrics(failing)).join()).not.toContain('overdue')
  })

  it('should show what core counts, as core describes it', async () => {
    const measured = server.current.opsgraph.metrics()
    const counts = vi.spyOn(server.current.opsgraph, 'metrics')
    for (const first of [10, 20]) {
      counts.mockReturnValue(measured.map((metric, index) => ({ ...metric, value: first + index })))
      const shown = measured.map(({ name }, index) => [name, first + index])
      expect(await metrics(server.current)).toMatchObject(Object.fromEntries(shown))
    }
    const { text } = await server.current.call('GET', '/metrics')
    for (const { name, type, help } of measured) {
      expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`)
    }
  })

  it('should have no label that a caller without a key chooses', async () => {
    const paths = ['/api/alert/chosen-name', '/chosen-name', '/api/webhooks/custom/chosen-name', '/api/%zzchosen-name']
    for (const path of paths) await server.current.call('GET', path, { key: null })
    await server.current.call('POST', '/api/webhooks/custom/chosen-name', { key: null, json: {} })
    expect((await server.current.call('GET', '/metrics')).text).not.toContain('chosen-name')
  })
})

describe('the metrics of webhooks', () => {
  it('should count deliveries by result, and their alerts', async () => {
    await server.current.opsgraph.createWebhook(ADMIN, config('one'))
    await server.current.opsgraph.createWebhook(ADMIN, { ...config('off'), enabled: false })
    await deliver('one', { hosts: ['a', 'b'] })
    await deliver('one', { hosts: ['c', 5, { d: 1 }] })
    await deliver('one', { hosts: [] })
    await deliver('off', { hosts: ['a'] })
    const drop = { name: 'drop', description: '', webhookId: 'one', actions: [{ drop: true }] } as const
    await server.current.opsgraph.createAlertPolicy(ADMIN, drop)
    await deliver('one', { hosts: ['x', 'y'] })
    expect(await metrics(server.current)).toMatchObject({
      'opsgraph_webhook_deliveries_total{webhook="one",result="success"}': 1,
      'opsgraph_webhook_deliveries_total{webhook="one",result="partial"}': 1,
      'opsgraph_webhook_deliveries_total{webhook="one",result="ignored"}': 1,
      'opsgraph_webhook_alerts_ignored_total{webhook="one"}': 2,
      'opsgraph_webhook_deliveries_total{webhook="one",result="noAlerts"}': 1,
      'opsgraph_webhook_deliveries_total{webhook="off",result="disabled"}': 1,
      'opsgraph_webhook_alerts_created_total{webhook="one"}': 4,
      'opsgraph_webhook_alerts_rejected_total{webhook="one"}': 1,
      'opsgraph_webhook_alerts_created_total{webhook="off"}': 0,
    })
  })

  it('should distinguish an unreachable or busy database from a bug', async () => {
    await server.current.opsgraph.createWebhook(ADMIN, config('one'))
    const transaction = vi.spyOn(server.current.store, 'transaction')
    for (const error of [new Error('a bug'), AWAY, AWAY, BUSY, BUSY, BUSY]) {
      transaction.mockRejectedValue(error)
      await deliver('one', { hosts: ['a'] })
    }
    transaction.mockRestore()
    const count = (result: string) => `opsgraph_webhook_deliveries_total{webhook="one",result="${result}"}`
    expect(await metrics(server.current)).toMatchObject({
      [count('unexpected')]: 1,
      [count('unavailable')]: 2,
      [count('busy')]: 3,
    })
  })

  it('should have no series for an unknown webhook', async () => {
    const registry = new Registry()
    const unknown = Promise.reject(new OpsgraphError('notFound', 'there is no such webhook'))
    await expect(new WebhookMetrics(registry).count('chosen-name', unknown)).rejects.toThrow('no such')
    expect(await registry.metrics()).not.toContain('chosen-name')
  })

  it('should remove the series of a deleted webhook', async () => {
    await server.current.opsgraph.createWebhook(ADMIN, config('one'))
    await deliver('one', { hosts: ['a'] })
    await server.current.call('DELETE', '/api/webhook_config/one')
    expect(seriesOf(await metrics(server.current), 'one')).toEqual([])
  })

  it('should remove the series of a webhook that another server deletes, and keep the others', async () => {
    const other = await server.current.another({ clock: () => new Date() })
    for (const id of ['one', 'two']) {
      await server.current.opsgraph.createWebhook(ADMIN, config(id))
      await fetch(`${other.url}/api/webhooks/custom/${id}`, { method: 'POST', body: '{"hosts": ["a"]}' })
    }
    expect(seriesOf(await metrics(other), 'one')).toHaveLength(5)
    await server.current.call('DELETE', '/api/webhook_config/one')
    await vi.waitUntil(async () => seriesOf(await metrics(other), 'one').length === 0, {
      timeout: 10_000,
      interval: 50,
    })
    expect(seriesOf(await metrics(other), 'two')).toHaveLength(5)
  })

  it('should stay readable with all series while the database does not answer', async () => {
    await server.current.opsgraph.createWebhook(ADMIN, config('one'))
    await deliver('one', { hosts: ['a'] })
    const never = new Promise<never>(() => undefined)
    vi.spyOn(server.current.store.webhooks, 'revision').mockReturnValue(never)
    vi.spyOn(server.current.store.webhooks, 'read').mockReturnValue(never)
    for (let look = 0; look < 3; look++) expect(seriesOf(await metrics(server.current), 'one')).toHaveLength(5)
  })
})

describe('the metrics of services', () => {
  it('should show how much alerts hurt each service', async () => {
    await server.current.call('PUT', '/api/service_catalog/fine', { json: { name: 'fine' } })
    await alert({ resource: 'a', service: ['shop'], severity: 'critical' })
    await alert({ resource: 'b', service: ['shop'], severity: 'warning' })
    await alert({ resource: 'c', service: ['shop'], severity: 'major', status: 'ack' })
    await alert({ resource: 'd', service: ['shop'], severity: 'major', status: 'shelved' })
    await alert({ resource: 'e', service: ['mail'], severity: 'minor', status: 'assign' })
    await alert({ resource: 'f', service: [], severity: 'major' })
    expect(servicesOf(await metrics(server.current))).toEqual({
      'opsgraph_service_severity{service="shop"}': 12,
      'opsgraph_service_acknowledged{service="shop"}': 0,
      'opsgraph_service_alerts{service="shop",severity="critical"}': 1,
      'opsgraph_service_alerts{service="shop",severity="warning"}': 1,
      'opsgraph_service_acknowledged_alerts{service="shop"}': 1,
      'opsgraph_service_silenced_alerts{service="shop"}': 1,
      'opsgraph_service_root_causes{service="shop"}': 3,
      'opsgraph_service_severity{service="mail"}': 10,
      'opsgraph_service_acknowledged{service="mail"}': 1,
      'opsgraph_service_acknowledged_alerts{service="mail"}': 1,
      'opsgraph_service_silenced_alerts{service="mail"}': 0,
      'opsgraph_service_root_causes{service="mail"}': 1,
      'opsgraph_service_severity{service="fine"}': 0,
      'opsgraph_service_acknowledged{service="fine"}': 0,
      'opsgraph_service_acknowledged_alerts{service="fine"}': 0,
      'opsgraph_service_silenced_alerts{service="fine"}': 0,
      'opsgraph_service_root_causes{service="fine"}': 0,
      opsgraph_services: 3,
      opsgraph_unreached_alerts: 1,
    })
    const { text } = await server.current.call('GET', '/metrics')
    expect(text).toContain('0 = nothing hurts, 13 = security, 12 = critical, 11 = major,')
    expect(text).toContain('2 = trace, 1 = unknown.')
  })

  it('should read the store once for many scrapes', async () => {
    const snapshot = vi.spyOn(server.current.store, 'snapshot')
    await Promise.all([metrics(server.current), metrics(server.current)])
    await metrics(server.current)
    expect(snapshot).toHaveBeenCalledTimes(1)
  })

  it('should have series for the 1,000 services that are hurt most', async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `s-${index}`)
    await alert({ resource: 'a', service: names.slice(0, 500), severity: 'minor' })
    await alert({ resource: 'b', service: names.slice(500), severity: 'major' })
    const shown = servicesOf(await metrics(server.current))
    const of = (value: number) =>
      Object.entries(shown).filter(([name, is]) => name.startsWith('opsgraph_service_severity') && is === value)
    expect([of(11).length, of(10).length]).toEqual([501, 499])
    expect(shown).toMatchObject({ opsgraph_services: 1_001 })
  })

  it('should be absent while the store does not answer', async () => {
    vi.spyOn(server.current.store, 'snapshot').mockRejectedValue(AWAY)
    const shown = await metrics(server.current)
    expect(servicesOf(shown)).toEqual({})
    expect(shown).toHaveProperty('http_requests_in_flight', 1)
  })
})

describe('the metrics of imports', () => {
  it('should measure imports by kind, dry run and result', async () => {
    const records = [{ resource: 'db-1', environment: 'Production', parent: 'vm-1' }]
    await server.current.call('POST', '/api/resources/import', { json: records })
    await server.current.call('POST', '/api/resources/import?dryRun=true', { json: records })
    await server.current.call('POST', '/api/resources/import', { body: '{' })
    await server.current.call('POST', '/api/service_topology/import?mode=merge', { body: '{' })
    const topologies = '/api/service_topology/import?mode=merge'
    await server.current.call('POST', `${topologies}&dryRun=true`, { body: '{' })
    const transaction = vi.spyOn(server.current.store, 'transaction').mockRejectedValue(AWAY)
    await server.current.call('POST', '/api/resources/import', { json: records })
    transaction.mockRestore()
    const counted = await metrics(server.current)
    const count = (labels: string) => counted[`opsgraph_import_duration_seconds_count{${labels}}`]
    const sum = counted['opsgraph_import_duration_seconds_sum{kind="cmdb",dry_run="false",result="done"}']
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThan(60)
    expect(count('kind="cmdb",dry_run="false",result="failed"')).toBe(1)
    expect(count('kind="topologies",dry_run="true",result="refused"')).toBe(1)
    expect(count('kind="cmdb",dry_run="false",result="done"')).toBe(1)
    expect(count('kind="cmdb",dry_run="true",result="done"')).toBe(1)
    expect(count('kind="cmdb",dry_run="false",result="refused"')).toBe(1)
    expect(count('kind="topologies",dry_run="false",result="refused"')).toBe(1)
  })
})

// Helpers

function config(id: string) {
  const defaultValues = { environment: 'Production', type: 'x', event: 'x', severity: 'major', text: 'x' }
  return { id, enabled: true, fieldMappings: { resource: { path: 'hosts[]', expand: true } }, defaultValues }
}

async function deliver(webhook: string, json: unknown): Promise<void> {
  await server.current.call('POST', `/api/webhooks/custom/${webhook}`, { key: null, json })
}

async function alert(fields: Readonly<Record<string, unknown>>): Promise<void> {
  const sent = { environment: 'Production', type: 'x', event: 'x', text: 'x', ...fields }
  expect((await server.current.call('POST', '/api/alert', { json: sent })).status).toBe(201)
}

function servicesOf(counted: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const names = /^opsgraph_(service|unreached)/
  return Object.fromEntries(Object.entries(counted).filter(([name]) => names.test(name)))
}

/** Reads the value of every series. */
async function metrics(of: TestServer): Promise<Readonly<Record<string, number>>> {
  const { text } = await of.call('GET', '/metrics', { key: ADMIN_KEY })
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

function seriesOf(counted: Readonly<Record<string, number>>, webhook: string): readonly string[] {
  return Object.keys(counted).filter((name) => name.includes(`webhook="${webhook}"`))
}
