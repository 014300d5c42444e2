import {
  acknowledgeWhen,
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  reopenWhen,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const OPSGENIE: WebhookPreset = {
  id: 'opsgenie',
  name: 'Opsgenie',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'alert.entity',
      event: 'alert.alias',
      severity: 'alert.priority',
      text: 'alert.message',
      tags: 'alert.tags[]',
      fingerprint: 'alert.alertId',
      eventTime: 'alert.updatedAt',
      attributes: {
        change: 'action',
        description: 'alert.description',
        source: 'alert.source',
        alertId: 'alert.alertId',
      },
    },
    defaultValues: defaultsWithText('Opsgenie', 'opsgenie'),
  },
  policies: numberedPolicies(
    'Opsgenie',
    dropUnless('attributes.change', [
      'create',
      'acknowledge',
      'unacknowledge',
      'escalate',
      'updatepriority',
      'updatemessage',
      'close',
      'delete',
    ]),
    // Opsgenie sends description and details only when it creates an alert, and the tags each time. So the environment,
    // which is part of the key, is a tag.
    fillFields(
      copyIfEmpty('event', 'attributes.alertId'),
      setIfEmpty('resource', 'Opsgenie'),
      { extract: 'environment', from: 'tags', pattern: '(?i)^env(?:ironment)?\\s*[:=]\\s*(.+)$' },
      { extract: 'service', from: 'tags', pattern: '(?i)^service\\s*[:=]\\s*(.+)$' },
    ),
    translateSeverity('minor'),
    acknowledgeWhen('attributes.change', ['acknowledge']),
    reopenWhen('attributes.change', ['unacknowledge']),
    closeWhen('attributes.change', ['close', 'delete']),
  ),
  hints: [
    'Add a webhook integration with the custom header Authorization, and send it the alert payload. The resource of an alert is its entity; its event is its alias.',
    'The tags environment:<name> and service:<name> of an alert are its environment and service.',
  ],
}
