import { type Step, tellStories } from './preset-story.js'

const [FIRST, SECOND, THIRD] = ['10:00:00', '10:05:00', '10:10:00'].map((time) => `2026-11-20T${time}`) as [
  string,
  string,
  string,
]

const ARN = 'arn:aws:cloudwatch:eu-central-1:210987654321:alarm'
const QUEUE_MATH = {
  Id: 'm1',
  MetricStat: { Metric: { Namespace: 'AWS/SQS', Dimensions: [dimension('QueueName', 'mail')] } },
}

tellStories({
  'two alarms of CloudWatch about one queue': {
    preset: 'cloudwatch-sns',
    steps: [
      [alarm('old', 'ALARM', FIRST), [{ resource: 'orders', event: 'old', activeSince: `${FIRST}.120Z` }]],
      [alarm('full', 'ALARM', SECOND), [{ event: 'old' }, { event: 'full' }]],
      [alarm('old', 'OK', THIRD), [{ event: 'full' }]],
      [alarm('full', 'ALARM', FIRST), [{ event: 'full' }]],
      [alarm('full', 'OK', THIRD), []],
    ],
  },
  'an alarm on metric math, whose expression comes first': {
    preset: 'cloudwatch-sns',
    steps: [
      [mathAlarm('ALARM'), [{ resource: 'mail', event: 'share', severity: 'major' }]],
      [mathAlarm('OK'), []],
    ],
  },
  'two series of one alarm, and the tags of the alarm': {
    preset: 'cloudwatch-sns',
    steps: [
      [seriesAlarm('s1', 'ALARM'), [{ openCount: 1, environment: 'Staging', service: ['shop'] }]],
      [seriesAlarm('s2', 'ALARM'), [{ openCount: 2 }]],
      [seriesAlarm('s1', 'OK'), [{ openCount: 1 }]],
      [seriesAlarm('s2', 'OK'), []],
    ],
  },
  'notices of other services in a topic: a text, and JSON': {
    preset: 'cloudwatch-sns',
    steps: [
      [
        { ...notice('Export has failed'), Subject: 'Export' },
        [{ resource: 'nightly', event: 'Export', severity: 'major', text: 'Export has failed' }],
      ],
      [
        notice(JSON.stringify({ 'Source ID': 'orders-db', 'Event Message': 'DB instance restarted' })),
        [{ event: 'Export' }, { resource: 'orders-db', event: 'Notification', text: 'DB instance restarted' }],
      ],
      [
        notice(JSON.stringify({ 'detail-type': 'EC2 Spot Instance Interruption Warning' })),
        [{}, {}, { resource: 'nightly', event: 'EC2 Spot Instance Interruption Warning' }],
      ],
    ],
  },
  'two series of one alarm in EventBridge, beside the alarm itself': {
    preset: 'cloudwatch-eventbridge',
    steps: [
      [series('s1', 'carts', 'ALARM', FIRST), [{ resource: 'carts', activeSince: `${FIRST}.919Z` }]],
      [series('s2', 'orders', 'ALARM', FIRST), [{ resource: 'carts' }, { resource: 'orders' }]],
      [bridge({ alarmName: 'slow', state: state('ALARM', FIRST) }), [{}, {}, { resource: 'CloudWatch' }]],
      [series('s1', 'carts', 'OK', SECOND), [{ resource: 'orders' }, { resource: 'CloudWatch' }]],
      [series('s1', 'carts', 'ALARM', FIRST), [{ resource: 'orders' }, { resource: 'CloudWatch' }]],
      [bridge({ alarmName: 'slow', state: state('OK', SECOND) }), [{ resource: 'orders' }]],
      [series('s2', 'orders', 'OK', SECOND), []],
    ],
  },
  'an alarm of a pod that is deleted while it lasts': {
    preset: 'cloudwatch-eventbridge',
    steps: [
      [configured('create'), []],
      [podAlarm('ALARM'), [{ resource: 'shop/cart-7', event: 'restarts', environment: 'Staging', service: ['shop'] }]],
      [configured('update'), [{ resource: 'shop/cart-7' }]],
      [configured('delete'), []],
    ],
  },
  'findings about a workload, a database and a function, after a sample': {
    preset: 'guardduty',
    steps: [
      [finding('f0', { instanceDetails: { instanceId: 'i-99999999' } }, '[SAMPLE] Somebody looks around'), []],
      [
        finding('f1', {
          eksClusterDetails: { name: 'main' },
          kubernetesDetails: { kubernetesWorkloadDetails: { namespace: 'shop', name: 'cart' } },
        }),
        [{ resource: 'shop/cart', fingerprint: 'f1' }],
      ],
      [finding('f2', { rdsDbInstanceDetails: { dbInstanceIdentifier: 'orders' } }), [{}, { resource: 'orders' }]],
      [finding('f3', { lambdaDetails: { functionName: 'mail' } }), [{}, {}, { resource: 'mail' }]],
    ],
  },
  'two virtual machines that Resource Health watches by one rule': {
    preset: 'azure-monitor',
    steps: [
      [health('vm-1', 'Unavailable', 'a1'), [{ resource: 'vm-1', severity: 'major' }]],
      [health('vm-2', 'Degraded', 'a2'), [{ resource: 'vm-1' }, { resource: 'vm-2', severity: 'minor' }]],
      [health('vm-1', 'Available', 'a3'), [{ resource: 'vm-2' }]],
      [health('vm-2', 'Available', 'a4'), []],
    ],
  },
  'two instances of one metric rule, with the custom properties of the rule': {
    preset: 'azure-monitor',
    steps: [
      [metric('i1', 'Fired'), [{ environment: 'Staging', service: ['shop'], openCount: 1 }]],
      [metric('i2', 'Fired'), [{ openCount: 2 }]],
      [metric('i1', 'Resolved'), [{ openCount: 1 }]],
      [metric('i1', 'Fired'), [{ openCount: 1 }]],
      [metric('i2', 'Resolved'), []],
    ],
  },
  'a pod that the managed Prometheus of Azure watches': {
    preset: 'azure-monitor',
    steps: [
      [pod('Fired'), [{ resource: 'shop/cart-7', event: 'Crashes', text: 'cart-7 crashes', environment: 'Staging' }]],
      [pod('Resolved'), []],
    ],
  },
  'a budget, which has no rule': {
    preset: 'azure-monitor',
    steps: [
      [
        azure(
          { alertRule: null, severity: null, monitoringService: 'CostAlerts', configurationItems: ['budgets'] },
          {
            AlertData: { BudgetName: 'team-shop', SpentAmount: '$90.00' },
          },
        ),
        [{ resource: 'team-shop', event: 'Budget', severity: 'warning' }],
      ],
    ],
  },
  'the tests of an action group': {
    preset: 'azure-monitor',
    steps: [
      [azure({ alertRule: 'test-metricAlertRule', severity: 'Sev4', monitoringService: 'Platform' }, {}), []],
      [azure({ alertId: '/providers/Microsoft.CostManagement/alerts/Test_Alert', alertRule: null }, {}), []],
    ],
  },
  'a threat that the activity log reports': {
    preset: 'azure-monitor',
    steps: [
      [
        azure(
          { alertRule: 'threats', severity: 'Sev4', monitoringService: 'Activity Log - Security' },
          {
            properties: { severity: 'High', compromisedEntity: 'vm-9' },
          },
        ),
        [{ resource: 'vm-9', event: 'threats', severity: 'major' }],
      ],
    ],
  },
  'two series of a metric rule without the common schema': {
    preset: 'azure-monitor-classic',
    steps: [
      [classicMetric('read', 'Activated'), [{ resource: 'files', event: 'transactions', severity: 'critical' }]],
      [classicMetric('write', 'Activated'), [{ openCount: 2, environment: 'Staging', service: ['shop'] }]],
      [classicMetric('read', 'Deactivated'), [{ openCount: 1 }]],
      [classicMetric('write', 'Deactivated'), []],
    ],
  },
  'a health issue, and a machine, in the activity log without the common schema': {
    preset: 'azure-monitor-classic',
    steps: [
      [
        activity(
          { eventSource: 'ServiceHealth', operationName: 'Microsoft.ServiceHealth/incident/action' },
          {
            ...{ trackingId: 'TT-2', incidentType: 'Incident', stage: 'Active', title: 'Storage' },
          },
        ),
        [{ event: 'ServiceHealth', severity: 'major', text: 'Storage' }],
      ],
      [
        activity(
          { eventSource: 'ResourceHealth', resourceId: '/subscriptions/s/vm-1' },
          { currentHealthStatus: 'Unavailable' },
        ),
        [{ event: 'ServiceHealth' }, { event: 'ResourceHealth', resource: 'vm-1' }],
      ],
      [
        activity(
          { eventSource: 'ServiceHealth', operationName: 'Microsoft.ServiceHealth/incident/action' },
          {
            ...{ trackingId: 'TT-2', incidentType: 'Incident', stage: 'Resolved', title: 'Storage: mitigated' },
          },
        ),
        [{ event: 'ResourceHealth' }],
      ],
      [
        activity(
          { eventSource: 'ResourceHealth', resourceId: '/subscriptions/s/vm-1' },
          { currentHealthStatus: 'Available' },
        ),
        [],
      ],
    ],
  },
  'a restart in the activity log, and a log search, without the common schema': {
    preset: 'azure-monitor-classic',
    steps: [
      [
        activity({ resourceId: '/subscriptions/s/vm-2', operationName: 'restart/action', level: 'Informational' }, {}),
        [{ resource: 'vm-2', event: 'restart/action', severity: 'informational' }],
      ],
      [
        {
          AlertRuleName: 'heartbeat',
          Severity: '1',
          Description: 'none',
          ResourceId: '/subscriptions/s/workspaces/logs',
        },
        [{ resource: 'vm-2' }, { resource: 'logs', event: 'heartbeat', severity: 'major', text: 'none' }],
      ],
    ],
  },
  'two incidents of one policy in Google Cloud, about pods of a deployment': {
    preset: 'gcp',
    steps: [
      [incident('0.a', 'open'), [{ resource: 'shop/cart', service: ['checkout'], openCount: 1 }]],
      [incident('0.b', 'open'), [{ openCount: 2 }]],
      [incident('0.a', 'closed'), [{ openCount: 1 }]],
      [incident('0.b', 'closed'), []],
    ],
  },
  'an uptime check of Google Cloud, which names its host only': {
    preset: 'gcp',
    steps: [
      [uptimeCheck('open'), [{ resource: 'shop.example.org', event: 'Shop is up', severity: 'major' }]],
      [uptimeCheck('closed'), []],
    ],
  },
  'an alarm of Huawei Cloud on two metrics of one database, as a template': {
    preset: 'huawei-cloud',
    steps: [
      [huawei({ data: variables('cpu', true) }, FIRST), [{ resource: 'db-1', event: 'busy', severity: 'major' }]],
      [huawei({ data: variables('memory', true) }, FIRST), [{ openCount: 2 }]],
      [huawei({ data: variables('cpu', false) }, SECOND), [{ openCount: 1 }]],
      [huawei({ data: variables('cpu', true) }, FIRST), [{ openCount: 1 }]],
      [huawei({ data: variables('memory', false) }, SECOND), []],
    ],
  },
  'an alarm of Huawei Cloud as a bare message': {
    preset: 'huawei-cloud',
    steps: [
      [
        huawei(
          { alarm_status: 'alarm', sms_content: 'db-1 is busy', template_variable: variables('cpu', true) },
          FIRST,
        ),
        [{ resource: 'db-1', event: 'busy', severity: 'major', text: 'db-1 is busy' }],
      ],
      [huawei({ alarm_status: 'ok', template_variable: variables('cpu', false) }, SECOND), []],
    ],
  },
  'two definitions of one problem type in Aria Operations': {
    preset: 'vrealize',
    steps: [
      [ariaAlert('a1', 'Host is lost', 'ACTIVE'), [{ resource: 'esx-4', event: 'Host is lost', severity: 'critical' }]],
      [ariaAlert('a2', 'Memory is short', 'ACTIVE'), [{ event: 'Host is lost' }, { event: 'Memory is short' }]],
      [ariaAlert('a1', 'Host is lost', 'CANCELED'), [{ event: 'Memory is short' }]],
      [ariaAlert('a2', 'Memory is short', 'CANCELED'), []],
    ],
  },
  'an event of Alibaba Cloud that arrives late': {
    preset: 'alibaba-cloud',
    steps: [
      [event('OCCURRED', FIRST), [{ resource: 'i-7', environment: 'staging', service: ['shop'] }]],
      [event('RESOLVED', SECOND), []],
      [event('OCCURRED', FIRST), []],
      [{ ...event('OCCURRED', SECOND), resource: { entity: { domain: 'slb' } } }, [{ resource: 'slb' }]],
    ],
  },
} satisfies Readonly<Record<string, { readonly preset: string; readonly steps: readonly Step[] }>>)

