import {
  acknowledgeWhen,
  closeWhen,
  defaultsWithText,
  dropWhen,
  fillFields,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  setIfEmpty,
  translateSeverity,
} from '../preset-parts.js'
import type { WebhookPreset } from '../webhook-preset.js'

/** Icinga 2, through a notification command that posts the macros of a notification. */
export const ICINGA: WebhookPreset = {
  id: 'icinga',
  name: 'Icinga',
  config: {
    ...STATIC_AUTHORIZATION,
    fieldMappings: {
      resource: 'host',
      event: 'service',
      severity: 'state',
      text: 'output',
      eventTime: 'time',
      attributes: { state: 'type', address: 'address', comment: 'comment' },
    },
    defaultValues: defaultsWithText('Icinga', 'icinga', { text: 'no output' }),
  },
  policies: numberedPolicies(
    'Icinga',
    dropWhen('attributes.state', ['flapping.*', 'downtime.*', 'custom']),
    fillFields(setIfEmpty('event', 'host')),
    translateSeverity('indeterminate', { values: { down: 'critical', unknown: 'major' } }),
    acknowledgeWhen('attributes.state', ['acknowledgement']),
    closeWhen('attributes.state', ['recovery']),
  ),
  hints: [
    'A NotificationCommand posts a JSON object: host ($host.name$), service ($service.name$, empty for the host itself), state ($service.state$ or $host.state$), type ($notification.type$) and output.',
    'It may also post time ($icinga.timet$), so that a notification that arrives late changes nothing.',
  ],
}
