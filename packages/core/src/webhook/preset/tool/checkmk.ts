import {
  acknowledgeWhen,
  closeWhen,
  copyIfEmpty,
  defaultsWithText,
  dropWhen,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Checkmk, through a notification script that posts the variables of a notification. */
export const CHECKMK: WebhookPreset = {
  id: 'checkmk',
  name: 'Checkmk',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'host',
      event: 'service',
      severity: 'severity',
      text: 'output',
      eventTime: 'time',
      attributes: { state: 'notification_type', what: 'what', change: 'event', address: 'address', site: 'site' },
    },
    defaultValues: defaultsWithText('Checkmk', 'checkmk', { text: 'no output' }),
  },
  policies: numberedPolicies(
    'Checkmk',
    dropWhen('attributes.state', ['flapping.*', 'downtime.*', 'custom.*', 'alerthandler.*']),
    fillFields(copyIfEmpty('event', 'attributes.what')),
    translateSeverity('indeterminate', {
      values: { down: 'critical', unreach: 'major', unreachable: 'major', unknown: 'major', unkn: 'major' },
    }),
    acknowledgeWhen('attributes.state', ['acknowledgement']),
    closeWhen('attributes.state', ['recovery']),
  ),
  hints: [
    'The notification script posts a JSON object with host, what, severity, notification_type and output, taken from the variables NOTIFY_…; service (NOTIFY_SERVICEDESC) distinguishes the services of a host.',
    'It may also post time (NOTIFY_MICROTIME), so that a notification that arrives late changes nothing.',
  ],
}
