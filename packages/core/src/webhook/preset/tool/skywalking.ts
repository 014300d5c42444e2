import {
  closeWhen,
  copyFirst,
  defaultsWithText,
  extractIfEmpty,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const SKYWALKING: WebhookPreset = {
  id: 'skywalking',
  name: 'Apache SkyWalking',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'name',
      event: 'ruleName',
      text: 'alarmMessage',
      severity: 'severity',
      eventTime: 'startTime',
      attributes: {
        scope: 'scope',
        recoveryTime: 'recoveryTime',
        tagValues: 'tags[].value',
        entity: 'id0',
        destination: 'id1',
        uuid: 'uuid',
      },
    },
    defaultValues: defaultsWithText('SkyWalking', 'skywalking'),
  },
  policies: numberedPolicies(
    'SkyWalking',
    extractIfEmpty('severity', 'attributes.tagValues', '(?i)^(info|warning|error|critical|major|minor|p[0-5])$'),
    {
      name: 'name the service',
      description: 'An alarm about a service is about the service of that name.',
      filters: { clauses: [{ key: 'attributes.scope', op: '=', value: 'SERVICE' }] },
      actions: [{ copy: 'service', from: ['resource'] }],
    },
    extractIfEmpty('service', 'resource', ' (?:of|in) (.+)$'),
    // The uuid identifies a message: an alarm that is sent again has another uuid.
    fillFields(
      setFingerprint('event', 'attributes.entity', 'attributes.destination'),
      copyFirst('eventTime', 'attributes.recoveryTime'),
    ),
    translateSeverity('warning'),
    closeWhen('attributes.recoveryTime', ['.+']),
  ),
  hints: [
    'In alarm-settings.yml, add the hook with its header Authorization. The tag level of a rule is its severity.',
  ],
}
