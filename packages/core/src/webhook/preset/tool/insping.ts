import { closeWhen, defaultsWithText, numberedPolicies, STATIC_AUTHORIZATION, URL_HINT } from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const INSPING: WebhookPreset = {
  id: 'insping',
  name: 'insping',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'webhook_event_data.request_url',
      event: 'webhook_event_data.application_name',
      text: 'webhook_event_data.check_state_name',
      value: 'webhook_event_data.http_status_code',
      fingerprint: 'webhook_event_data.check_id',
      eventTime: 'webhook_event_data.request_start_time',
      attributes: { state: 'webhook_event_data.check_state_name', check: 'webhook_event_data.check_id' },
    },
    defaultValues: defaultsWithText('insping', 'insping', { severity: 'major' }),
  },
  policies: numberedPolicies('insping', closeWhen('attributes.state', ['available'])),
  hints: ['Add the URL of this webhook to the application.', URL_HINT],
}
