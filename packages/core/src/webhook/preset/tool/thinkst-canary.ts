import {
  copyIfEmpty,
  defaultsWithoutText,
  fillFields,
  keepFirstLine,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const CANARY: WebhookPreset = {
  id: 'thinkst-canary',
  name: 'Thinkst Canary',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'CanaryName',
      event: 'AlertType',
      text: 'Intro',
      fingerprint: 'IncidentHash',
      attributes: {
        reminder: 'Reminder',
        memo: 'memo',
        token: 'Token',
        channel: 'channel',
        time: 'Timestamp',
        time2: 'time',
        description: 'Description',
        attacker: 'SourceIP',
        attacker2: 'additional_data.src_ip',
        ip: 'CanaryIP',
        port: 'CanaryPort',
        location: 'CanaryLocation',
        url: 'manage_url',
      },
    },
    defaultValues: defaultsWithoutText('Security', 'canary', { severity: 'security' }),
  },
  policies: numberedPolicies(
    'Canary',
    fillFields(
      // A token has no name; its reminder says where it lies. canarytokens.org calls the reminder memo.
      copyIfEmpty('resource', 'attributes.reminder', 'attributes.memo', 'attributes.token'),
      keepFirstLine('resource'),
      setIfEmpty('event', 'CanarytokenIncident'),
      copyIfEmpty('attributes.time', 'attributes.time2'),
      { extract: 'eventTime', from: 'attributes.time', pattern: '^([0-9-]+ [0-9:]+) \\(UTC\\)$' },
      copyIfEmpty('attributes.attacker', 'attributes.attacker2'),
      copyIfEmpty('text', 'attributes.description', 'attributes.channel'),
      setIfEmpty('text', 'no text'),
      { set: 'attributes.time2', value: null },
      { set: 'attributes.attacker2', value: null },
    ),
  ),
  hints: [
    'Add a generic webhook in the global settings; a token of canarytokens.org takes the URL too. Alerts do not close by themselves.',
    URL_HINT,
  ],
}