// Helpers

function dimension(name: string, value: string) {
  return { name, value }
}

function notification(message: object) {
  return { Type: 'Notification', TopicArn: 'arn:aws:sns:eu-central-1:1:alarms', Message: JSON.stringify(message) }
}

function notice(message: string) {
  const TopicArn = 'arn:aws:sns:eu-central-1:1:nightly'
  return { Type: 'Notification', TopicArn, Timestamp: `${FIRST}Z`, Message: message }
}

function alarm(name: string, value: string, time: string) {
  const trigger = { Namespace: 'AWS/SQS', Dimensions: [dimension('QueueName', 'orders')] }
  const what = { AlarmName: name, AlarmArn: `${ARN}:${name}`, NewStateValue: value, NewStateReason: '4 > 0' }
  return notification({ ...what, StateChangeTime: `${time}.120+0000`, Trigger: trigger })
}

function mathAlarm(value: string) {
  const trigger = { Metrics: [{ Id: 'e1', Expression: 'm1 / 2' }, QUEUE_MATH] }
  return notification({ AlarmName: 'share', AlarmArn: `${ARN}:share`, NewStateValue: value, Trigger: trigger })
}

function seriesAlarm(contributor: string, value: string) {
  const what = { AlarmName: 'slow', AlarmArn: `${ARN}:slow`, NewStateValue: value }
  return notification({
    ...{ ...what, AlarmContributorId: contributor },
    AlarmTags: { environment: 'Staging', service: 'shop' },
  })
}

