import type { ActionField, AlertAction } from '../../../alert-policy/alert-action.js'
import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithoutText,
  defaultsWithText,
  dropWhen,
  fillFields,
  keepFirstLine,
  nameWorkload,
  numberedPolicies,
  removeAttributes,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
  whenEmpty,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

const TAGS_HINT =
  'The tags environment and service of an alarm are those of its alert if the alarm propagates its tags.'

const STATES_OF_CLOUDWATCH = { alarm: 'major', insufficient_data: 'indeterminate' } as const

/**
 * The dimensions that name what an alarm is about; the first in this list counts most. The CloudWatch agent names a
 * machine outside of EC2 `host`, a classic load balancer is a `LoadBalancerName`, and Redshift has `ClusterIdentifier`.
 */
const DIMENSIONS = [
  'InstanceId',
  'host',
  'DBInstanceIdentifier',
  'DBClusterIdentifier',
  'ClusterIdentifier',
  'FunctionName',
  'LoadBalancer',
  'LoadBalancerName',
  'QueueName',
  'TableName',
  'BucketName',
  'CacheClusterId',
  'StreamName',
  'DomainName',
  'VolumeId',
  'ServiceName',
  'ClusterName',
  'AutoScalingGroupName',
] as const

const POD_DIMENSIONS = ['Namespace', 'PodName'] as const

type Dimension = (typeof DIMENSIONS)[number] | (typeof POD_DIMENSIONS)[number]

/** If an alarm is on many series: the attribute for a dimension of the one series that a message is about. */
function ofContributor<Name extends Dimension>(name: Name) {
  return `attributes.contributor ${name}` as const
}

/**
 * The dimensions that become the resource in place of the first dimension of an alarm, the most important of them last.
 * `BucketName` is left out: an alarm on a bucket is about one of its storage classes, which is its first dimension.
 */
const RESOURCES_OF_SNS = DIMENSIONS.filter((name) => name !== 'BucketName').reverse()

/**
 * Where Amazon SNS names the dimensions of an alarm, and how many of them count. Disks of the CloudWatch agent have
 * seven. An alarm on metric math has the dimensions of its metrics; often, the first of these metrics are expressions.
 */
const LISTS_OF_DIMENSIONS = [
  { metric: 'Message.Trigger', count: 7 },
  ...[0, 1, 2].map((index) => ({ metric: `Message.Trigger.Metrics[${index}].MetricStat.Metric`, count: 3 })),
]

const LISTED_DIMENSIONS = LISTS_OF_DIMENSIONS.flatMap(({ metric, count }, list) =>
  Array.from({ length: count }, (_, index) => ({
    path: `${metric}.Dimensions[${index}]`,
    name: `attributes.name ${list} ${index}` as const,
    value: `attributes.value ${list} ${index}` as const,
  })),
)

const NAMESPACES_OF_MATH = ['attributes.namespace 0', 'attributes.namespace 1', 'attributes.namespace 2'] as const

function attributesOfContributor(path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...DIMENSIONS, ...POD_DIMENSIONS].map((name) => [attributeNameOf(ofContributor(name)), `${path}.${name}`]),
  )
}

function attributesOfLists(): Readonly<Record<string, string>> {
  const named = LISTED_DIMENSIONS.flatMap(({ path, name, value }) => [
    [attributeNameOf(name), `${path}.name`],
    [attributeNameOf(value), `${path}.value`],
  ])
  const namespaces = NAMESPACES_OF_MATH.map((field, index) => [
    attributeNameOf(field),
    `Message.Trigger.Metrics[${index}].MetricStat.Metric.Namespace`,
  ])
  return Object.fromEntries([...named, ...namespaces])
}

function attributeNameOf(field: `attributes.${string}`): string {
  return field.slice('attributes.'.length)
}

/** Sets a field to the value of a dimension, if the alarm has the dimension. */
function readDimension(field: ActionField, name: string): AlertAction {
  return { extract: field, from: 'attributes.dimensions', pattern: `(?:^|\\n)${name}\\n(.+)` }
}

