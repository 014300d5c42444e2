import {
  closeWhen,
  defaultsOf,
  fill,
  firstOf,
  inOrder,
  orElse,
  replacedBy,
  STATIC,
  severities,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Alibaba Cloud CloudMonitor, in the form of CloudEvents. */
export const ALIBABA: WebhookPreset = {
  id: 'alibaba-cloud',
  name: 'Alibaba Cloud CloudMonitor',
  config: {
    ...STATIC,
    fieldMappings: {
      resource: 'resource.entity.entity_id',
      event: 'subject',
      severity: 'severity',
      text: 'alertMessage',
      service: 'resource.tags.service[]',
      eventTime: 'time',
      attributes: {
        state: 'status',
        domain: 'resource.entity.domain',
        kind: 'resource.entity.entity_type',
        stage: 'resource.tags.environment',
      },
    },
    defaultValues: defaultsOf('Alibaba Cloud', 'alibaba'),
  },
  policies: inOrder(
    'Alibaba Cloud',
    fill(
      replacedBy('environment', 'attributes.stage'),
      firstOf('resource', 'attributes.domain'),
      orElse('resource', 'Alibaba Cloud'),
    ),
    severities('warning'),
    closeWhen('attributes.state', ['resolved', 'recovered']),
  ),
  hints: ['In the alert contact or the event subscription, enter the URL of this webhook.', URL_HINT],
}
