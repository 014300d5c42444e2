import { expect, it } from 'vitest'
import { useServer } from './test-server.js'

const server = useServer()
const CALLER = { user: 'ann', scopes: ['admin'], requestId: null } as const
/** The clock of the server begins at 12:00. */
const [BEGAN, ENDED] = ['2026-11-20T11:00:00Z', '2026-11-20T11:20:00Z'] as const
const NO_END = '0001-01-01T00:00:00Z'

type Labels = Readonly<Record<string, string>>
interface Case {
  readonly preset: string
  readonly deliveries: readonly unknown[]
  /** What is active at the end. */
  readonly active: readonly object[]
}

const CASES: Readonly<Record<string, Case>> = {
  'one file system of two is free again': {
    preset: 'alertmanager',
    deliveries: [
      fired({ ...labels('files-1:9100'), mountpoint: '/srv' }, 'f1'),
      fired({ ...labels('files-1:9100'), mountpoint: '/home' }, 'f2'),
      over({ ...labels('files-1:9100'), mountpoint: '/srv' }, 'f1'),
    ],
    active: [{ resource: 'files-1', openCount: 1 }],
  },
  'one threshold of two is no longer reached': {
    preset: 'alertmanager',
    deliveries: [
      fired({ ...labels('jobs-1'), severity: 'warning' }, 'f1'),
      fired({ ...labels('jobs-1'), severity: 'critical' }, 'f2'),
      over({ ...labels('jobs-1'), severity: 'critical' }, 'f2'),
    ],
    active: [{ resource: 'jobs-1', severity: 'warning' }],
  },
  'a firing alert of an earlier minute arrives late': {
    preset: 'alertmanager',
    deliveries: [fired(labels('db-4'), 'f1'), over(labels('db-4'), 'f1'), fired(labels('db-4'), 'f1')],
    active: [],
  },
  'one of two pods of kube-state-metrics is well again': {
    preset: 'alertmanager',
    deliveries: [
      fired(podLabels('shop', 'api-1'), 'f1'),
      fired(podLabels('bills', 'pdf-1'), 'f2'),
      over(podLabels('shop', 'api-1'), 'f1'),
    ],
    active: [{ resource: 'bills/pdf-1' }],
  },
  'one of two series without an instance is well again': {
    preset: 'grafana',
    deliveries: [
      fired({ alertname: 'Errors', service_name: 'search' }, '0'),
      fired({ alertname: 'Errors', service_name: 'basket' }, '0'),
      over({ alertname: 'Errors', service_name: 'search' }, '0'),
    ],
    active: [{ resource: 'basket' }],
  },
  'one group of a monitor is well again': {
    preset: 'datadog',
    deliveries: [
      monitored({ scopes: 'disk:a,host:jobs-1' }),
      monitored({ scopes: 'disk:b,host:jobs-1' }),
      monitored({ scopes: 'disk:a,host:jobs-1', alert_transition: 'Recovered' }),
    ],
    active: [{ resource: 'jobs-1', openCount: 1 }],
  },
  'data of a monitor arrive again': {
    preset: 'datadog',
    deliveries: [monitored({ alert_transition: 'No Data' }), monitored({ alert_transition: 'Recovered from No Data' })],
    active: [],
  },
  'the number of impacted entities changes': {
    preset: 'dynatrace',
    deliveries: [
      {
        State: 'OPEN',
        ProblemID: 'P-71',
        ProblemTitle: 'Slow',
        ProblemSeverity: 'PERFORMANCE',
        ImpactedEntity: 'basket',
      },
      {
        ...{ State: 'RESOLVED', ProblemID: 'P-71', ProblemTitle: 'Slow', ProblemSeverity: 'PERFORMANCE' },
        ImpactedEntity: '4 impacted entities',
      },
    ],
    active: [],
  },
  'the title of an incident is edited': {
    preset: 'pagerduty',
    deliveries: [
      incident('triggered', 'slow'),
      incident('triggered', 'slow since 11:00'),
      incident('resolved', 'slow: a switch'),
    ],
    active: [],
  },
  'one of two hosts of a detector is well again': {
    preset: 'splunk-observability',
    deliveries: [detected('jobs-1', 'high'), detected('jobs-2', 'high'), detected('jobs-1', 'ok')],
    active: [{ resource: 'jobs-2' }],
  },
  'a health issue of Azure is resolved': {
    preset: 'azure-monitor',
    deliveries: [azure('Active', 'Storage'), azure('Resolved', 'Storage: mitigated')],
    active: [],
  },
  'a metric alert of Sentry is resolved': {
    preset: 'sentry',
    deliveries: [metricAlert('critical', '1'), metricAlert('critical', '2'), metricAlert('resolved', '1')],
    active: [{ resource: 'payments', openCount: 1 }],
  },
}

