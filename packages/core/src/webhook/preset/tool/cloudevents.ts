import {
  closeWhen,
  fill,
  firstLine,
  firstOf,
  numberedPolicies,
  orElse,
  replacedBy,
  STATIC,
  severities,
  sourceOf,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** The keys that are read from the JSON of an event. This JSON is in `data`, or in `data_base64` as base64. */
const OF_CLOUDEVENT = {
  severity: 'severity',
  text: 'message',
  fingerprint: 'fingerprint',
  service: 'service[]',
  stage: 'environment',
  state: 'status',
} as const

/** CloudEvents of any source, in the structured JSON format. */
export const CLOUDEVENTS: WebhookPreset = {
  id: 'cloudevents',
  name: 'CloudEvents',
  config: {
    ...STATIC,
    base64Fields: ['data_base64'],
    jsonFields: ['data_base64'],
    fieldMappings: {
      resource: 'subject',
      event: 'type',
      severity: 'data.severity',
      text: 'data.message',
      createTime: 'time',
      service: 'data.service[]',
      fingerprint: 'data.fingerprint',
      eventTime: 'time',
      attributes: {
        stage: 'data.environment',
        source: 'source',
        state: 'data.status',
        extension: 'severity',
        eventId: 'id',
        data: 'data',
        ...Object.fromEntries(
          Object.entries(OF_CLOUDEVENT).map(([name, key]) => [`packed ${name}`, `data_base64.${key}`]),
        ),
      },
    },
    defaultValues: sourceOf('CloudEvents', 'cloudevents'),
  },
  policies: numberedPolicies(
    'CloudEvents',
    fill(
      replacedBy('environment', 'attributes.stage', 'attributes.packed stage'),
      firstOf('resource', 'attributes.source'),
      firstLine('event'),
      firstOf('severity', 'attributes.packed severity', 'attributes.extension'),
      firstOf('text', 'attributes.packed text'),
      orElse('text', 'no text'),
      firstOf('fingerprint', 'attributes.packed fingerprint'),
      firstOf('service', 'attributes.packed service'),
      firstOf('attributes.state', 'attributes.packed state'),
      ...Object.keys(OF_CLOUDEVENT).map((name) => ({ set: `attributes.packed ${name}`, value: null }) as const),
    ),
    severities('indeterminate'),
    closeWhen('attributes.state', ['resolved', 'closed', 'ok', 'recovered', 'cleared', 'inactive']),
  ),
  hints: [
    'Send application/cloudevents+json. data.severity and data.status are the severity and the state of the alert; so are those in the JSON of data_base64.',
  ],
}
