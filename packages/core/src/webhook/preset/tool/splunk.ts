import {
  copyFirst,
  defaultsWithText,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
  URL_HINT,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const SPLUNK: WebhookPreset = {
  id: 'splunk',
  name: 'Splunk',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'result.host',
      event: 'search_name',
      severity: 'result.severity',
      text: 'result._raw',
      service: 'result.service[]',
      eventTime: 'result._time',
      attributes: {
        stage: 'result.environment',
        stage2: 'result.env',
        app: 'app',
        owner: 'owner',
        source: 'result.source',
        url: 'results_link',
      },
    },
    defaultValues: defaultsWithText('Splunk', 'splunk'),
  },
  policies: numberedPolicies(
    'Splunk',
    fillFields(
      setIfEmpty('resource', 'Splunk'),
      // A search that is not saved has no name.
      setIfEmpty('event', 'search'),
      copyFirst('environment', 'attributes.stage', 'attributes.stage2'),
      { set: 'attributes.stage2', value: null },
    ),
    translateSeverity('major'),
  ),
  hints: [
    'Add the trigger action Webhook to the alert. Its search should return host, and may return severity (otherwise the alert is major), environment and service.',
    'Splunk does not say when an alert is over.',
    URL_HINT,
  ],
}