function bridge(detail: object) {
  return { 'detail-type': 'CloudWatch Alarm State Change', time: `${FIRST}Z`, resources: [`${ARN}:slow`], detail }
}

function state(value: string, time: string) {
  return { value, reason: 'Threshold Crossed', timestamp: `${time}.919+0000` }
}

function series(id: string, table: string, value: string, time: string) {
  const configuration = { metrics: [{ id: 'm1', expression: 'SELECT AVG(x) GROUP BY TableName' }] }
  const alarmContributor = { id, attributes: { TableName: table } }
  return bridge({ alarmName: 'slow', alarmContributor, state: state(value, time), configuration })
}

function podAlarm(value: string) {
  const dimensions = { ClusterName: 'main', Namespace: 'shop', PodName: 'cart-7' }
  const metrics = [{ metricStat: { metric: { namespace: 'ContainerInsights', dimensions } } }]
  const alarmTags = { environment: 'Staging', service: 'shop' }
  return bridge({ alarmName: 'restarts', state: state(value, FIRST), configuration: { metrics }, alarmTags })
}

function configured(operation: string) {
  const metrics = [{ metricStat: { metric: { dimensions: { Namespace: 'shop', PodName: 'cart-7' } } } }]
  const detail = { alarmName: 'restarts', operation, state: state('ALARM', FIRST), configuration: { metrics } }
  return { ...bridge({ ...detail, alarmTags: { environment: 'Staging' } }), time: `${SECOND}Z` }
}

