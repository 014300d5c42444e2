import {
  closeWhen,
  copyFirst,
  copyIfEmpty,
  defaultsWithoutText,
  fillFields,
  keepFirstLine,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** The keys that are read from the JSON of an event. This JSON is in `data`, or in `data_base64` as base64. */
const CLOUDEVENT_ATTRIBUTES = {
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
    ...STATIC_AUTHORIZATION,
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
          Object.entries(CLOUDEVENT_ATTRIBUTES).map(([name, key]) => [`packed ${name}`, `data_base64.${key}`]),
        ),
      },
    },
    defaultValues: defaultsWithoutText('CloudEvents', 'cloudevents'),
  },
  policies: numberedPolicies(
    'CloudEvents',
    fillFields(
      copyFirst('environment', 'attributes.stage', 'attributes.packed stage'),
      copyIfEmpty('resource', 'attributes.source'),
      keepFirstLine('event'),
      copyIfEmpty('severity', 'attributes.packed severity', 'attributes.extension'),
      copyIfEmpty('text', 'attributes.packed text'),
      setIfEmpty('text', 'no text'),
      copyIfEmpty('fingerprint', 'attributes.packed fingerprint'),
      copyIfEmpty('service', 'attributes.packed service'),
      copyIfEmpty('attributes.state', 'attributes.packed state'),
      ...Object.keys(CLOUDEVENT_ATTRIBUTES).map((name) => ({ set: `attributes.packed ${name}`, value: null }) as const),
    ),
    translateSeverity('indeterminate'),
    closeWhen('attributes.state', ['resolved', 'closed', 'ok', 'recovered', 'cleared', 'inactive']),
  ),
  hints: [
    'Send application/cloudevents+json. data.severity and data.status are the severity and the state of the alert; so are those in the JSON of data_base64.',
  ],
}
