import {
  copyIfEmpty,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/**
 * Papertrail. Each log line that a search has found becomes an alert about the search and the host of the line. If a
 * payload counts lines and does not contain them, each counted host becomes an alert.
 */
export const PAPERTRAIL: WebhookPreset = {
  id: 'papertrail',
  name: 'Papertrail',
  config: {
    ...STATIC_AUTHORIZATION,
    payloadFormat: 'form',
    fieldMappings: {
      resource: { path: 'events[].source_name', expand: true },
      event: 'saved_search.name',
      severity: 'events[N].severity',
      text: 'events[N].message',
      createTime: 'events[N].received_at',
      eventTime: 'events[N].received_at',
      attributes: {
        counted: { path: 'counts[].source_name', expand: true },
        program: 'events[N].program',
        hostname: 'events[N].hostname',
        facility: 'events[N].facility',
        url: 'saved_search.html_search_url',
      },
    },
    defaultValues: defaultsWithText('Papertrail', 'papertrail', { event: 'search' }),
  },
  policies: numberedPolicies(
    'Papertrail',
    fillFields(copyIfEmpty('resource', 'attributes.hostname', 'attributes.counted'), {
      set: 'attributes.counted',
      value: null,
    }),
    translateSeverity('warning'),
  ),
  hints: ['Add an alert of the kind Webhook to a saved search. Alerts do not close by themselves.', URL_HINT],
}
