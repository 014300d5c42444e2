import {
  copyIfEmpty,
  defaultsWithoutText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** fail2ban, through its action for Alerta, or through any other action that sends the fields of an alert. */
export const FAIL2BAN: WebhookPreset = {
  id: 'fail2ban',
  name: 'fail2ban',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'resource',
      event: 'event',
      environment: 'environment',
      severity: 'severity',
      service: 'service[]',
      text: 'message',
      attributes: { text: 'text' },
    },
    defaultValues: defaultsWithoutText('Security', 'fail2ban'),
  },
  policies: numberedPolicies(
    'fail2ban',
    fillFields(copyIfEmpty('text', 'attributes.text'), setIfEmpty('text', 'no text')),
    translateSeverity('security'),
  ),
  hints: [
    'The action posts resource (the jail), event (the address), message and severity; unban with severity ok closes.',
  ],
}
