import { expect, it } from 'vitest'
import { tellStories } from './preset-story.js'
import { useServer } from './test-server.js'

const [BEGAN, ENDED] = ['2026-11-20T11:00:00Z', '2026-11-20T11:20:00Z'] as const
const NO_END = '0001-01-01T00:00:00Z'
/** What a chart gives to metrics of kube-state-metrics that have no pod. */
const OWN_POD = { namespace: 'mon', pod: 'mon-kube-state-metrics-5c8-x2x4q' }

tellStories({
  'one file system of a group is free again in the delivery that reports another': {
    preset: 'alertmanager',
    steps: [
      [
        group(fired({ mountpoint: '/srv' }, 'f1'), over({ mountpoint: '/home' }, 'f2')),
        [{ resource: 'files-1', openCount: 1 }],
      ],
      [group(over({ mountpoint: '/srv' }, 'f1')), []],
    ],
  },
  'nodes, quotas and pods that kube-state-metrics reports': {
    preset: 'alertmanager',
    steps: [
      [group(fired(state({ alertname: 'NotReady', node: 'node-7' }), 'n1')), [{ resource: 'node-7', service: [] }]],
      [
        group(fired(state({ alertname: 'Quota', namespace: 'shop' }), 'q1')),
        [{ resource: 'node-7' }, { resource: 'shop' }],
      ],
      [
        group(fired(state({ namespace: 'shop', pod: 'cart-1', node: 'node-7' }), 'p1')),
        [{ resource: 'node-7' }, { resource: 'shop' }, { resource: 'shop/cart-1' }],
      ],
      [
        group(fired(state({ alertname: 'NotReady', exported_node: 'node-8', node: 'node-1' }), 'n2')),
        [{ resource: 'node-7' }, { resource: 'node-8' }, { resource: 'shop' }, { resource: 'shop/cart-1' }],
      ],
      [
        group(over(state({ alertname: 'NotReady', node: 'node-7' }), 'n1')),
        [{ resource: 'node-8' }, { resource: 'shop' }, { resource: 'shop/cart-1' }],
      ],
    ],
  },
  'what kube-state-metrics reports with its own pod, and a rule that names its service': {
    preset: 'alertmanager',
    steps: [
      [
        group(fired(state({ ...OWN_POD, alertname: 'NotReady', node: 'node-7' }), 'n1')),
        [{ resource: 'node-7', service: [] }],
      ],
      [group(over(state({ ...OWN_POD, alertname: 'NotReady', node: 'node-7' }), 'n1')), []],
      [group(fired(state({ ...OWN_POD, alertname: 'Quota', namespace: 'shop' }), 'q1')), [{ resource: 'shop' }]],
      [
        group(fired(state({ alertname: 'Quota', deployment: 'till', namespace: 'shop', service: 'till' }), 'd1')),
        [{ resource: 'shop' }, { resource: 'shop/till', service: ['till'] }],
      ],
    ],
  },
  'all targets of a job, beside those of another': {
    preset: 'alertmanager',
    steps: [
      [
        group(targets('till', 't1'), targets('stock', 't2')),
        [
          { resource: 'shop/stock', service: ['stock'] },
          { resource: 'shop/till', service: ['till'] },
        ],
      ],
      [group({ ...targets('till', 't1'), status: 'resolved', endsAt: ENDED }), [{ resource: 'shop/stock' }]],
    ],
  },
  'an alert without a name': {
    preset: 'alertmanager',
    steps: [[group({ ...fired({}, 'f1'), labels: { host: 'web-2' } }), [{ resource: 'web-2', event: 'Alert' }]]],
  },
  'the environment, what is exported, and the port': {
    preset: 'alertmanager',
    steps: [
      [
        group(fired({ instance: 'DB-4.example.org:9187', env: 'staging' }, 'd1')),
        [{ resource: 'DB-4.example.org', environment: 'staging' }],
      ],
      [
        group(fired({ instance: 'push:9091', exported_instance: 'nas-2' }, 'd2')),
        [{ environment: 'staging' }, { resource: 'nas-2', environment: 'Production' }],
      ],
    ],
  },
  'a rule of legacy Grafana, and the test of its channel': {
    preset: 'grafana-legacy',
    steps: [
      [{ ruleId: 0, ruleName: 'Test notification', state: 'alerting', message: 'Somebody tests', evalMatches: [] }, []],
      [legacy(4, 'alerting'), [{ resource: 'web-4', environment: 'Staging', openCount: 1 }]],
      [legacy(5, 'no_data'), [{ openCount: 2 }]],
      [legacy(4, 'ok'), [{ openCount: 1 }]],
      [legacy(5, 'ok'), []],
    ],
  },
  'a bird of Canary, whose text is not a default': {
    preset: 'thinkst-canary',
    steps: [
      [
        {
          CanaryName: 'nas-canary',
          AlertType: 'CanaryIncident',
          Description: 'Somebody opens a share',
          SourceIP: '10.1.1.9',
        },
        [{ text: 'Somebody opens a share' }],
      ],
    ],
  },
  'an alert of Wazuh as its integrator sends it': {
    preset: 'wazuh',
    steps: [
      [
        {
          ...{ timestamp: '2026-11-20T10:00:00.123+0000', full_log: 'many logins' },
          ...{ rule: { level: 13, description: 'Many logins', id: '5720' }, agent: { name: 'jump-1' } },
        },
        [{ resource: 'jump-1' }],
      ],
    ],
  },
})

