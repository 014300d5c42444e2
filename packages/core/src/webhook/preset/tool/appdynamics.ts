import {
  closeWhen,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const APPDYNAMICS: WebhookPreset = {
  id: 'appdynamics',
  name: 'AppDynamics',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'resource',
      event: 'name',
      severity: 'severity',
      text: 'message',
      fingerprint: 'incident_id',
      attributes: { description: 'description', eventId: 'event_id', state: 'event_type', url: 'url' },
    },
    defaultValues: defaultsWithText('AppDynamics', 'appdynamics'),
  },
  policies: numberedPolicies(
    'AppDynamics',
    fillFields({ copy: 'resource', from: ['event'] }),
    translateSeverity('warning', { values: { error: 'critical' } }),
    closeWhen('attributes.state', ['policy_close.*', 'policy_canceled.*']),
  ),
  hints: [
    'The HTTP request template sends name, severity, message, description, event_id and url; add event_type (the type of the latest event) so that alerts close, incident_id, and resource to name the affected entity.',
  ],
}
