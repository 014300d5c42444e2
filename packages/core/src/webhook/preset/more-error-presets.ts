import {
  closeWhen,
  defaultsOf,
  dropUnless,
  dropWhen,
  extractIfEmpty,
  fill,
  firstLine,
  firstOf,
  inOrder,
  replacedBy,
  STATIC,
  severities,
  URL_HINT,
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
      event: 'data.item.title',
      severity: 'data.item.level',
      text: 'data.item.title',
      value: 'data.item.total_occurrences',
      fingerprint: 'data.item.id',
      attributes: {
        change: 'event_name',
        host: 'data.occurrence.server.host',
        stage: 'data.item.environment',
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
      firstOf('resource', 'attributes.host', 'attributes.stage'),
      replacedBy('environment', 'attributes.stage'),
      firstLine('event'),
    ),
    severities('major', {
      values: { '50': 'critical', '40': 'major', '30': 'warning', '20': 'informational', '10': 'debug' },
    }),
    closeWhen('attributes.change', ['resolved_item']),
  ),
  hints: ['Add a webhook to the notifications of the project, with rules for new and resolved items.', URL_HINT],
}

export const RAYGUN: WebhookPreset = {
  id: 'raygun',
  name: 'Raygun',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'application.name',
      event: 'error.message',
      text: 'error.message',
      value: 'error.totalOccurrences',
      tags: 'error.instance.tags[]',
      attributes: { kind: 'event', url: 'error.url' },
    },
    defaultValues: defaultsOf('Raygun', 'raygun', { severity: 'major' }),
  },
  policies: inOrder(
    'Raygun',
    dropWhen('attributes.kind', ['error_activity']),
    fill(firstLine('event'), firstOf('event', 'attributes.url'), {
      extract: 'environment',
      from: 'tags',
      pattern: '(?i)^env(?:ironment)?:(.+)$',
    }),
  ),
  hints: [
    'Every error is major. Comments and changes of the status are ignored, so close the alerts by hand.',
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
      event: 'event',
      text: 'summary',
      attributes: { kind: 'subject_type', change: 'action', title: 'title', url: 'html_url' },
    },
    defaultValues: defaultsOf('Opbeat', 'opbeat', { severity: 'major' }),
  },
  policies: inOrder(
    'Opbeat',
    dropUnless('attributes.kind', ['errorgroup']),
    extractIfEmpty('event', 'attributes.title', '\\b(E#\\d+)'),
    closeWhen('attributes.change', ['fixed']),
  ),
  hints: ['Every error group is major; one that is marked as fixed closes.', URL_HINT],
}
