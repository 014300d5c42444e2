import {
  defaultsWithText,
  dropWhen,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const RIEMANN: WebhookPreset = {
  id: 'riemann',
  name: 'Riemann',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'host',
      event: 'service',
      severity: 'state',
      text: 'description',
      value: 'metric',
      tags: 'tags[]',
      eventTime: 'time',
    },
    defaultValues: defaultsWithText('Riemann', 'riemann'),
  },
  policies: numberedPolicies('Riemann', dropWhen('severity', ['expired']), translateSeverity('indeterminate')),
  hints: ['Post events as JSON, with the header Authorization. The state ok closes an alert; expired is ignored.'],
}
