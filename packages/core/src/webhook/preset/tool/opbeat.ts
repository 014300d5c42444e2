import {
  closeWhen,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const OPBEAT: WebhookPreset = {
  id: 'opbeat',
  name: 'Opbeat',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'app.name',
      event: 'title',
      text: 'summary',
      fingerprint: 'subject.id',
      eventTime: 'occurred',
      attributes: { kind: 'subject_type', change: 'action', url: 'html_url' },
    },
    defaultValues: defaultsWithText('Opbeat', 'opbeat', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'Opbeat',
    dropUnless('attributes.kind', ['errorgroup']),
    fillFields({ extract: 'event', from: 'event', pattern: '\\b(E#\\d+)' }),
    closeWhen('attributes.change', ['fixed']),
  ),
  hints: ['Every error group is major; one that is marked as fixed closes.', URL_HINT],
}
