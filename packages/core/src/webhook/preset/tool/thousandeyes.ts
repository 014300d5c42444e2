import {
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const THOUSANDEYES: WebhookPreset = {
  id: 'thousandeyes',
  name: 'ThousandEyes',
  config: {
    ...STATIC_AUTHORIZATION,
    testPayloads: { clauses: [{ key: 'eventType', op: '=', value: 'WEBHOOK_TEST' }] },
    fieldMappings: {
      resource: 'alert.agentName',
      event: 'alert.ruleName',
      severity: 'alert.severity',
      text: 'alert.ruleExpression',
      fingerprint: 'alert.alertId',
      eventTime: 'alert.dateStart',
      endTime: 'alert.dateEnd',
      attributes: { state: 'eventType', test: 'alert.testName', kind: 'alert.type', url: 'alert.permalink' },
    },
    defaultValues: defaultsWithText('ThousandEyes', 'thousandeyes'),
  },
  policies: numberedPolicies(
    'ThousandEyes',
    fillFields(copyIfEmpty('resource', 'attributes.test'), setIfEmpty('resource', 'ThousandEyes')),
    translateSeverity('major'),
    closeWhen('attributes.state', ['.*_clear']),
  ),
  hints: ['Add a webhook with basic authentication; the secret is Basic, a space, and the base64 of user:password.'],
}
