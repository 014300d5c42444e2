import {
  closeWhen,
  defaultsOf,
  extractIfEmpty,
  fill,
  firstLine,
  firstOf,
  inOrder,
  orElse,
  replacedBy,
  STATIC,
  severities,
  URL_HINT,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

const STATES_OF_CLOUDWATCH = { alarm: 'major', insufficient_data: 'indeterminate' } as const

/** CloudWatch alarms through a topic of Amazon SNS. */
export const CLOUDWATCH_SNS: WebhookPreset = {
  id: 'cloudwatch-sns',
  name: 'AWS CloudWatch through SNS',
  config: {
    ...STATIC,
    jsonFields: ['Message'],
    testPayloads: {
      clauses: [{ key: 'Type', op: 'IN', value: ['SubscriptionConfirmation', 'UnsubscribeConfirmation'] }],
    },
    fieldMappings: {
      resource: 'Message.Trigger.Dimensions[0].value',
      event: 'Message.AlarmName',
      severity: 'Message.NewStateValue',
      text: 'Message.NewStateReason',
      createTime: 'Timestamp',
      fingerprint: 'Message.AlarmArn',
      eventTime: 'Message.StateChangeTime',
      attributes: {
        subject: 'Subject',
        topic: 'TopicArn',
        message: 'Message',
        secondName: 'Message.Trigger.Dimensions[1].name',
        second: 'Message.Trigger.Dimensions[1].value',
        state: 'Message.NewStateValue',
        namespace: 'Message.Trigger.Namespace',
        metric: 'Message.Trigger.MetricName',
        description: 'Message.AlarmDescription',
        region: 'Message.Region',
        account: 'Message.AWSAccountId',
      },
    },
    defaultValues: { environment: 'Production', group: 'AWS', type: 'cloudwatchAlert', origin: 'cloudwatch' },
  },
  policies: inOrder(
    'CloudWatch',
    {
      name: 'name the service of ECS',
      description: 'The service is the resource, and not its cluster.',
      filters: { clauses: [{ key: 'attributes.secondName', op: '=', value: 'ServiceName' }] },
      actions: [replacedBy('resource', 'attributes.second')],
    },
    {
      name: 'read a text',
      description: 'A message that is no alarm is a text; it names the topic and the subject.',
      filters: { clauses: [{ key: 'event', op: '!~', value: '\\S' }] },
      actions: [
        { extract: 'resource', from: 'attributes.topic', pattern: '([^:]+)$' },
        firstOf('event', 'attributes.subject'),
        orElse('event', 'Notification'),
        firstLine('event'),
        firstOf('text', 'attributes.message'),
      ],
    },
    fill(firstOf('resource', 'attributes.namespace'), orElse('resource', 'CloudWatch'), orElse('text', 'no text'), {
      set: 'attributes.message',
      value: null,
    }),
    severities('major', { values: STATES_OF_CLOUDWATCH }),
    closeWhen('attributes.state', ['ok']),
  ),
  hints: [
    'Confirm the subscription: open the SubscribeURL of the first payload, which this webhook keeps in its history.',
    'Send both the alarm and the OK action to the topic. Every alarm is major; its resource is the value of its first dimension, or the service of ECS. Other messages are alerts of their topic, which never close.',
    'SNS signs with a certificate, which opsgraph does not check. Write https://user:password@ before the host of the endpoint; the secret of this webhook is Basic, a space, and the base64 of user:password.',
  ],
}

const DIMENSIONS = [
  'InstanceId',
  'DBInstanceIdentifier',
  'DBClusterIdentifier',
  'FunctionName',
  'LoadBalancer',
  'QueueName',
  'TableName',
  'BucketName',
  'ServiceName',
  'ClusterName',
  'AutoScalingGroupName',
] as const

/** The event "CloudWatch Alarm State Change" of Amazon EventBridge. */
export const CLOUDWATCH_EVENTBRIDGE: WebhookPreset = {
  id: 'cloudwatch-eventbridge',
  name: 'AWS CloudWatch through EventBridge',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'detail.configuration.metrics[0].metricStat.metric.dimensions.InstanceId',
      event: 'detail.alarmName',
      severity: 'detail.state.value',
      text: 'detail.state.reason',
      createTime: 'time',
      fingerprint: 'resources[0]',
      eventTime: 'time',
      attributes: {
        ...Object.fromEntries(
          DIMENSIONS.map((name) => [name, `detail.configuration.metrics[0].metricStat.metric.dimensions.${name}`]),
        ),
        state: 'detail.state.value',
        namespace: 'detail.configuration.metrics[0].metricStat.metric.namespace',
        description: 'detail.configuration.description',
        region: 'region',
        account: 'account',
      },
    },
    defaultValues: defaultsOf('AWS', 'cloudwatch'),
  },
  policies: inOrder(
    'CloudWatch',
    fill(
      firstOf('resource', ...DIMENSIONS.map((name) => `attributes.${name}` as const), 'attributes.namespace'),
      orElse('resource', 'CloudWatch'),
    ),
    severities('major', { values: STATES_OF_CLOUDWATCH }),
    closeWhen('attributes.state', ['ok']),
  ),
  hints: ['Make a rule for "CloudWatch Alarm State Change" and an API destination with an API key for Authorization.'],
}

