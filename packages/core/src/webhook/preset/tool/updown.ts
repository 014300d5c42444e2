import {
  closeWhen,
  copyIfEmpty,
  defaultsWithoutText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const UPDOWN: WebhookPreset = {
  id: 'updown',
  name: 'updown.io',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'check.url',
      event: 'event',
      severity: 'event',
      text: 'description',
      eventTime: 'time',
      attributes: {
        change: 'event',
        alias: 'check.alias',
        token: 'check.token',
        since: 'downtime.started_at',
        until: 'downtime.ended_at',
        error: 'downtime.error',
        certificateError: 'ssl.error',
      },
    },
    defaultValues: defaultsWithoutText('updown.io', 'updown'),
  },
  policies: numberedPolicies(
    'updown.io',
    fillFields(
      {
        translate: 'event',
        values: {
          'check.down': 'down',
          'check.up': 'down',
          'check.ssl_invalid': 'certificate',
          'check.ssl_valid': 'certificate',
          'check.ssl_expiration': 'certificate',
          'check.ssl_renewed': 'certificate',
          'check.performance_drop': 'performance',
        },
      },
      { join: 'fingerprint', from: ['attributes.token', 'event'], with: ' ' },
      copyIfEmpty('eventTime', 'attributes.until', 'attributes.since'),
      copyIfEmpty('text', 'attributes.error', 'attributes.certificateError'),
      setIfEmpty('text', 'no error'),
    ),
    translateSeverity('critical', {
      values: { 'check.ssl_expiration': 'warning', 'check.performance_drop': 'warning' },
    }),
    closeWhen('attributes.change', ['check[.]up', 'check[.]ssl_valid', 'check[.]ssl_renewed']),
  ),
  hints: ['Add the URL of this webhook in the settings. A drop of performance does not close by itself.', URL_HINT],
}
