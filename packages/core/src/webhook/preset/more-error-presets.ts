import {
  closeWhen,
  defaultsOf,
  dropUnless,
  fill,
  firstOf,
  inOrder,
  replacedBy,
  STATIC,
  severities,
  URL_HINT,
  when,
} from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

export const ROLLBAR: WebhookPreset = {
  id: 'rollbar',
  name: 'Rollbar',
  config: {
    ...STATIC,
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
    defaultValues: defaultsOf('Rollbar', 'rollbar'),
  },
  policies: inOrder(
    'Rollbar',
    dropUnless('attributes.change', [
      '(?:new_item|occurrence|exp_repeat_item|item_velocity|reactivated_item|reopened_item|resolved_item)',
    ]),
    fill(
      firstOf('attributes.stage', 'attributes.occurrenceStage', 'attributes.lastStage'),
      firstOf('resource', 'attributes.host', 'attributes.stage'),
      replacedBy('environment', 'attributes.stage'),
    ),
    {
      name: 'read when an item became active',
      description: 'Other changes of an item do not say when they happened.',
      filters: when('attributes.change', ['new_item', 'reactivated_item']),
      actions: [firstOf('eventTime', 'attributes.activated')],
    },
    severities('major', {
      values: { '50': 'critical', '40': 'major', '30': 'warning', '20': 'informational', '10': 'debug' },
    }),
    closeWhen('attributes.change', ['resolved_item']),
  ),
  hints: [
    'Add a webhook to the notifications of the project, with rules for new, reactivated and resolved items. The event is the id of the item; its title, which can be edited, is the text.',
    URL_HINT,
  ],
}

export const RAYGUN: WebhookPreset = {
  id: 'raygun',
  name: 'Raygun',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'application.name',
      event: 'error.url',
      text: 'error.message',
      value: 'error.totalOccurrences',
      tags: 'error.instance.tags[]',
      fingerprint: 'error.url',
      eventTime: 'error.lastOccurredOn',
      attributes: {
        kind: 'event',
        change: 'eventType',
        state: 'error.status',
        changedAt: 'error.activityDate',
        url: 'error.url',
      },
    },
    defaultValues: defaultsOf('Raygun', 'raygun', { severity: 'major' }),
  },
  policies: inOrder(
    'Raygun',
    {
      name: 'ignore what is no alert',
      description: 'Ignores an activity that is no change of the status, such as a comment.',
      filters: {
        clauses: [
          { key: 'attributes.kind', op: '~', value: '(?i)^error_activity$' },
          { key: 'attributes.change', op: '!~', value: '(?i)^statuschanged$' },
        ],
      },
      actions: [{ drop: true }],
    },
    fill(
      // The message of an error may contain values; the last part of its address is the id of the group of errors.
      { extract: 'event', from: 'event', pattern: '/([^/?#]+)/?(?:[?#].*)?$' },
      firstOf('eventTime', 'attributes.changedAt'),
      { extract: 'environment', from: 'tags', pattern: '(?i)^env(?:ironment)?:(.+)$' },
    ),
    closeWhen('attributes.state', ['resolved', 'ignored', 'permanently ?ignored']),
  ),
  hints: [
    'Every error is major. An error that is resolved or ignored in Raygun closes. Comments and assignments are ignored.',
    URL_HINT,
  ],
}

export const OPBEAT: WebhookPreset = {
  id: 'opbeat',
  name: 'Opbeat',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'app.name',
      event: 'title',
      text: 'summary',
      fingerprint: 'subject.id',
      eventTime: 'occurred',
      attributes: { kind: 'subject_type', change: 'action', url: 'html_url' },
    },
    defaultValues: defaultsOf('Opbeat', 'opbeat', { severity: 'major' }),
  },
  policies: inOrder(
    'Opbeat',
    dropUnless('attributes.kind', ['errorgroup']),
    fill({ extract: 'event', from: 'event', pattern: '\\b(E#\\d+)' }),
    closeWhen('attributes.change', ['fixed']),
  ),
  hints: ['Every error group is major; one that is marked as fixed closes.', URL_HINT],
}