/** CloudWatch alarms through a topic of Amazon SNS. */
export const CLOUDWATCH_SNS: WebhookPreset = {
  id: 'cloudwatch-sns',
  name: 'AWS CloudWatch through SNS',
  config: {
    ...STATIC_AUTHORIZATION,
    jsonFields: ['Message'],
    testPayloads: {
      operator: 'OR',
      clauses: [
        { key: 'Type', op: 'IN', value: ['SubscriptionConfirmation', 'UnsubscribeConfirmation'] },
        { key: 'Message', op: '~', value: '"Event"\\s*:\\s*"(?:s3:TestEvent|autoscaling:TEST_NOTIFICATION)"' },
      ],
    },
    fieldMappings: {
      resource: 'Message.Trigger.Dimensions[0].value',
      event: 'Message.AlarmName',
      severity: 'Message.NewStateValue',
      text: 'Message.NewStateReason',
      createTime: 'Timestamp',
      service: 'Message.AlarmTags.service[]',
      fingerprint: 'Message.AlarmArn',
      eventTime: 'Message.StateChangeTime',
      attributes: {
        subject: 'Subject',
        topic: 'TopicArn',
        message: 'Message',
        notice: 'Message["Event Message"]',
        sourceId: 'Message["Source ID"]',
        detailType: 'Message["detail-type"]',
        sent: 'Timestamp',
        stage: 'Message.AlarmTags.environment',
        contributor: 'Message.AlarmContributorId',
        series: 'Message.AlarmContributorAttributes',
        ...attributesOfContributor('Message.AlarmContributorAttributes'),
        ...attributesOfLists(),
        state: 'Message.NewStateValue',
        namespace: 'Message.Trigger.Namespace',
        metric: 'Message.Trigger.MetricName',
        description: 'Message.AlarmDescription',
        region: 'Message.Region',
        account: 'Message.AWSAccountId',
      },
    },
    defaultValues: defaultsWithoutText('AWS', 'cloudwatch'),
  },
  policies: numberedPolicies(
    'CloudWatch',
    fillFields(
      copyFirst('environment', 'attributes.stage'),
      { join: 'fingerprint', from: ['fingerprint', 'attributes.contributor'], with: ' ' },
      copyIfEmpty('attributes.namespace', ...NAMESPACES_OF_MATH),
    ),
    {
      name: 'name what the alarm is about',
      description: 'A dimension such as InstanceId names the resource, wherever it is listed; else the first one does.',
      actions: [
        {
          join: 'attributes.dimensions',
          from: LISTED_DIMENSIONS.flatMap(({ name, value }) => [name, value]),
          with: '\n',
        },
        { extract: 'resource', from: 'attributes.dimensions', pattern: '^.+\\n(.+)' },
        ...RESOURCES_OF_SNS.map((name) => readDimension('resource', name)),
        readDimension('attributes.podNamespace', 'Namespace'),
        readDimension('attributes.pod', 'PodName'),
      ],
    },
    {
      name: 'name what the series is about',
      description: 'The dimensions of a series name the resource before those of its alarm.',
      actions: [
        copyFirst('resource', ...DIMENSIONS.map(ofContributor)),
        copyFirst('attributes.podNamespace', ofContributor('Namespace')),
        copyFirst('attributes.pod', ofContributor('PodName')),
        ...removeAttributes(...[...DIMENSIONS, ...POD_DIMENSIONS].map(ofContributor)).actions,
      ],
    },
    nameWorkload('attributes.podNamespace', 'attributes.pod'),
    {
      name: 'read a text',
      description:
        'A message that is no alarm is a text, or JSON of another service; it names the topic and the subject.',
      filters: whenEmpty('event'),
      actions: [
        { extract: 'resource', from: 'attributes.topic', pattern: '([^:]+)$' },
        copyFirst('resource', 'attributes.sourceId'),
        copyIfEmpty('event', 'attributes.subject', 'attributes.detailType'),
        setIfEmpty('event', 'Notification'),
        keepFirstLine('event'),
        // Only a text has such a part: JSON cannot be the text of an alert.
        { extract: 'text', from: 'attributes.message', pattern: '(?s)^(.+)$' },
        copyIfEmpty('text', 'attributes.notice', 'attributes.detailType'),
        copyIfEmpty('eventTime', 'attributes.sent'),
      ],
    },
    fillFields(
      copyIfEmpty('resource', 'attributes.namespace'),
      setIfEmpty('resource', 'CloudWatch'),
      setIfEmpty('text', 'no text'),
    ),
    removeAttributes(
      'attributes.message',
      'attributes.notice',
      'attributes.sourceId',
      'attributes.detailType',
      'attributes.sent',
      'attributes.stage',
      'attributes.contributor',
      'attributes.dimensions',
      'attributes.podNamespace',
      'attributes.pod',
      ...NAMESPACES_OF_MATH,
      ...LISTED_DIMENSIONS.flatMap(({ name, value }) => [name, value]),
    ),
    translateSeverity('major', { values: STATES_OF_CLOUDWATCH }),
    closeWhen('attributes.state', ['ok']),
  ),
  hints: [
    'Leave raw message delivery of the subscription off. Confirm the subscription: open the SubscribeURL of the first payload, which this webhook keeps in its history.',
    'Send both the alarm and the OK action to the topic. Every alarm is major; its resource is its instance, database, function, load balancer or service, or else its first dimension. Other messages are alerts of their topic, which never close.',
    'An alarm on many series also has an alert for each series, whose resource is named by the attributes of the series. Without such a name, the resource is CloudWatch; the alert closes when all of its series are well.',
    TAGS_HINT,
    'SNS signs with a certificate, which opsgraph does not check. Write https://user:password@ before the host of the endpoint; the secret of this webhook is Basic, a space, and the base64 of user:password.',
    'SNS may send a message without the password first, and again with it after the answer 401. So errors that say that the header Authorization is missing are no fault.',
  ],
}

