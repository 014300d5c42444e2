import {
  closeWhen,
  defaultsOf,
  fill,
  firstLine,
  firstOf,
  forget,
  inOrder,
  nameWorkload,
  openSeverities,
  orElse,
  replacedBy,
  STATIC,
  severities,
  URL_HINT,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

/** Incidents of Google Cloud Monitoring, payload versions 1.1 and 1.2. */
export const GCP: WebhookPreset = {
  id: 'gcp',
  name: 'Google Cloud Monitoring',
  config: {
    ...STATIC,
    testPayloads: { clauses: [{ key: 'version', op: '=', value: 'test' }] },
    fieldMappings: {
      resource: 'incident.resource_display_name',
      event: 'incident.condition_name',
      severity: 'incident.severity',
      text: 'incident.summary',
      value: 'incident.observed_value',
      service: 'incident.policy_user_labels.service[]',
      fingerprint: 'incident.incident_id',
      eventTime: 'incident.started_at',
      endTime: 'incident.ended_at',
      attributes: {
        namespace: 'incident.resource.labels.namespace_name',
        workload: 'incident.metadata.system_labels.top_level_controller_name',
        pod: 'incident.resource.labels.pod_name',
        userService: 'incident.metadata.user_labels.service',
        host: 'incident.resource.labels.host',
        serviceName: 'incident.resource.labels.service_name',
        node: 'incident.resource.labels.node_name',
        database: 'incident.resource.labels.database_id',
        policyStage: 'incident.policy_user_labels.environment',
        userStage: 'incident.metadata.user_labels.environment',
        state: 'incident.state',
        resourceName: 'incident.resource_name',
        project: 'incident.scoping_project_id',
        policySeverity: 'incident.policy_user_labels.severity',
        userSeverity: 'incident.metadata.user_labels.severity',
        systemSeverity: 'incident.metadata.system_labels.severity',
        policy: 'incident.policy_name',
        url: 'incident.url',
      },
    },
    defaultValues: defaultsOf('Google Cloud', 'gcp'),
  },
  policies: inOrder(
    'Google Cloud',
    fill(firstOf('attributes.workload', 'attributes.pod')),
    nameWorkload('attributes.namespace', 'attributes.workload'),
    fill(
      firstOf('service', 'attributes.userService'),
      replacedBy('environment', 'attributes.policyStage', 'attributes.userStage'),
      firstOf('resource', 'attributes.host', 'attributes.node', 'attributes.serviceName', 'attributes.database'),
      firstOf('resource', 'attributes.resourceName', 'attributes.project'),
      firstOf('event', 'attributes.policy'),
      orElse('resource', 'Google Cloud'),
      firstOf('severity', 'attributes.policySeverity', 'attributes.userSeverity', 'attributes.systemSeverity'),
    ),
    openSeverities('major'),
    closeWhen('attributes.state', ['closed']),
  ),
  hints: [
    'Add a notification channel of the kind Webhook with basic authentication; the secret of this webhook is Basic, a space, and the base64 of user:password.',
    'The severity of the policy is the severity of the alert; a label severity replaces it if there is none.',
  ],
}

/** Alibaba Cloud CloudMonitor, in the form of CloudEvents. */
export const ALIBABA: WebhookPreset = {
  id: 'alibaba-cloud',
  name: 'Alibaba Cloud CloudMonitor',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'resource.entity.entity_id',
      event: 'subject',
      severity: 'severity',
      text: 'alertMessage',
      service: 'resource.tags.service[]',
      eventTime: 'time',
      attributes: {
        state: 'status',
        domain: 'resource.entity.domain',
        kind: 'resource.entity.entity_type',
        stage: 'resource.tags.environment',
      },
    },
    defaultValues: defaultsOf('Alibaba Cloud', 'alibaba'),
  },
  policies: inOrder(
    'Alibaba Cloud',
    fill(
      replacedBy('environment', 'attributes.stage'),
      firstOf('resource', 'attributes.domain'),
      orElse('resource', 'Alibaba Cloud'),
    ),
    severities('warning'),
    closeWhen('attributes.state', ['resolved', 'recovered']),
  ),
  hints: ['In the alert contact or the event subscription, enter the URL of this webhook.', URL_HINT],
}

/** Cloud Eye sends the variables of an alarm either as the data of a template, or beside the bare message. */
const OF_TEMPLATE = Object.fromEntries(
  (
    [
      'ResourceName',
      'ResourceId',
      'AlarmRuleName',
      'AlarmId',
      'AlarmLevel',
      'MetricName',
      'CurrentData',
      'IsAlarm',
    ] as const
  ).map((name) => [`template ${name}`, `message.template_variable.${name}`]),
)

