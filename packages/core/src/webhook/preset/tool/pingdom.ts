import {
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const PINGDOM: WebhookPreset = {
  id: 'pingdom',
  name: 'Pingdom',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'check_params.hostname',
      event: 'check_type',
      severity: 'importance_level',
      text: 'long_description',
      tags: 'tags[]',
      fingerprint: 'check_id',
      eventTime: 'state_changed_utc_time',
      attributes: {
        state: 'current_state',
        check: 'check_name',
        url: 'check_params.full_url',
      },
    },
    defaultValues: defaultsWithText('Pingdom', 'pingdom'),
  },
  policies: numberedPolicies(
    'Pingdom',
    fillFields(copyIfEmpty('resource', 'attributes.check')),
    translateSeverity('critical', { values: { high: 'critical', low: 'minor' } }),
    closeWhen('attributes.state', ['up', 'success']),
  ),
  hints: [
    'Add an integration of the kind Webhook, and select it in the checks. An alert is critical, and minor if the importance of its check is low.',
    URL_HINT,
  ],
}