/**
 * The further places, besides the first metric, in which an event names what an alarm is about. Alarms on metric math
 * often have the expression first, and a metric second. An alarm on many series has an event for each series, with its
 * attributes.
 */
function furtherDimensionPlaces(name: Dimension) {
  return [`attributes.second ${name}`, ofContributor(name)] as const
}

function attributesOf(names: readonly Dimension[]): Readonly<Record<string, string>> {
  const metric = (index: number) => `detail.configuration.metrics[${index}].metricStat.metric.dimensions`
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, `${metric(0)}.${name}`],
      [`second ${name}`, `${metric(1)}.${name}`],
    ]),
  )
}

/** The events "CloudWatch Alarm State Change" and "CloudWatch Alarm Contributor State Change" of Amazon EventBridge. */
export const CLOUDWATCH_EVENTBRIDGE: WebhookPreset = {
  id: 'cloudwatch-eventbridge',
  name: 'AWS CloudWatch through EventBridge',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'detail.configuration.metrics[0].metricStat.metric.dimensions.InstanceId',
      event: 'detail.alarmName',
      severity: 'detail.state.value',
      text: 'detail.state.reason',
      createTime: 'time',
      service: 'detail.alarmTags.service[]',
      fingerprint: 'resources[0]',
      eventTime: 'detail.state.timestamp',
      attributes: {
        ...attributesOf([...DIMENSIONS, ...POD_DIMENSIONS]),
        ...attributesOfContributor('detail.alarmContributor.attributes'),
        stage: 'detail.alarmTags.environment',
        contributor: 'detail.alarmContributor.id',
        series: 'detail.alarmContributor.attributes',
        operation: 'detail.operation',
        time: 'time',
        state: 'detail.state.value',
        namespace: 'detail.configuration.metrics[0].metricStat.metric.namespace',
        secondNamespace: 'detail.configuration.metrics[1].metricStat.metric.namespace',
        description: 'detail.configuration.description',
        region: 'region',
        account: 'account',
      },
    },
    defaultValues: defaultsWithText('AWS', 'cloudwatch'),
  },
  policies: numberedPolicies(
    'CloudWatch',
    dropWhen('attributes.operation', ['create', 'update']),
    fillFields(
      copyFirst('environment', 'attributes.stage'),
      { join: 'fingerprint', from: ['fingerprint', 'attributes.contributor'], with: ' ' },
      copyIfEmpty('eventTime', 'attributes.time'),
      copyIfEmpty('attributes.namespace', 'attributes.secondNamespace'),
      ...POD_DIMENSIONS.map((name) => copyIfEmpty(`attributes.${name}`, ...furtherDimensionPlaces(name))),
      ...DIMENSIONS.map((name) => copyIfEmpty('resource', `attributes.${name}`, ...furtherDimensionPlaces(name))),
    ),
    nameWorkload('attributes.Namespace', 'attributes.PodName'),
    fillFields(copyIfEmpty('resource', 'attributes.namespace'), setIfEmpty('resource', 'CloudWatch')),
    translateSeverity('major', { values: STATES_OF_CLOUDWATCH }),
    closeWhen('attributes.state', ['ok']),
    closeWhen('attributes.operation', ['delete']),
    removeAttributes(
      ...(['stage', 'contributor', 'operation', 'time', 'secondNamespace'] as const).map(
        (name) => `attributes.${name}` as const,
      ),
      ...[...DIMENSIONS, ...POD_DIMENSIONS].flatMap(furtherDimensionPlaces),
    ),
  ),
  hints: [
    'Make a rule for "CloudWatch Alarm State Change" and an API destination with an API key for Authorization.',
    'For alarms on many series, add "CloudWatch Alarm Contributor State Change" to the rule: each series is an alert. With "CloudWatch Alarm Configuration Change", the alert of a deleted alarm closes.',
    TAGS_HINT,
  ],
}
