import { defaultsOf, fill, firstOf, inOrder, STATIC, severities, URL_HINT } from './preset-parts.js'
import type { WebhookPreset } from './webhook-preset.js'

/** Papertrail. Each log line that a search has found becomes an alert about the host and the program of the line. */
export const PAPERTRAIL: WebhookPreset = {
  id: 'papertrail',
  name: 'Papertrail',
  config: {
    ...STATIC,
    payloadFormat: 'form',
    arrayPath: 'events',
    fieldMappings: {
      resource: 'source_name',
      event: 'program',
      severity: 'severity',
      text: 'message',
      createTime: 'received_at',
      eventTime: 'received_at',
      attributes: { hostname: 'hostname', facility: 'facility' },
    },
    defaultValues: defaultsOf('Papertrail', 'papertrail'),
  },
  policies: inOrder('Papertrail', fill(firstOf('resource', 'attributes.hostname')), severities('warning')),
  hints: ['Add an alert of the kind Webhook to a saved search. Alerts do not close by themselves.', URL_HINT],
}
