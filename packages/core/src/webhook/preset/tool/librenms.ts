import {
  acknowledgeWhen,
  closeWhen,
  defaultsWithText,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateOpenSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

export const LIBRENMS: WebhookPreset = {
  id: 'librenms',
  name: 'LibreNMS',
  config: {
    ...STATIC_AUTHORIZATION,
    // The templates of LibreNMS do not escape line breaks.
    payloadFormat: 'lenient',
    fieldMappings: {
      resource: 'hostname',
      event: 'name',
      severity: 'severity',
      text: 'title',
      fingerprint: 'alert_id',
      eventTime: 'timestamp',
      attributes: { state: 'state', device: 'sysName', location: 'location', alertId: 'alert_id' },
    },
    defaultValues: defaultsWithText('LibreNMS', 'librenms'),
  },
  policies: numberedPolicies(
    'LibreNMS',
    translateOpenSeverity('warning'),
    acknowledgeWhen('attributes.state', ['2']),
    closeWhen('attributes.state', ['0']),
  ),
  hints: [
    'Make an alert transport API with method POST, the header Authorization and a JSON body of the fields hostname, name, severity, state, title, sysName, location, alert_id and timestamp.',
    'The timestamp of LibreNMS has no zone: set the timezone of this webhook to that of LibreNMS.',
  ],
}