/** Alarms of Huawei Cloud Eye through Simple Message Notification. The names of its levels are Chinese or English. */
export const HUAWEI: WebhookPreset = {
  id: 'huawei-cloud',
  name: 'Huawei Cloud Eye through SMN',
  config: {
    ...STATIC,
    jsonFields: ['message'],
    testPayloads: {
      clauses: [{ key: 'type', op: 'IN', value: ['SubscriptionConfirmation', 'UnsubscribeConfirmation'] }],
    },
    fieldMappings: {
      resource: 'message.data.ResourceName',
      event: 'message.data.AlarmRuleName',
      severity: 'message.data.AlarmLevel',
      text: 'message.sms_content',
      value: 'message.data.CurrentData',
      eventTime: 'timestamp',
      attributes: {
        alarm: 'message.data.IsAlarm',
        metric: 'message.data.MetricName',
        topic: 'topic_urn',
        subject: 'subject',
        message: 'message',
        state: 'message.alarm_status',
        alarmId: 'message.data.AlarmId',
        resourceId: 'message.data.ResourceId',
        ...OF_TEMPLATE,
        'template name': 'message.alarm_name',
        'template metricName': 'message.metric_name',
        'template alarmId': 'message.alarm_id',
        'template dimension': 'message.dimension',
      },
    },
    defaultValues: { environment: 'Production', group: 'Huawei Cloud', type: 'huaweiAlert', origin: 'huawei' },
  },
  policies: inOrder(
    'Huawei Cloud',
    fill(
      firstOf('resource', 'attributes.template ResourceName', 'attributes.template dimension'),
      firstOf('event', 'attributes.template AlarmRuleName', 'attributes.template name'),
      firstOf('severity', 'attributes.template AlarmLevel'),
      firstOf('value', 'attributes.template CurrentData'),
      firstOf('attributes.metric', 'attributes.template MetricName', 'attributes.template metricName'),
      firstOf('attributes.alarm', 'attributes.template IsAlarm'),
      firstOf('attributes.alarmId', 'attributes.template AlarmId', 'attributes.template alarmId'),
      firstOf('attributes.resourceId', 'attributes.template ResourceId', 'attributes.template dimension'),
    ),
    {
      name: 'read a text',
      description: 'A message that is no alarm is a text; it names the topic and the subject.',
      filters: { clauses: [{ key: 'event', op: '!~', value: '\\S' }] },
      actions: [
        { extract: 'resource', from: 'attributes.topic', pattern: '([^:]+)$' },
        firstOf('event', 'attributes.subject'),
        orElse('event', 'Notification'),
        firstLine('event'),
        { extract: 'text', from: 'attributes.message', pattern: '(?s)^(.+)$' },
      ],
    },
    fill(firstOf('text', 'attributes.metric'), orElse('text', 'no text'), orElse('resource', 'Huawei Cloud')),
    {
      name: 'tell the metrics of a rule apart',
      description: 'One rule may watch several metrics of several resources.',
      filters: { clauses: [{ key: 'attributes.alarmId', op: '~', value: '\\S' }] },
      actions: [
        {
          join: 'fingerprint',
          from: ['attributes.alarmId', 'attributes.resourceId', 'attributes.metric'],
          with: ' ',
        },
      ],
    },
    severities('major', {
      values: { 紧急: 'critical', 重要: 'major', 次要: 'minor', 提示: 'informational', 一般: 'warning' },
    }),
    closeWhen('attributes.alarm', ['false']),
    closeWhen('attributes.state', ['ok']),
    forget(
      ...Object.keys(OF_TEMPLATE).map((name) => `attributes.${name}` as const),
      'attributes.message',
      'attributes.subject',
      'attributes.template name',
      'attributes.template metricName',
      'attributes.template alarmId',
      'attributes.template dimension',
    ),
  ),
  hints: ['Confirm the subscription with the subscribe_url of the first payload, which this webhook keeps.', URL_HINT],
}

export const VREALIZE: WebhookPreset = {
  id: 'vrealize',
  name: 'VMware Aria Operations (vRealize)',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'resourceName',
      event: 'subType',
      severity: 'criticality',
      text: 'info',
      fingerprint: 'alertId',
      eventTime: 'updateDate',
      attributes: { state: 'status', kind: 'resourceKind', problem: 'type', alertId: 'alertId', name: 'alertName' },
    },
    defaultValues: defaultsOf('VMware', 'vrealize'),
  },
  policies: inOrder(
    'vRealize',
    fill(replacedBy('event', 'attributes.name'), {
      extract: 'severity',
      from: 'severity',
      pattern: '(?i)^ALERT_CRITICALITY_LEVEL_(\\w+)$',
    }),
    severities('warning', { values: { immediate: 'major', none: 'informational', auto: 'warning' } }),
    closeWhen('attributes.state', ['canceled', 'cancelled']),
  ),
  hints: ['Add an outbound setting of the kind Rest Notification, with a user name and a password.'],
}