/** Findings of Amazon GuardDuty through EventBridge. */
export const GUARDDUTY: WebhookPreset = {
  id: 'guardduty',
  name: 'AWS GuardDuty through EventBridge',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'detail.resource.instanceDetails.instanceId',
      event: 'detail.type',
      severity: 'detail.severity',
      text: 'detail.title',
      createTime: 'time',
      fingerprint: 'detail.id',
      eventTime: 'time',
      attributes: {
        bucket: 'detail.resource.s3BucketDetails[0].name',
        cluster: 'detail.resource.eksClusterDetails.name',
        user: 'detail.resource.accessKeyDetails.userName',
        account: 'account',
        description: 'detail.description',
        region: 'region',
        score: 'detail.severity',
      },
    },
    defaultValues: defaultsOf('AWS', 'guardduty'),
  },
  policies: inOrder(
    'GuardDuty',
    fill(firstOf('resource', 'attributes.cluster', 'attributes.bucket', 'attributes.user', 'attributes.account'), {
      translate: 'severity',
      ranges: [
        { from: 7, to: 'critical' },
        { from: 4, below: 7, to: 'major' },
        { below: 4, to: 'minor' },
      ],
      otherwise: 'security',
    }),
  ),
  hints: [
    'Make a rule for "GuardDuty Finding" and an API destination with an API key for Authorization.',
    'GuardDuty does not say when a finding is over, so close its alerts by hand.',
  ],
}

/** Azure Monitor, the common alert schema. */
export const AZURE_MONITOR: WebhookPreset = {
  id: 'azure-monitor',
  name: 'Azure Monitor',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'data.essentials.configurationItems[0]',
      event: 'data.essentials.alertRule',
      severity: 'data.essentials.severity',
      text: 'data.essentials.description',
      createTime: 'data.essentials.firedDateTime',
      fingerprint: 'data.alertContext.properties.trackingId',
      eventTime: 'data.essentials.firedDateTime',
      endTime: 'data.essentials.resolvedDateTime',
      attributes: {
        title: 'data.alertContext.properties.title',
        stage: 'data.alertContext.properties.stage',
        incident: 'data.alertContext.properties.incidentType',
        health: 'data.alertContext.properties.currentHealthStatus',
        state: 'data.essentials.monitorCondition',
        target: 'data.essentials.alertTargetIDs[0]',
        service: 'data.essentials.monitoringService',
        alertId: 'data.essentials.alertId',
      },
    },
    defaultValues: { environment: 'Production', group: 'Azure', type: 'azureAlert', origin: 'azure' },
  },
  policies: inOrder(
    'Azure Monitor',
    extractIfEmpty('resource', 'attributes.target', '([^/]+)$'),
    fill(
      firstOf('fingerprint', 'attributes.alertId'),
      firstOf('text', 'attributes.title'),
      orElse('text', 'no text'),
      // Azure sends every notice of Service Health with the severity Sev4.
      replacedBy('severity', 'attributes.incident'),
    ),
    severities('warning', { values: { incident: 'major', maintenance: 'informational', actionrequired: 'minor' } }),
    closeWhen('attributes.state', ['resolved']),
    closeWhen('attributes.stage', ['resolved', 'complete', 'canceled', 'rca']),
    closeWhen('attributes.health', ['available']),
  ),
  hints: ['In the action group, add a webhook action and enable the common alert schema.', URL_HINT],
}

/** Alerts of Azure Monitor without the common alert schema. */
export const AZURE_CLASSIC: WebhookPreset = {
  id: 'azure-monitor-classic',
  name: 'Azure Monitor without the common schema',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'context.resourceName',
      event: 'context.name',
      severity: 'context.severity',
      text: 'context.description',
      value: 'context.condition.metricValue',
      createTime: 'context.timestamp',
      eventTime: 'context.timestamp',
      attributes: { state: 'status', region: 'context.resourceRegion', url: 'context.portalLink' },
    },
    defaultValues: defaultsOf('Azure', 'azure'),
  },
  policies: inOrder(
    'Azure Monitor',
    severities('major', {
      values: { '0': 'critical', '1': 'major', '2': 'warning', '3': 'informational', '4': 'debug' },
    }),
    closeWhen('attributes.state', ['resolved']),
  ),
  hints: ['Add the URL of this webhook to the alert rule.', URL_HINT],
}
