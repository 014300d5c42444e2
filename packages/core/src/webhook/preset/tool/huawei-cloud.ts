import {
  closeWhen,
  copyIfEmpty,
  defaultsWithoutText,
  fillFields,
  keepFirstLine,
  numberedPolicies,
  removeAttributes,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
  URL_HINT,
  whenEmpty,
  whenFilled,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Cloud Eye sends the variables of an alarm either as the data of a template, or beside the bare message. */
const TEMPLATE_ATTRIBUTES = Object.fromEntries(
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
    ...STATIC_AUTHORIZATION,
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
        ...TEMPLATE_ATTRIBUTES,
        'template name': 'message.alarm_name',
        'template metricName': 'message.metric_name',
        'template alarmId': 'message.alarm_id',
        'template dimension': 'message.dimension',
      },
    },
    defaultValues: defaultsWithoutText('Huawei Cloud', 'huawei'),
  },
  policies: numberedPolicies(
    'Huawei Cloud',
    fillFields(
      copyIfEmpty('resource', 'attributes.template ResourceName', 'attributes.template dimension'),
      copyIfEmpty('event', 'attributes.template AlarmRuleName', 'attributes.template name'),
      copyIfEmpty('severity', 'attributes.template AlarmLevel'),
      copyIfEmpty('value', 'attributes.template CurrentData'),
      copyIfEmpty('attributes.metric', 'attributes.template MetricName', 'attributes.template metricName'),
      copyIfEmpty('attributes.alarm', 'attributes.template IsAlarm'),
      copyIfEmpty('attributes.alarmId', 'attributes.template AlarmId', 'attributes.template alarmId'),
      copyIfEmpty('attributes.resourceId', 'attributes.template ResourceId', 'attributes.template dimension'),
    ),
    {
      name: 'read a text',
      description: 'A message that is no alarm is a text; it names the topic and the subject.',
      filters: whenEmpty('event'),
      actions: [
        { extract: 'resource', from: 'attributes.topic', pattern: '([^:]+)$' },
        copyIfEmpty('event', 'attributes.subject'),
        setIfEmpty('event', 'Notification'),
        keepFirstLine('event'),
        { extract: 'text', from: 'attributes.message', pattern: '(?s)^(.+)$' },
      ],
    },
    fillFields(
      copyIfEmpty('text', 'attributes.metric'),
      setIfEmpty('text', 'no text'),
      setIfEmpty('resource', 'Huawei Cloud'),
    ),
    {
      name: 'tell the metrics of a rule apart',
      description: 'One rule may watch several metrics of several resources.',
      filters: whenFilled('attributes.alarmId'),
      actions: [
        {
          join: 'fingerprint',
          from: ['attributes.alarmId', 'attributes.resourceId', 'attributes.metric'],
          with: ' ',
        },
      ],
    },
    translateSeverity('major', {
      values: { 紧急: 'critical', 重要: 'major', 次要: 'minor', 提示: 'informational', 一般: 'warning' },
    }),
    closeWhen('attributes.alarm', ['false']),
    closeWhen('attributes.state', ['ok']),
    removeAttributes(
      ...Object.keys(TEMPLATE_ATTRIBUTES).map((name) => `attributes.${name}` as const),
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
