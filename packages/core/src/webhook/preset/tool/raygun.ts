import {
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const RAYGUN: WebhookPreset = {
  id: 'raygun',
  name: 'Raygun',
  config: {
    ...STATIC_AUTHORIZATION,
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
    defaultValues: defaultsWithText('Raygun', 'raygun', { severity: 'major' }),
  },
  policies: numberedPolicies(
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
    fillFields(
      // The message of an error may contain values; the last part of its address is the id of the group of errors.
      { extract: 'event', from: 'event', pattern: '/([^/?#]+)/?(?:[?#].*)?$' },
      copyIfEmpty('eventTime', 'attributes.changedAt'),
      { extract: 'environment', from: 'tags', pattern: '(?i)^env(?:ironment)?:(.+)$' },
    ),
    closeWhen('attributes.state', ['resolved', 'ignored', 'permanently ?ignored']),
  ),
  hints: [
    'Every error is major. An error that is resolved or ignored in Raygun closes. Comments and assignments are ignored.',
    URL_HINT,
  ],
}