const server = useServer()

it('should close what ended in the past, with a mapping of its own', async () => {
  const fieldMappings = { resource: 'labels.instance', event: 'labels.alertname', severity: 'labels.severity' }
  const defaultValues = { environment: 'Production', type: 'vmalert', text: 'no text' }
  const times = { createTime: 'startsAt', endTime: 'endsAt' }
  const json = {
    id: 'vm',
    enabled: true,
    authMode: 'none',
    fieldMappings: { ...fieldMappings, ...times },
    defaultValues,
  }
  expect(await server.current.call('POST', '/api/webhook_config', { json })).toMatchObject({ status: 201 })
  const sent = (endsAt: string) => [
    { labels: { alertname: 'Full', instance: 'nas-3', severity: 'critical' }, startsAt: BEGAN, endsAt },
  ]
  for (const [endsAt, active] of [
    ['2026-11-20T13:00:00Z', 1],
    [ENDED, 0],
  ] as const) {
    await server.current.call('POST', '/api/webhooks/custom/vm/api/v2/alerts', { json: sent(endsAt), key: null })
    const { body } = await server.current.call('GET', '/api/alerts?status=open')
    expect(body).toMatchObject({ alerts: { length: active } })
  }
})

// Helpers

type Labels = Readonly<Record<string, string>>

function group(...alerts: readonly object[]) {
  return { version: '4', status: 'firing', commonLabels: {}, alerts }
}

function fired(labels: Labels, fingerprint: string) {
  return { status: 'firing', labels: labelled(labels), annotations: {}, startsAt: BEGAN, endsAt: NO_END, fingerprint }
}

function over(labels: Labels, fingerprint: string) {
  return { ...fired(labels, fingerprint), status: 'resolved', endsAt: ENDED }
}

function labelled(labels: Labels): Labels {
  return { alertname: 'Bad', instance: 'files-1:9100', severity: 'warning', ...labels }
}

function state(labels: Labels): Labels {
  return { instance: '10.4.4.4:8080', job: 'kube-state-metrics', service: 'mon-kube-state-metrics', ...labels }
}

function targets(job: string, fingerprint: string) {
  const labels = { alertname: 'TargetsDown', job, service: job, namespace: 'shop' }
  return { ...fired({}, fingerprint), labels }
}

function legacy(ruleId: number, ofState: string) {
  const tags = { instance: 'web-4', environment: 'Staging' }
  return { ruleId, ruleName: 'Load', state: ofState, message: 'high', evalMatches: [], tags }
}
