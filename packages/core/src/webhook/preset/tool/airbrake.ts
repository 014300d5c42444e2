import {
  copyFirst,
  defaultsWithText,
  fillFields,
  keepFirstLine,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const AIRBRAKE: WebhookPreset = {
  id: 'airbrake',
  name: 'Airbrake',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'error.project.name',
      event: 'error.error_class',
      text: 'error.error_message',
      value: 'error.times_occurred',
      fingerprint: 'error.id',
      eventTime: 'error.last_occurred_at',
      attributes: { stage: 'error.environment', file: 'error.file', url: 'airbrake_error_url' },
    },
    defaultValues: defaultsWithText('Airbrake', 'airbrake', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'Airbrake',
    fillFields(keepFirstLine('event'), copyFirst('environment', 'attributes.stage')),
  ),
  hints: ['Every error is major. Airbrake does not say when an error is resolved.', URL_HINT],
}
