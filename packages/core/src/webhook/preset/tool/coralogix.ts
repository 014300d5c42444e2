import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
  whenMatches,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Coralogix, with the default fields of its outbound webhook in the default order. */
export const CORALOGIX: WebhookPreset = {
  id: 'coralogix',
  name: 'Coralogix',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'fields[1].value',
      event: 'name',
      severity: 'fields[4].value',
      text: 'description',
      attributes: {
        state: 'alert_action',
        subsystem: 'fields[2].value',
        level: 'fields[3].value',
        team: 'fields[0].value',
        timeName: 'fields[30].key',
        time: 'fields[30].value',
        keyName: 'fields[39].key',
        key: 'fields[39].value',
        url: 'alert_url',
      },
    },
    defaultValues: defaultsWithText('Coralogix', 'coralogix'),
  },
  policies: numberedPolicies(
    'Coralogix',
    fillFields(copyIfEmpty('severity', 'attributes.level')),
    {
      name: 'read the key',
      description: 'Each group of an alert has a key of its own, if the body still has that field at its place.',
      filters: whenMatches('attributes.keyName', ['dedupKey']),
      actions: [copyFirst('fingerprint', 'attributes.key')],
    },
    {
      name: 'read the time',
      description: 'The body has the time of an alert, if that field is still at its place.',
      filters: whenMatches('attributes.timeName', ['timestampISO']),
      actions: [copyFirst('eventTime', 'attributes.time')],
    },
    fillFields(
      ...(['timeName', 'time', 'keyName', 'key'] as const).map(
        (name) => ({ set: `attributes.${name}`, value: null }) as const,
      ),
    ),
    translateSeverity('major'),
    closeWhen('attributes.state', ['resolved?']),
  ),
  hints: [
    'Add an outbound webhook with the header Authorization, and keep the fields of its default body in their order.',
    'Have the alert notify when it is resolved. If the field dedupKey is missing, or is elsewhere, all groups of an alert close with the first.',
  ],
}
