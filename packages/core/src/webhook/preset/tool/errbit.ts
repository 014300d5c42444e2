import {
  closeWhen,
  copyFirst,
  defaultsWithText,
  fillFields,
  keepFirstLine,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const ERRBIT: WebhookPreset = {
  id: 'errbit',
  name: 'Errbit',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'problem.app_name',
      event: 'problem.error_class',
      text: 'problem.message',
      value: 'problem.notices_count',
      fingerprint: 'problem._id',
      eventTime: 'problem.last_notice_at',
      attributes: {
        resolved: 'problem.resolved',
        resolvedAt: 'problem.resolved_at',
        stage: 'problem.environment',
        url: 'problem.url',
      },
    },
    defaultValues: defaultsWithText('Errbit', 'errbit', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'Errbit',
    fillFields(
      keepFirstLine('event'),
      copyFirst('environment', 'attributes.stage'),
      copyFirst('eventTime', 'attributes.resolvedAt'),
    ),
    closeWhen('attributes.resolved', ['true']),
  ),
  hints: ['Every error is major.', URL_HINT],
}
