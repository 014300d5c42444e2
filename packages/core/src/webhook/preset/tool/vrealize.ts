import {
  closeWhen,
  copyFirst,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const VREALIZE: WebhookPreset = {
  id: 'vrealize',
  name: 'VMware Aria Operations (vRealize)',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'resourceName',
      event: 'subType',
      severity: 'criticality',
      text: 'info',
      fingerprint: 'alertId',
      eventTime: 'updateDate',
      attributes: { state: 'status', kind: 'resourceKind', problem: 'type', alertId: 'alertId', name: 'alertName' },
    },
    defaultValues: defaultsWithText('VMware', 'vrealize'),
  },
  policies: numberedPolicies(
    'vRealize',
    fillFields(copyFirst('event', 'attributes.name'), {
      extract: 'severity',
      from: 'severity',
      pattern: '(?i)^ALERT_CRITICALITY_LEVEL_(\\w+)$',
    }),
    translateSeverity('warning', { values: { immediate: 'major', none: 'informational', auto: 'warning' } }),
    closeWhen('attributes.state', ['canceled', 'cancelled']),
  ),
  hints: ['Add an outbound setting of the kind Rest Notification, with a user name and a password.'],
}
