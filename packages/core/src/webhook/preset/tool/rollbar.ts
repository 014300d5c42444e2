import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithText,
  dropUnless,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
  URL_HINT,
  whenMatches,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const ROLLBAR: WebhookPreset = {
  id: 'rollbar',
  name: 'Rollbar',
  config: {
    ...STATIC_AUTHORIZATION,
    testPayloads: { clauses: [{ key: 'event_name', op: '=', value: 'test' }] },
    fieldMappings: {
      resource: 'data.item.last_occurrence.server.host',
      event: 'data.item.id',
      severity: 'data.item.level',
      text: 'data.item.title',
      value: 'data.item.total_occurrences',
      fingerprint: 'data.item.id',
      eventTime: 'data.occurrence.timestamp',
      attributes: {
        change: 'event_name',
        host: 'data.occurrence.server.host',
        stage: 'data.item.environment',
        occurrenceStage: 'data.occurrence.environment',
        lastStage: 'data.item.last_occurrence.environment',
        activated: 'data.item.last_activated_timestamp',
        item: 'data.item.counter',
      },
    },
    defaultValues: defaultsWithText('Rollbar', 'rollbar'),
  },
  policies: numberedPolicies(
    'Rollbar',
    dropUnless('attributes.change', [
      '(?:new_item|occurrence|exp_repeat_item|item_velocity|reactivated_item|reopened_item|resolved_item)',
    ]),
    fillFields(
      copyIfEmpty('attributes.stage', 'attributes.occurrenceStage', 'attributes.lastStage'),
      copyIfEmpty('resource', 'attributes.host', 'attributes.stage'),
      copyFirst('environment', 'attributes.stage'),
    ),
    {
      name: 'read when an item became active',
      description: 'Other changes of an item do not say when they happened.',
      filters: whenMatches('attributes.change', ['new_item', 'reactivated_item']),
      actions: [copyIfEmpty('eventTime', 'attributes.activated')],
    },
    translateSeverity('major', {
      values: { '50': 'critical', '40': 'major', '30': 'warning', '20': 'informational', '10': 'debug' },
    }),
    closeWhen('attributes.change', ['resolved_item']),
  ),
  hints: [
    'Add a webhook to the notifications of the project, with rules for new, reactivated and resolved items. The event is the id of the item; its title, which can be edited, is the text.',
    URL_HINT,
  ],
}
