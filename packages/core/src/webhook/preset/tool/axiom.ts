import {
  closeWhen,
  copyFirst,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setFingerprint,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const AXIOM: WebhookPreset = {
  id: 'axiom',
  name: 'Axiom',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'event.monitorID',
      event: 'event.monitorID',
      text: 'event.body',
      value: 'event.value',
      eventTime: 'event.timestamp',
      attributes: {
        state: 'action',
        title: 'event.title',
        description: 'event.description',
        group: { path: 'event.groupValues', join: ', ' },
      },
    },
    defaultValues: defaultsWithText('Axiom', 'axiom', { severity: 'major' }),
  },
  policies: numberedPolicies(
    'Axiom',
    fillFields(setFingerprint('event', 'attributes.group'), copyFirst('resource', 'attributes.group')),
    closeWhen('attributes.state', ['closed?']),
  ),
  hints: [
    'Add a notifier of the kind Custom webhook with the header Authorization, and keep its default body. Every alert is major.',
    'A monitor that notifies by group has a resource for each group. Alerts of match monitors do not close by themselves.',
  ],
}