function finding(id: string, resource: object, title = 'Somebody looks around') {
  const detail = { id, type: 'Recon:A', severity: 5, title, resource }
  return { 'detail-type': 'GuardDuty Finding', time: `${FIRST}Z`, account: '1', detail }
}

function azure(essentials: object, alertContext: object, more: object = {}) {
  const common = { alertId: 'a0', monitorCondition: 'Fired', firedDateTime: `${FIRST}Z`, description: '' }
  return { data: { essentials: { ...common, ...essentials }, alertContext, ...more } }
}

function health(machine: string, currentHealthStatus: string, alertId: string) {
  const ofMachine = { alertTargetIDs: [`/subscriptions/s/virtualmachines/${machine}`], configurationItems: [machine] }
  const what = { alertRule: 'machines', severity: 'Sev4', monitoringService: 'ResourceHealth', alertId }
  return azure({ ...what, ...ofMachine }, { properties: { title: machine, currentHealthStatus } })
}

function metric(alertId: string, monitorCondition: string) {
  const what = { alertRule: 'busy', severity: 'Sev1', monitoringService: 'Platform', configurationItems: ['vm-5'] }
  const times = monitorCondition === 'Resolved' ? { resolvedDateTime: `${SECOND}Z` } : {}
  const customProperties = { environment: 'Staging', service: 'shop' }
  return azure({ ...what, ...times, alertId, monitorCondition }, { properties: null }, { customProperties })
}

