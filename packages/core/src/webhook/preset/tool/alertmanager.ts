import {
  HELD_BACK_HINT,
  LABEL_ATTRIBUTES,
  LABEL_FIELDS,
  nameByLabels,
  RESOURCE_HINT,
  SERVICE_HINT,
  SEVERITY_HINT,
} from '../label-parts.js'
import {
  closeWhen,
  defaultsWithoutText,
  dropWhen,
  numberedPolicies,
  STATIC_AUTHORIZATION,
  translateOpenSeverity,
} from '../preset-parts.js'
import type { PresetPolicy, WebhookPreset } from '../webhook-preset.js'

/**
 * The alert Watchdog of kube-prometheus fires as long as all is well. With this policy, the alert about the silence of
 * the webhook (rules.md#webhook-silence-8) is open while Watchdog does not fire. The alert begins at its arrival, and
 * not at the `startsAt` of Watchdog: Watchdog may have fired for days, and has the same `startsAt` after an
 * interruption.
 */
const WATCHDOG: Omit<PresetPolicy, 'order'> = {
  name: 'watch the Watchdog',
  description: 'The alert about the silence of the webhook is open while Watchdog does not fire.',
  filters: { clauses: [{ key: 'event', op: '=', value: 'Watchdog' }] },
  actions: [
    { set: 'event', value: 'WebhookSilent' },
    { translate: 'severity', values: { none: 'major', '': 'major' } },
    { set: 'text', value: 'Prometheus no longer sends its alert Watchdog, so other alerts may be missing too' },
    ...(['createTime', 'eventTime', 'endTime'] as const).map((time) => ({ set: time, value: null })),
    { translate: 'attributes.state', values: { firing: 'resolved', resolved: 'firing' } },
  ],
}

/** Prometheus Alertmanager, payload version 4. */
export const ALERTMANAGER: WebhookPreset = {
  id: 'alertmanager',
  name: 'Prometheus Alertmanager',
  config: {
    ...STATIC_AUTHORIZATION,
    arrayPath: 'alerts',
    fieldMappings: {
      ...LABEL_FIELDS,
      group: 'labels.job',
      fingerprint: 'fingerprint',
      attributes: {
        ...LABEL_ATTRIBUTES,
        state: 'status',
        generatorURL: 'generatorURL',
        fingerprint: 'fingerprint',
      },
    },
    defaultValues: defaultsWithoutText('Prometheus', 'alertmanager', { type: 'prometheusAlert' }),
  },
  policies: numberedPolicies(
    'Alertmanager',
    WATCHDOG,
    dropWhen('severity', ['none']),
    ...nameByLabels('Prometheus'),
    translateOpenSeverity('warning'),
    closeWhen('attributes.state', ['resolved']),
  ),
  hints: [
    'In webhook_configs, http_config.authorization.credentials is a token of your choice; the secret of this webhook is the whole header, Bearer and the token. Or use authMode api_key with type: Key and an API key as credentials.',
    'Keep send_resolved: true, which is the default, so that resolved alerts close.',
    HELD_BACK_HINT,
    'When the alert Watchdog is resolved, Prometheus sends no alerts any more: the alert WebhookSilent of this webhook opens, until Watchdog fires again.',
    'To notice that Alertmanager itself sends nothing, route Watchdog to this webhook, and set expectEvery to more than the repeat_interval and the group_interval of its route together (by default 4 hours and 5 minutes).',
    RESOURCE_HINT,
    SEVERITY_HINT,
    SERVICE_HINT,
  ],
}
