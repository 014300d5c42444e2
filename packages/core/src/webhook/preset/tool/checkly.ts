import {
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  dropWhen,
  numberedPolicies,
  signatureInHeader,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const CHECKLY: WebhookPreset = {
  id: 'checkly',
  name: 'Checkly',
  config: {
    ...signatureInHeader('X-Checkly-Signature'),
    fieldMappings: {
      resource: 'check_name',
      severity: 'alert_type',
      text: 'event',
      fingerprint: 'check_id',
      eventTime: 'started_at',
      attributes: {
        state: 'alert_type',
        check: 'check_id',
        domain: 'ssl_check_domain',
        error: 'check_error_message',
        location: 'run_location',
        group: 'group_name',
        url: 'link',
      },
    },
    defaultValues: defaultsWithText('Checkly', 'checkly', { event: 'check' }),
  },
  policies: numberedPolicies(
    'Checkly',
    dropWhen('attributes.state', ['no_alert']),
    {
      name: 'tell the certificate of a check apart',
      description: 'A check that recovers says nothing about its certificate.',
      filters: { clauses: [{ key: 'attributes.state', op: '~', value: '(?i)^alert_ssl$' }] },
      actions: [
        { set: 'event', value: 'certificate' },
        { join: 'fingerprint', from: ['attributes.check', 'event'], with: ' ' },
        copyIfEmpty('resource', 'attributes.domain'),
      ],
    },
    translateSeverity('major', {
      values: {
        alert_degraded: 'minor',
        alert_degraded_remain: 'minor',
        alert_failure_degraded: 'minor',
        alert_ssl: 'warning',
      },
    }),
    closeWhen('attributes.state', ['.*_recovery']),
  ),
  hints: [
    'Checkly does not say when a certificate is renewed, so close the alerts certificate by hand.',
    'In the webhook channel, enter the secret as the webhook secret. The payload holds the default variables: check_name, alert_type, event and the others, as in the default template.',
  ],
}
