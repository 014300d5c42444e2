import {
  closeWhen,
  copyIfEmpty,
  fillFields,
  keepFirstLine,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** The body format that Grafana OnCall calls "formatted webhook". Other tools can send the same format. */
export const ONCALL: WebhookPreset = {
  id: 'grafana-oncall',
  name: 'Grafana OnCall formatted webhook',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'alert_uid',
      severity: 'severity',
      text: 'title',
      fingerprint: 'alert_uid',
      attributes: {
        state: 'state',
        title: 'title',
        message: 'message',
        url: 'link_to_upstream_details',
        image: 'image_url',
      },
    },
    defaultValues: {
      ...{ environment: 'Production', group: 'Grafana OnCall', type: 'oncallAlert', origin: 'oncall', event: 'alert' },
    },
  },
  policies: numberedPolicies(
    'Grafana OnCall',
    fillFields(
      copyIfEmpty('resource', 'attributes.title'),
      setIfEmpty('resource', 'Grafana OnCall'),
      keepFirstLine('resource'),
      copyIfEmpty('text', 'attributes.message'),
      setIfEmpty('text', 'no text'),
      { set: 'attributes.title', value: null },
    ),
    translateSeverity('major'),
    closeWhen('attributes.state', ['ok', 'resolved']),
  ),
  hints: [
    'A tool that sends alerts in the formatted form of OnCall can send them here, with the header Authorization.',
    'The resource is the alert_uid. An alert without it has only its title to name it, so a changed title is another alert.',
  ],
}
