import {
  copyFirst,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  translateSeverity,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Event notifications of Graylog since version 3.1. */
export const GRAYLOG: WebhookPreset = {
  id: 'graylog',
  name: 'Graylog',
  config: {
    ...STATIC_AUTHORIZATION,
    testPayloads: { clauses: [{ key: 'event_definition_type', op: '=', value: 'test-dummy-v1' }] },
    fieldMappings: {
      resource: 'event.source',
      event: 'event_definition_title',
      severity: 'event.priority',
      text: 'event.message',
      createTime: 'event.timestamp',
      eventTime: 'event.timestamp',
      attributes: {
        definition: 'event_definition_id',
        key: 'event.key',
        host: 'event.group_by_fields.source',
        host2: 'event.fields.source',
        description: 'event_definition_description',
        eventId: 'event.id',
        fields: 'event.fields',
        groups: 'event.group_by_fields',
      },
    },
    defaultValues: defaultsWithText('Graylog', 'graylog'),
  },
  policies: numberedPolicies(
    'Graylog',
    {
      name: 'name the host',
      description: 'The source of an event is a server of Graylog, not the host that wrote the messages.',
      actions: [
        copyFirst('resource', 'attributes.host', 'attributes.host2'),
        { set: 'attributes.host', value: null },
        { set: 'attributes.host2', value: null },
      ],
    },
    fillFields(setFingerprint('attributes.definition', 'attributes.key')),
    translateSeverity('minor', { values: { '4': 'critical', '3': 'major', '2': 'minor', '1': 'informational' } }),
  ),
  hints: [
    'Add a notification of the kind HTTP with basic authentication; the secret is Basic, a space, and the base64.',
    'Group the aggregation by source, or give the event a field source, so that the resource is the host that wrote the messages.',
    'Graylog does not say when an event is over, so close its alerts by hand or set a timeout.',
  ],
}

/** Stream alerts of Graylog 2. */
export const GRAYLOG_2: WebhookPreset = {
  id: 'graylog-2',
  name: 'Graylog 2',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'stream.title',
      event: 'check_result.triggered_condition.type',
      text: 'check_result.result_description',
      eventTime: 'check_result.triggered_at',
      fingerprint: 'check_result.triggered_condition.id',
      attributes: { stream: 'stream.description', condition: 'check_result.triggered_condition.description' },
    },
    defaultValues: defaultsWithText('Graylog', 'graylog', { severity: 'minor' }),
  },
  policies: numberedPolicies('Graylog 2'),
  hints: ['Add an HTTP alarm callback to the stream. Every alert is minor, and none closes by itself.', URL_HINT],
}