function pod(monitorCondition: string) {
  const labels = { namespace: 'shop', pod: 'cart-7', environment: 'Staging' }
  const essentials = { alertRule: 'Crashes', severity: 'Sev2', monitoringService: 'Prometheus', monitorCondition }
  const target = { alertTargetIDs: ['/subscriptions/s/managedclusters/main'], configurationItems: ['main'] }
  return azure({ ...essentials, ...target }, { labels, annotations: { summary: 'cart-7 crashes' } })
}

function classicMetric(api: string, status: string) {
  const condition = { allOf: [{ metricName: 'Transactions', dimensions: [dimension('ApiName', api)] }] }
  const ofRule = { id: '/subscriptions/s/metricAlerts/transactions', name: 'transactions', severity: '0', condition }
  const ofResource = { resourceName: 'files', resourceId: '/subscriptions/s/storageAccounts/files' }
  const time = status === 'Activated' ? FIRST : SECOND
  const properties = { environment: 'Staging', service: 'shop' }
  return { data: { status, properties, context: { ...ofRule, ...ofResource, timestamp: `${time}Z` } } }
}

function activity(log: object, properties: object) {
  const context = { activityLog: { eventTimestamp: `${FIRST}+00:00`, eventDataId: 'e', ...log, properties } }
  return { schemaId: 'Microsoft.Insights/activityLogs', data: { status: 'Activated', context } }
}

function incident(incident_id: string, ofState: string) {
  const labels = { namespace_name: 'shop', pod_name: `cart-${incident_id}` }
  const metadata = { system_labels: { top_level_controller_name: 'cart' }, user_labels: { service: 'checkout' } }
  const what = { incident_id, state: ofState, condition_name: 'Restarts', severity: 'Warning', summary: 'often' }
  return { version: '1.2', incident: { ...what, resource: { labels }, metadata } }
}

function uptimeCheck(ofState: string) {
  const resource = { type: 'uptime_url', labels: { host: 'shop.example.org' } }
  return { version: '1.2', incident: { incident_id: '0.c', state: ofState, policy_name: 'Shop is up', resource } }
}

function variables(MetricName: string, IsAlarm: boolean) {
  const ofResource = { ResourceName: 'db-1', ResourceId: 'r-1', MetricName }
  return { ...ofResource, IsAlarm, AlarmLevel: '重要', AlarmRuleName: 'busy', AlarmId: 'al-1' }
}

function huawei(message: object, time: string) {
  return { type: 'Notification', topic_urn: 'urn:smn', message: JSON.stringify(message), timestamp: `${time}Z` }
}

function ariaAlert(alertId: string, alertName: string, status: string) {
  const what = { subType: 'ALERT_SUBTYPE_AVAILABILITY_PROBLEM', criticality: 'ALERT_CRITICALITY_LEVEL_CRITICAL' }
  return { ...what, alertId, alertName, status, resourceName: 'esx-4', info: alertName }
}

function event(status: string, time: string) {
  const entity = { domain: 'ecs', entity_id: 'i-7' }
  const resource = { entity, tags: { environment: 'staging', service: 'shop' } }
  return { specversion: '1.0', subject: 'CPU', severity: 'CRITICAL', status, time: `${time}Z`, resource }
}