it.each(Object.keys(CASES))('should be true at the end when %s', async (name) => {
  const { preset, deliveries, active } = CASES[name] ?? { preset: '', deliveries: [], active: [] }
  await server.current.opsgraph.createWebhookFromPreset(CALLER, preset, { id: 'hook', authMode: 'none' })
  for (const json of deliveries) expect((await deliver(json)).status).toBe(200)
  await expectActive(active)
})

it.each(['', '/api/v2/alerts', '/api/v1/alerts'])('should take what Prometheus sends to %s', async (suffix) => {
  const sent = (mountpoint: string, endsAt: string) => ({
    labels: { ...labels('files-1:9100'), mountpoint },
    annotations: {},
    startsAt: BEGAN,
    endsAt,
  })
  await server.current.opsgraph.createWebhookFromPreset(CALLER, 'prometheus', { id: 'hook', authMode: 'none' })
  const answer = await deliver([sent('/srv', '2026-11-20T13:00:00Z'), sent('/home', '2026-11-20T13:00:00Z')], suffix)
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ alerts_created: 2 })])
  await deliver([sent('/srv', ENDED)], suffix)
  await expectActive([{ resource: 'files-1', openCount: 1, group: 'node' }])
  await deliver([sent('/home', ENDED)], suffix)
  await expectActive([])
})

it('should create the policy hostnames, with the fields of the body, and refuse an unknown preset', async () => {
  const create = (preset: string) =>
    server.current.call('POST', `/api/alert_policy?preset=${preset}`, { json: { order: 7 } })
  expect(await create('hostnames')).toMatchObject({ status: 201, body: { policy: { order: 7, webhookId: null } } })
  expect(await create('hosts')).toMatchObject({
    ...{ status: 400, body: { message: 'there is no preset hosts; there are hostnames' } },
  })
  const json = { environment: 'Production', resource: 'WEB-1.example.org:9100', event: 'Slow', severity: 'major' }
  await server.current.call('POST', '/api/alert', { json })
  await expectActive([{ resource: 'web-1' }])
})

// Helpers

function deliver(json: unknown, suffix = '') {
  return server.current.call('POST', `/api/webhooks/custom/hook${suffix}`, { json, key: null })
}

async function expectActive(active: readonly object[]): Promise<void> {
  const { alerts } = (await server.current.call('GET', '/api/alerts?status=open')).body as { alerts: object[] }
  expect(alerts).toMatchObject(active)
}

function labels(instance: string): Labels {
  return { alertname: 'DiskAlmostFull', instance, job: 'node', severity: 'high' }
}

function podLabels(namespace: string, pod: string): Labels {
  return {
    alertname: 'Crashes',
    instance: '10.4.4.4:8080',
    job: 'kube-state-metrics',
    service: 'state',
    namespace,
    pod,
  }
}

function fired(ofAlert: Labels, fingerprint: string) {
  return delivery({ status: 'firing', labels: ofAlert, fingerprint, endsAt: NO_END })
}

function over(ofAlert: Labels, fingerprint: string) {
  return delivery({ status: 'resolved', labels: ofAlert, fingerprint, endsAt: ENDED })
}

function delivery(alert: object) {
  return { version: '4', commonLabels: {}, alerts: [{ annotations: {}, startsAt: BEGAN, ...alert }] }
}

function monitored(fields: Labels) {
  return { monitor_id: '88', host: 'jobs-1', title: 'load', severity: 'P2', alert_transition: 'Triggered', ...fields }
}

function incident(change: string, title: string) {
  const data = { id: 'PX', status: change, title, service: { summary: 'Basket' }, urgency: 'high' }
  return { event: { event_type: `incident.${change}`, occurred_at: BEGAN, data } }
}

function detected(host: string, statusExtended: string) {
  const inputs = { A: { value: '97', key: { host } } }
  return { severity: 'Critical', originatingMetric: 'load', rule: 'load', incidentId: host, statusExtended, inputs }
}

function azure(stage: string, title: string) {
  const essentials = { alertId: stage, alertRule: 'health', severity: 'Sev4', monitorCondition: 'Fired' }
  const properties = { title, stage, incidentType: 'Incident', trackingId: 'TT-1' }
  const ofService = { monitoringService: 'ServiceHealth', alertTargetIDs: ['/subscriptions/s'], firedDateTime: BEGAN }
  return { data: { essentials: { ...essentials, ...ofService }, alertContext: { properties } } }
}

function metricAlert(action: string, id: string) {
  return { action, data: { metric_alert: { id, projects: ['payments'], alert_rule: { name: 'Errors' } } } }
}
